"""The base class of truths and estimates for time series."""

from __future__ import annotations

from abc import abstractmethod

from edgemark.graph.estimate import Estimate

__all__ = ["TemporalEstimate"]


class TemporalEstimate(Estimate):
    """An estimate with a largest lag, which is compared with a time series graph."""

    __slots__ = ()

    @property
    @abstractmethod
    def max_lag(self) -> int:
        """The largest lag that an edge could have."""

    @property
    @abstractmethod
    def padded_from(self) -> int | None:
        """The largest lag that was examined if larger lags were added without edges; else None."""

    @property
    @abstractmethod
    def has_lag_0(self) -> bool:
        """Whether the estimate has contemporaneous edges or scores."""
