"""Slow, obvious definitions that share no code with edgemark."""
