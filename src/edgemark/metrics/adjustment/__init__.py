"""Distances between causal effects: count the effects that adjustment in the estimate infers wrongly."""
