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
    "EveryMetric",
    "FigureFile",
    "HtmlFile",
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


# ---- completions in a shell: the names that begin with the word that is typed


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


# ---- options

Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME[:CONVENTION]",
        autocompletion=_metric_names,
        help="Compute only this metric: shd, 'shd:arc hamming', f1:skeleton, ... (see edgemark "
        "metrics); may be repeated.",
    ),
]
Distances = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="NAME[:CONVENTION]",
        autocompletion=_metric_names,
        help="Show only the pairs that add to this distance: shd, 'shd:arc hamming', nced, ...;"
        " may be repeated.",
    ),
]
EveryMetric = Annotated[
    bool,
    typer.Option("--all", help="Print every metric of one estimate, instead of the summary."),
]
WithChance = Annotated[
    bool,
    typer.Option(
        "--chance",
        help="Show what random guessing would score on every metric; edgemark chance has more options.",
    ),
]
WithEffects = Annotated[
    bool,
    typer.Option(
        "--effects",
        help="List the causal effects that would be estimated wrongly, instead of the pairs.",
    ),
]
EffectStrategy = Annotated[
    Strategy | None,
    typer.Option(
        "--strategy",
        help="Adjust for the parents of the treatment (default), its ancestors, or the optimal set.",
    ),
]
EffectsOf = Annotated[
    list[str] | None,
    typer.Option("--of", metavar="NODES", help="Show only effects of these treatments, such as A,B."),
]
InvalidEstimate = Annotated[
    Invalid | None,
    typer.Option(
        "--invalid",
        help="How to treat a partially directed estimate that is not a CPDAG: reject it (raise), "
        "compare it as given (native), or repair it. If the truth is a DAG, its CPDAG is compared.",
    ),
]
DataFormat = Annotated[
    Shape, typer.Option("--format", help="Output as a table for people, or as JSON or CSV for programs.")
]
AsPackage = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="PACKAGE",
        autocompletion=_package_names,
        help="Print the numbers of another package under its own names: pcalg, gCastle, Tetrad, ...",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this file instead of standard output."
    ),
]
Layout = Annotated[
    Literal["rcgnn", "cdans"] | None,
    typer.Option(
        "--layout",
        help="rcgnn: the metrics of RC-GNN as JSON, for one estimate; scores above 0.5 become edges. "
        "cdans: the summary that the package cdans prints, for time series graphs.",
    ),
]
Dataset = Annotated[
    str | None,
    typer.Option(
        "--dataset",
        metavar="NAME",
        help="Name of the data set. --layout rcgnn writes metrics_DATASET_SEED.json with --seed.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", min=0, help="Seed of the run, for the file name of --layout rcgnn."
    ),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="FORMAT",
        autocompletion=format_names,
        help="Format of the estimates, if suffix and content do not determine it; see edgemark "
        "convert --formats. check and criteria read all files in this format.",
    ),
]
TruthFormat = Annotated[
    str | None,
    typer.Option(
        "--truth-format",
        metavar="FORMAT",
        autocompletion=format_names,
        help="Format of the truth's file, if suffix and content do not determine it.",
    ),
]
DirectionOption = Annotated[
    Direction | None,
    typer.Option(
        "--direction",
        help="Direction of a 1 at row i and column j of a matrix: row-to-column is i --> j.",
    ),
]
SymmetricOption = Annotated[
    Symmetric | None,
    typer.Option(
        "--symmetric",
        help="Edge of a pair with a 1 in both cells, or with both scores above a threshold: "
        "undirected, bidirected, two directed edges (cycle), or an error (refuse).",
    ),
]
KindOption = Annotated[
    Kind | None,
    typer.Option("--kind", help="Declare the kind of the estimates, instead of the kind in the files."),
]
TruthKind = Annotated[
    Kind | None,
    typer.Option("--truth-kind", help="Declare the kind of the truth, instead of the kind in the file."),
]
BurnIn = Annotated[
    float,
    typer.Option(
        "--burn-in",
        min=0,
        metavar="N",
        help="Discard the first N iterations of a sampled Markov chain (CSV of moves), or the first N "
        "graphs (NumPy).",
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
        help="Read the estimates as p-values: the pair with the lowest one ranks first. Pairs that "
        "are not listed have p = 1.",
    ),
]
Unlisted = Annotated[
    float | None,
    typer.Option(
        "--unlisted",
        metavar="SCORE",
        help="Score of pairs that a list or a sparse matrix of scores leaves out, 0 by default. "
        "With nan these pairs are not counted.",
    ),
]
ByRegime = Annotated[
    bool,
    typer.Option(
        "--by-regime",
        help="Score each regime of time series graphs separately, and then all of them together.",
    ),
]
CandidatesFile = Annotated[
    str | None,
    typer.Option(
        "--candidates",
        metavar="FILE",
        help="Count only these ordered pairs: a CSV with the headings source,target, or with one "
        "column of possible causes.",
    ),
]
LowConfidence = Annotated[
    bool,
    typer.Option(
        "--low-confidence-undirected",
        help="Rank pairs whose two directions have the same positive score below all other positive "
        "scores, as cdt does.",
    ),
]
CurvesFile = Annotated[
    str | None,
    typer.Option(
        "--curves",
        metavar="FILE",
        help="Write the curves of one estimate with scores or samples to .csv or .json: ROC, "
        "precision and recall, F1 of the k best pairs, and metrics at every threshold.",
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
    typer.Option("--steps", min=0, help="Size of the neighbourhood of --around, in edges (default 1)."),
]
FigureFile = Annotated[
    str | None,
    typer.Option(
        "--figure",
        metavar="FILE",
        help="Draw the curves of --curves as .svg, .png or .pdf (needs matplotlib).",
    ),
]
HtmlFile = Annotated[
    str | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Write a page to this file too: key numbers, pictures, tables. It works offline. With - "
        "only the page is printed.",
    ),
]
AddMissingNodes = Annotated[
    bool,
    typer.Option(
        "--add-missing-nodes",
        help="Add the nodes of the truth that the file of an estimate leaves out. The nodes of a"
        " matrix without names get the names of the truth, by position.",
    ),
]
