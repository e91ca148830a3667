"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from edgemark.conventions.options import Direction, Invalid, Kind, Sign, Strategy, Symmetric

__all__ = [
    "AddMissingNodes",
    "ArePvalues",
    "AreScores",
    "Around",
    "AsPackage",
    "BurnIn",
    "ByRegime",
    "CandidatesFile",
    "CurvesFile",
    "DataFormat",
    "Dataset",
    "DiffFigure",
    "DirectionOption",
    "Distances",
    "EffectStrategy",
    "EffectsOf",
    "FigureFile",
    "InputFormat",
    "InvalidEstimate",
    "KindOption",
    "Layout",
    "LowConfidence",
    "Metrics",
    "Output",
    "Seed",
    "Shape",
    "SignOption",
    "Steps",
    "SymmetricOption",
    "TruthFormat",
    "TruthKind",
    "Unlisted",
    "WithChance",
    "WithEffects",
    "format_names",
]

Shape = Literal["table", "json", "csv"]


def _metric_names(incomplete: str) -> list[str]:
    from edgemark.metrics import REGISTRY
    from edgemark.values import COUNTS, RATIOS

    return [name for name in (*REGISTRY, *COUNTS, *RATIOS) if name.startswith(incomplete)]


def _package_names(incomplete: str) -> list[str]:
    from edgemark.packages import PACKAGES

    return [name for name in PACKAGES if name.lower().startswith(incomplete.lower())]


def format_names(incomplete: str) -> list[str]:
    from edgemark.io import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME[:CONVENTION]",
        autocompletion=_metric_names,
        help="Only these: shd, 'shd:arc hamming', f1, f1:skeleton, ... (see edgemark metrics); may be "
        "repeated.",
    ),
]
Distances = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME[:CONVENTION]",
        autocompletion=_metric_names,
        help="Only these distances: shd, 'shd:arc hamming', nced, ...; pairs that cost nothing in them "
        "are left out; may be repeated.",
    ),
]
WithChance = Annotated[
    bool,
    typer.Option(
        "--chance",
        help="Beside every number what guessing gets; edgemark chance has the options of the guesses.",
    ),
]
WithEffects = Annotated[
    bool,
    typer.Option(
        "--effects", help="List the causal effects that would be estimated wrongly, not the pairs."
    ),
]
EffectStrategy = Annotated[
    Strategy | None,
    typer.Option(
        "--strategy",
        help="Adjust for the parents of the treatment (the default), for its ancestors, or for the "
        "optimal set.",
    ),
]
EffectsOf = Annotated[
    list[str] | None,
    typer.Option("--of", metavar="NODE", help="Only effects of this treatment; may be repeated."),
]
InvalidEstimate = Annotated[
    Invalid | None,
    typer.Option(
        "--invalid",
        help="An estimate with undirected edges that is no CPDAG is an error (raise), is taken as given "
        "(native), or is repaired. The truth becomes a CPDAG all the same; -m parent_aid:native of "
        "edgemark score takes both as given.",
    ),
]
DataFormat = Annotated[
    Shape, typer.Option("--format", help="For people (table) or programs (json, csv).")
]
AsPackage = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="PACKAGE",
        autocompletion=_package_names,
        help="What another package prints, by its own names: pcalg, gCastle, Tetrad, ...",
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of stdout."),
]
Layout = Annotated[
    Literal["rcgnn", "cdans"] | None,
    typer.Option(
        "--layout",
        help="The flat JSON of the RC-GNN evaluation document, for one estimate, of scores with the "
        "edges above 0.5; with --dataset and --seed into metrics_DATASET_SEED.json. For graphs over "
        "time, cdans: the summary that cdans prints.",
    ),
]
Dataset = Annotated[
    str | None,
    typer.Option("--dataset", metavar="NAME", help="Data set, for the name of --layout's file."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, help="Seed, for the name of --layout's file."),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="FORMAT",
        autocompletion=format_names,
        help="Format of the estimates (check, criteria: of every file), where suffix and content do not "
        "tell; edgemark convert --formats lists them.",
    ),
]
TruthFormat = Annotated[
    str | None,
    typer.Option(
        "--truth-format",
        metavar="FORMAT",
        autocompletion=format_names,
        help="Format of the truth's file, where suffix and content do not tell.",
    ),
]
DirectionOption = Annotated[
    Direction | None,
    typer.Option(
        "--direction",
        help="Which way a 1 at row i and column j of a matrix points: i --> j is row-to-column.",
    ),
]
SymmetricOption = Annotated[
    Symmetric | None,
    typer.Option(
        "--symmetric",
        help="What a 1 in both cells of a pair means: an undirected edge, a bidirected one, a cycle of "
        "two, or an error; of scores, what both directions above a threshold mean.",
    ),
]
KindOption = Annotated[
    Kind | None,
    typer.Option("--kind", help="Declare the estimates to be of this kind, whatever the file says."),
]
TruthKind = Annotated[
    Kind | None,
    typer.Option("--truth-kind", help="Declare the truth to be of this kind, whatever the file says."),
]
BurnIn = Annotated[
    float,
    typer.Option(
        "--burn-in",
        min=0,
        metavar="N",
        help="Discard the first N iterations of a sampled Markov chain (burn-in).",
    ),
]
AreScores = Annotated[
    bool,
    typer.Option(
        "--scores",
        help="Read the estimates as edge scores, even if all values are whole numbers.",
    ),
]
SignOption = Annotated[
    Sign,
    typer.Option(
        "--sign",
        help="How to treat negative scores: reject them, use their absolute value, or rank them below "
        "zero (keep).",
    ),
]
ArePvalues = Annotated[
    bool,
    typer.Option(
        "--pvalues",
        help="Read the estimates as p-values: the lowest ranks first, and pairs that are not listed "
        "have p = 1.",
    ),
]
Unlisted = Annotated[
    float | None,
    typer.Option(
        "--unlisted",
        metavar="SCORE",
        help="Score of pairs that a list or a sparse matrix leaves out; nan: they are not counted. "
        "Default 0.",
    ),
]
ByRegime = Annotated[
    bool,
    typer.Option(
        "--by-regime",
        help="Score each regime of time series graphs by itself, and then all of them together.",
    ),
]
CandidatesFile = Annotated[
    str | None,
    typer.Option(
        "--candidates",
        metavar="FILE",
        help="Count only these ordered pairs: a CSV with the headings source,target, or a list of "
        "possible causes.",
    ),
]
LowConfidence = Annotated[
    bool,
    typer.Option(
        "--low-confidence-undirected",
        help="Rank pairs with the same score both ways below all others, as cdt's option does.",
    ),
]
CurvesFile = Annotated[
    str | None,
    typer.Option(
        "--curves",
        metavar="FILE",
        help="Write the curves of one estimate that is scores or samples: ROC, precision and recall, "
        "F1 of the first k, thresholds (.csv, .json).",
    ),
]
DiffFigure = Annotated[
    str | None,
    typer.Option(
        "--figure",
        metavar="FILE",
        help="Draw the difference as .svg, .tex (TikZ), .mmd (Mermaid), .txt, .pdf or .png (the last "
        "two need matplotlib).",
    ),
]
Around = Annotated[
    str | None,
    typer.Option("--around", metavar="NODE", help="Draw only what is near this node, see --steps."),
]
Steps = Annotated[
    int | None,
    typer.Option("--steps", min=0, help="How many edges from the node of --around are near: 1."),
]
FigureFile = Annotated[
    str | None,
    typer.Option(
        "--figure", metavar="FILE", help="Draw these curves as .svg, .png or .pdf (needs matplotlib)."
    ),
]
AddMissingNodes = Annotated[
    bool,
    typer.Option(
        "--add-missing-nodes",
        help="Add nodes of the truth that the estimate's file leaves out, as some do with nodes that "
        "have no edge; a matrix without names takes the truth's, by position.",
    ),
]
