"""Adjustment distances: count the causal effects that adjustment in the estimate infers wrongly."""
