"""CDANs, of the package cdans."""

from __future__ import annotations

from typing import Final

from edgemark.bench.adapters._preparation import importing, quietly, series
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import TemporalGraph
from edgemark.io import as_temporal

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "cdans"


def cdans(
    dataset: Dataset,
    *,
    seed: int,
    tau_max: int,
    alpha: float,
    pc_alpha: float,
    ci_test: str,
    max_extra_conds: int,
    use_independent_change: bool,
) -> TemporalGraph:
    """Learn with CDANs, in which mechanisms may change with time."""
    table = series(dataset)
    with importing(_PACKAGE):
        from cdans import CDANs
    model = CDANs(
        tau_max=tau_max,
        alpha=alpha,
        pc_alpha=pc_alpha,
        ci_test=ci_test,
        max_extra_conds=max_extra_conds,
        use_independent_change=use_independent_change,
    )
    with quietly(seed):
        result = model.fit(table)
    return as_temporal(result, nodes=dataset.names)


ADAPTERS: Final = (
    Adapter(
        name="cdans:cdans",
        title="CDANs",
        package=_PACKAGE,
        licence="MIT",
        citation="Ferdous, Hasan, Gani (2023), MLHC, PMLR 219",
        returns="temporal",
        learn=cdans,
        data=only("series"),
        parameters={
            "tau_max": Parameter(2, doc="largest lag", minimum=1),
            "alpha": Parameter(0.05, doc="level of the final tests", minimum=0, maximum=1),
            "pc_alpha": Parameter(
                0.2, doc="level of the tests that choose lagged conditions", minimum=0, maximum=1
            ),
            "ci_test": Parameter("fisherz", ("fisherz", "kci"), "test of conditional independence"),
            "max_extra_conds": Parameter(
                2, doc="largest number of contemporaneous neighbours to condition on", minimum=0
            ),
            "use_independent_change": Parameter(
                True, doc="whether edges between changing modules are oriented by independent change"
            ),
        },
        modules=("cdans",),
    ),
)
