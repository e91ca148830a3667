"""Algorithms of tigramite, for time series. Under GPL-3; no other module of edgemark imports it."""

from __future__ import annotations

from typing import Any, Final

from edgemark.bench.adapters._preparation import importing, quietly, series
from edgemark.bench.adapters.adapter import Adapter, Parameter, only
from edgemark.bench.dataset import Dataset
from edgemark.graph import TemporalGraph
from edgemark.io import as_temporal

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "tigramite"


def pcmci(
    dataset: Dataset,
    *,
    seed: int,
    tau_min: int,
    tau_max: int,
    pc_alpha: float,
    alpha_level: float,
    test: str,
) -> TemporalGraph:
    """Learn with PCMCI; contemporaneous edges are not oriented."""
    with importing(_PACKAGE):
        from tigramite.pcmci import PCMCI
    method = _new_method(PCMCI, dataset, test)
    with quietly(seed):
        result = method.run_pcmci(
            tau_min=tau_min, tau_max=tau_max, pc_alpha=pc_alpha, alpha_level=alpha_level
        )
    return as_temporal(result, contemporaneous="cpdag", nodes=dataset.names)


def pcmci_plus(
    dataset: Dataset,
    *,
    seed: int,
    tau_max: int,
    pc_alpha: float,
    contemp_collider_rule: str,
    test: str,
) -> TemporalGraph:
    """Learn with PCMCI+."""
    with importing(_PACKAGE):
        from tigramite.pcmci import PCMCI
    method = _new_method(PCMCI, dataset, test)
    with quietly(seed):
        result = method.run_pcmciplus(
            tau_max=tau_max, pc_alpha=pc_alpha, contemp_collider_rule=contemp_collider_rule
        )
    return as_temporal(result, contemporaneous="cpdag", nodes=dataset.names)


def lpcmci(
    dataset: Dataset,
    *,
    seed: int,
    tau_max: int,
    pc_alpha: float,
    n_preliminary_iterations: int,
    test: str,
) -> TemporalGraph:
    """Learn with LPCMCI, which allows for hidden variables."""
    with importing(_PACKAGE):
        from tigramite.lpcmci import LPCMCI
    method = _new_method(LPCMCI, dataset, test)
    with quietly(seed):
        result = method.run_lpcmci(
            tau_max=tau_max, pc_alpha=pc_alpha, n_preliminary_iterations=n_preliminary_iterations
        )
    return as_temporal(result, contemporaneous="pag", nodes=dataset.names)


def _new_method(method_class: Any, dataset: Dataset, test: str) -> Any:
    table = series(dataset)
    with importing(_PACKAGE):
        from tigramite.data_processing import DataFrame
        from tigramite.independence_tests.parcorr import ParCorr
        from tigramite.independence_tests.robust_parcorr import RobustParCorr
    test_class = RobustParCorr if test == "robust-parcorr" else ParCorr
    with quietly(0):
        frame = DataFrame(table, var_names=[f"x{k}" for k in range(table.shape[1])])
        return method_class(frame, cond_ind_test=test_class(), verbosity=0)


_TAU_MAX: Final = Parameter(1, doc="largest lag", minimum=1)
_TEST: Final = Parameter(
    "parcorr",
    ("parcorr", "robust-parcorr"),
    "partial correlation; if robust, of values transformed to normal scores",
)


def _adapter(module: str, **more: Any) -> Adapter:
    return Adapter(
        package=_PACKAGE,
        licence="GPL-3.0-or-later",
        returns="temporal",
        data=only("series"),
        modules=(
            f"tigramite.{module}",
            "tigramite.data_processing",
            "tigramite.independence_tests.parcorr",
            "tigramite.independence_tests.robust_parcorr",
        ),
        **more,
    )


ADAPTERS: Final = (
    _adapter(
        "pcmci",
        name="tigramite:pcmci",
        title="PCMCI",
        citation="Runge, Nowack, Kretschmer, Flaxman, Sejdinovic (2019), doi:10.1126/sciadv.aau4996",
        learn=pcmci,
        parameters={
            "tau_min": Parameter(0, doc="smallest lag", minimum=0),
            "tau_max": _TAU_MAX,
            "pc_alpha": Parameter(
                0.2, doc="level of the tests that choose conditions", minimum=0, maximum=1
            ),
            "alpha_level": Parameter(0.05, doc="level of the tests of links", minimum=0, maximum=1),
            "test": _TEST,
        },
    ),
    _adapter(
        "pcmci",
        name="tigramite:pcmci-plus",
        title="PCMCI+",
        citation="Runge (2020), UAI, arXiv:2003.03685",
        learn=pcmci_plus,
        parameters={
            "tau_max": _TAU_MAX,
            "pc_alpha": Parameter(0.01, doc="level of the tests", minimum=0, maximum=1),
            "contemp_collider_rule": Parameter(
                "majority", ("majority", "conservative", "none"), "how colliders are oriented"
            ),
            "test": _TEST,
        },
    ),
    _adapter(
        "lpcmci",
        name="tigramite:lpcmci",
        title="LPCMCI",
        citation="Gerhardus, Runge (2020), NeurIPS, arXiv:2007.01884",
        learn=lpcmci,
        parameters={
            "tau_max": _TAU_MAX,
            "pc_alpha": Parameter(0.05, doc="level of the tests", minimum=0, maximum=1),
            "n_preliminary_iterations": Parameter(1, doc="number of preliminary phases", minimum=0),
            "test": _TEST,
        },
    ),
)
