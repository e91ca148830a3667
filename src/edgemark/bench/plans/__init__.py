"""Built-in plans by name."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["TRACKS", "built_in_plan", "built_in_plans"]

TRACKS = ("standard-discrete", "standard-gaussian", "standard-directed", "standard-hidden", "timeseries")
"""
The plans of the standard benchmark, ``standard`` on the command line.

Their results must not be compared with each other: each plan has its own data, methods and reference
class.
"""


def built_in_plans() -> tuple[str, ...]:
    """
    Return the names of the built-in plans.

    Returns:
        Names that `run`, `check` and `Plan.read` accept instead of a file.

    Examples:
        >>> "small" in built_in_plans()
        True
    """
    return tuple(
        sorted(
            file.name.removesuffix(".toml")
            for file in files(__name__).iterdir()
            if file.name.endswith(".toml")
        )
    )


def built_in_plan(name: str) -> str | None:
    """
    Return the text of a built-in plan.

    Args:
        name: one of `built_in_plans()`.

    Returns:
        TOML; None if there is no built-in plan of that name.

    Examples:
        >>> built_in_plan("small").splitlines()[3]
        'name = "small"'
    """
    return (
        files(__name__).joinpath(f"{name}.toml").read_text("utf-8") if name in built_in_plans() else None
    )
