"""What truths and estimates of time series share."""

from __future__ import annotations

from abc import abstractmethod

from edgemark.graph.estimates import Estimate

__all__ = ["TemporalEstimate"]


class TemporalEstimate(Estimate):
    """An estimate over time series: it has a largest lag, and is compared with a time-series graph."""

    __slots__ = ()

    @property
    @abstractmethod
    def max_lag(self) -> int:
        """The largest lag that an edge could have."""
