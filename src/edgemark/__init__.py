"""How good is a learned causal graph? Every number says exactly what it counted."""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from edgemark.classes import (
        OverClass,
        over_class,
    )
    from edgemark.errors import (
        AlignmentError,
        AmbiguityError,
        ClassWarning,
        ConventionError,
        EdgemarkError,
        EdgemarkWarning,
        FormatError,
        GraphError,
        KindError,
        LimitError,
        MissingExtraError,
    )
    from edgemark.evaluation import (
        evaluate,
    )
    from edgemark.graph import (
        Graph,
        GraphStack,
        Mark,
        class_size,
        extension,
        members,
        pattern,
        repair,
        sample_members,
        to_cpdag,
        to_icpdag,
        to_mpdag,
    )
    from edgemark.io import (
        FORMATS,
        Limits,
        as_graph,
        read,
        write,
    )
    from edgemark.judgement import (
        Criteria,
        Landmarks,
        Series,
        Verdict,
        criteria,
        landmarks,
        series,
        transformation,
    )
    from edgemark.many import (
        ScoreTable,
        evaluate_many,
    )
    from edgemark.metrics import (
        Difference,
        ancestral_precision,
        bayesys_counts,
        bsf,
        compelled_recall,
        confusion,
        d_top,
        ddm,
        decisiveness,
        differences,
        edge_type_table,
        endpoint_hamming,
        local_confusion,
        mark_table,
        nced,
        orientation_accuracy,
        shd,
        weighted_shd,
    )
    from edgemark.packages import (
        PACKAGES,
        Printout,
        printed_by,
    )
    from edgemark.report import (
        Report,
        Row,
    )
    from edgemark.values import (
        BayesysCounts,
        Confusion,
        Count,
        CrossTable,
    )
else:
    _HOMES = {
        "edgemark.classes": (
            "OverClass",
            "over_class",
        ),
        "edgemark.errors": (
            "AlignmentError",
            "AmbiguityError",
            "ClassWarning",
            "ConventionError",
            "EdgemarkError",
            "EdgemarkWarning",
            "FormatError",
            "GraphError",
            "KindError",
            "LimitError",
            "MissingExtraError",
        ),
        "edgemark.evaluation": ("evaluate",),
        "edgemark.graph": (
            "Graph",
            "GraphStack",
            "Mark",
            "class_size",
            "extension",
            "members",
            "pattern",
            "repair",
            "sample_members",
            "to_cpdag",
            "to_icpdag",
            "to_mpdag",
        ),
        "edgemark.io": (
            "FORMATS",
            "Limits",
            "as_graph",
            "read",
            "write",
        ),
        "edgemark.judgement": (
            "Criteria",
            "Landmarks",
            "Series",
            "Verdict",
            "criteria",
            "landmarks",
            "series",
            "transformation",
        ),
        "edgemark.many": (
            "ScoreTable",
            "evaluate_many",
        ),
        "edgemark.metrics": (
            "mark_table",
            "local_confusion",
            "edge_type_table",
            "decisiveness",
            "ddm",
            "d_top",
            "compelled_recall",
            "bsf",
            "bayesys_counts",
            "ancestral_precision",
            "Difference",
            "confusion",
            "differences",
            "endpoint_hamming",
            "nced",
            "orientation_accuracy",
            "shd",
            "weighted_shd",
        ),
        "edgemark.packages": (
            "PACKAGES",
            "Printout",
            "printed_by",
        ),
        "edgemark.report": (
            "Report",
            "Row",
        ),
        "edgemark.values": (
            "CrossTable",
            "BayesysCounts",
            "Confusion",
            "Count",
        ),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

    def __getattr__(name):
        from importlib import import_module

        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value

    def __dir__():
        return sorted({*globals(), *_HOME_OF})


__all__ = [
    "FORMATS",
    "PACKAGES",
    "AlignmentError",
    "AmbiguityError",
    "BayesysCounts",
    "ClassWarning",
    "Confusion",
    "ConventionError",
    "Count",
    "Criteria",
    "CrossTable",
    "Difference",
    "EdgemarkError",
    "EdgemarkWarning",
    "FormatError",
    "Graph",
    "GraphError",
    "GraphStack",
    "KindError",
    "Landmarks",
    "LimitError",
    "Limits",
    "Mark",
    "MissingExtraError",
    "OverClass",
    "Printout",
    "Report",
    "Row",
    "ScoreTable",
    "Series",
    "Verdict",
    "__version__",
    "ancestral_precision",
    "as_graph",
    "bayesys_counts",
    "bsf",
    "class_size",
    "compelled_recall",
    "confusion",
    "criteria",
    "d_top",
    "ddm",
    "decisiveness",
    "differences",
    "edge_type_table",
    "endpoint_hamming",
    "evaluate",
    "evaluate_many",
    "extension",
    "landmarks",
    "local_confusion",
    "mark_table",
    "members",
    "nced",
    "orientation_accuracy",
    "over_class",
    "pattern",
    "printed_by",
    "read",
    "repair",
    "sample_members",
    "series",
    "shd",
    "to_cpdag",
    "to_icpdag",
    "to_mpdag",
    "transformation",
    "weighted_shd",
    "write",
]
