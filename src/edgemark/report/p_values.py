"""P-values as text."""

from __future__ import annotations

from math import ceil, floor, isnan, log10

__all__ = ["p_value_text"]

_SMALLEST_DECIMAL = 0.0005  # Smaller p-values are written with an exponent.
_ROUNDING_ERROR = 1e-9


def p_value_text(p: float, *, is_at_limit: bool = False) -> str:
    """
    Write a p-value in up to eight characters; only an exact 0 is written as 0.000.

    Args:
        p: the p-value; nan is written as a hyphen.
        is_at_limit: whether no simulated guess is as good as the estimate, see `Chance`. The p-value is
            then an upper bound.

    Examples:
        >>> p_value_text(0.0476), p_value_text(2.5e-7), p_value_text(float("nan"))
        ('0.048', '2e-07', '-')
        >>> p_value_text(1 / 1001, is_at_limit=True), p_value_text(1 / 701, is_at_limit=True)
        ('≤ 0.001', '≤ 0.002')
    """
    if isnan(p):
        return "-"
    if is_at_limit:  # Rounded up, so that it remains an upper bound.
        step = 0.001 if p >= _SMALLEST_DECIMAL else 10.0 ** floor(log10(p))
        return f"≤ {p_value_text(ceil(p / step - _ROUNDING_ERROR) * step)}"
    return f"{p:.3f}" if p >= _SMALLEST_DECIMAL or p == 0 else f"{p:.0e}"
