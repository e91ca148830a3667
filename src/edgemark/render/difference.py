"""The difference of two graphs as a picture: on axes of matplotlib, as SVG, TikZ, Mermaid or text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from edgemark.arguments import is_whole
from edgemark.conventions.options import choices, require
from edgemark.display.scene import Scene, in_grid
from edgemark.display.scene_svg import scene_svg
from edgemark.display.scene_tikz import scene_tikz
from edgemark.display.text import printable
from edgemark.errors import ConventionError, GraphError, InputTypeError, LimitError, Remedy, plural
from edgemark.graph import Graph, TemporalGraph
from edgemark.io import as_graph
from edgemark.render.compared import Compared, compared, neighbourhood
from edgemark.render.difference_graph import graph_scene
from edgemark.render.difference_matrix import matrix_scene
from edgemark.render.difference_style import framed
from edgemark.render.difference_text import difference_mermaid, difference_text
from edgemark.render.difference_window import lags_of, window_scene
from edgemark.render.matplotlib_extra import (
    axes_or_new,
    demand_matplotlib,
    describe,
    file_content,
    file_type_of,
    root_figure,
)
from edgemark.render.scene_axes import draw_scene, inches
from edgemark.replacing import replace_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["DIFF_FILE_TYPES", "draw_diff", "plot_diff", "plot_diffs", "save_diff", "scene_of"]

DiffFormat = Literal["svg", "tikz", "mermaid", "text"]
DIFF_FILE_TYPES = ("svg", "pdf", "png", "tex", "mmd", "txt")
_FORMAT_OF: dict[str, DiffFormat] = {"svg": "svg", "tex": "tikz", "mmd": "mermaid", "txt": "text"}
# Larger pictures are heat maps by default. Time series graphs have a row for each variable and a column
# for each lag.
_MOST_NODES, _MOST_PAIRS = 60, 240
_MOST_ROWS, _MOST_COLUMNS = 40, 9
# Larger pictures are refused with matrix=False.
_MOST_REQUESTED, _MOST_REQUESTED_PAIRS = 200, 800
_MOST_LAG_MAPS = 12
_TITLE = "Estimate against truth"
_PAPER = "#ffffff"
_WITHOUT_EFFECT: Mapping[DiffFormat, tuple[str, ...]] = {
    "svg": (), "tikz": ("paper",), "mermaid": ("matrix", "title", "paper"),
    "text": ("matrix", "title", "paper"),
}  # fmt: skip


def plot_diff(
    truth: Any,
    estimate: Any,
    ax: Axes | None = None,
    *,
    threshold: float | None = None,
    around: str | int | None = None,
    steps: int | None = None,
    matrix: bool | None = None,
    title: str = "",
) -> Axes:
    """
    Draw truth and estimate in one picture: correct, missing, extra and reversed edges, wrong marks.

    Each verdict has its own colour and line style. The truth determines the positions of the nodes, so
    pictures of several estimates can be compared. With more than 60 nodes or 240 pairs that are adjacent
    in one of the graphs, the picture is an adjacency heat map, sorted so that the truth's directed edges
    are above the diagonal unless they have a cycle. Time series graphs are drawn in a window of time
    steps; variables with a changing mechanism have a ring at time t. With more than 40 variables, 9
    columns of lags or 240 such pairs, each lag has a heat map.

    Args:
        truth: reference graph: a Graph, an object that `as_graph` reads, or a `TemporalGraph`.
        estimate: learned graph on the same nodes; or `EdgeScores`, `GraphSamples` or `TemporalScores`:
            each edge shows its score, or the share of the samples with exactly this edge.
        ax: axes to draw on; None makes a figure that is large enough for readable text.
        threshold: edges with a score above it are drawn. For samples, it is a share of the weight, by
            default 0.5.
        around: a node; only its neighbourhood is drawn.
        steps: size of the neighbourhood, as a number of edges in either graph; None for 1.
        matrix: True for a heat map, False for nodes and edges, None to choose by size.
        title: title of the picture.

    Returns:
        The axes.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        GraphError: `around` is not a node, or `steps` is negative, not an integer, or given without
            `around`.
        KindError: scores without a threshold, a threshold for a graph, a time series graph on one
            side only, or time series graphs with regimes whose edges differ.
        LimitError: nodes and edges are requested, but there are too many of them.
        MissingExtraError: matplotlib is not installed; `draw_diff` works without it.

    Examples:
        >>> from edgemark import Graph
        >>> ax = plot_diff(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B"))
        >>> ax.get_legend_handles_labels()
        ([], [])
    """
    demand_matplotlib()
    make_scene = _makers_for(truth, {"": estimate}, _chosen(threshold, around, steps, matrix))[""]
    scene = make_scene(title)
    axes = axes_or_new(ax, inches(scene))
    draw_scene(scene, axes)
    describe(axes, title or _TITLE, scene.description)
    return axes


def plot_diffs(
    truth: Any,
    estimates: Mapping[str, Any],
    axes: Sequence[Axes] | None = None,
    *,
    threshold: float | None = None,
    around: str | int | None = None,
    steps: int | None = None,
    matrix: bool | None = None,
) -> dict[str, Axes]:
    """
    Draw several estimates of one truth side by side, with every node at the same place in each picture.

    Args:
        truth: reference graph, see `plot_diff`.
        estimates: a mapping from names, which become titles, to estimates.
        axes: one for each estimate; None makes a figure.
        threshold: for estimates that are scores or samples, edges with a score or share above it are
            drawn.
        around: a node; only its neighbourhood is drawn.
        steps: size of the neighbourhood, as a number of edges in either graph; None for 1.
        matrix: True for a heat map, False for nodes and edges, None to choose by size.

    Returns:
        The axes of each estimate.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        GraphError: no estimates, the numbers of axes and estimates differ, or see `plot_diff`.
        InputTypeError: the estimates are not a mapping.
        KindError: see `plot_diff`.
        LimitError: see `plot_diff`.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import Graph
        >>> estimates = {"one": Graph.parse("A --> B; C"), "other": Graph.parse("C --> B; A")}
        >>> list(plot_diffs(Graph.parse("A --> B --> C"), estimates))
        ['one', 'other']
    """
    demand_matplotlib()
    if not isinstance(estimates, Mapping):
        raise InputTypeError(
            f"estimates must be a mapping from names to graphs; got {type(estimates).__name__}",
            Remedy("For one estimate use plot_diff"),
        )
    if not estimates:
        raise GraphError("at least one estimate is needed; got none")
    makers = _makers_for(truth, estimates, _chosen(threshold, around, steps, matrix))
    scenes = _same_frame({name: make(printable(str(name))) for name, make in makers.items()})
    axes_list = _axes_for(list(scenes.values())) if axes is None else list(axes)
    if len(axes_list) != len(scenes):
        raise GraphError(f"axes must be {len(scenes)} axes, one for each estimate; got {len(axes_list)}")
    axes_of = {}
    for (name, scene), axes_or_none in zip(scenes.items(), axes_list, strict=True):
        axes_of[name] = axes_or_new(axes_or_none, inches(scene))
        draw_scene(scene, axes_of[name])
        describe(
            axes_of[name], f"{scene.title}: {_TITLE.lower()}", f"{scene.title}: {scene.description}"
        )
    return axes_of


def draw_diff(
    truth: Any,
    estimate: Any,
    format: DiffFormat = "svg",
    *,
    threshold: float | None = None,
    around: str | int | None = None,
    steps: int | None = None,
    matrix: bool | None = None,
    title: str = "",
    paper: str | None = None,
) -> str:
    """
    Draw truth and estimate in a text format, without matplotlib.

    Args:
        truth: reference graph, see `plot_diff`.
        estimate: learned graph, scores or samples, see `plot_diff`.
        format: "svg", one element for a page or a file; "tikz", a picture for LaTeX; "mermaid", a
            flowchart for Markdown on GitHub; "text", a list for a terminal.
        threshold: for scores or samples, edges with a score or share above it are drawn.
        around: a node; only its neighbourhood is drawn.
        steps: size of the neighbourhood, as a number of edges in either graph; None for 1.
        matrix: True for a heat map, False for nodes and edges, None to choose by size; for "svg" and
            "tikz".
        title: title of the picture; for "svg" and "tikz".
        paper: background colour of an SVG, None for white; "none" for no background, for pages with a
            dark mode.

    Returns:
        The text. An SVG has a title, a description, and a tooltip for each pair; heat maps of more than
        150 nodes have no tooltips.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: an unknown format, or an option that has no effect in this format.
        GraphError: see `plot_diff`.
        KindError: see `plot_diff`.
        LimitError: see `plot_diff`; or more edges or characters than Mermaid draws.

    Examples:
        >>> from edgemark import Graph
        >>> truth, estimate = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B; C --> B; A --> D")
        >>> print(draw_diff(truth, estimate, "text"), end="")
        = right 1   - missing 0   + extra 1   < reversed 1   ! wrong mark 0
        = A --> B
        + A --> D
        < C --> B   (truth B --> C)
    """
    require("format", format, choices(DiffFormat))
    choice = _chosen(threshold, around, steps, matrix)
    _refuse_without_effect(format, {"matrix": matrix, "title": title or None, "paper": paper})
    if format in ("mermaid", "text"):
        (comparison,) = _all_compared(truth, {"": estimate}, choice).values()
        return difference_text(comparison) if format == "text" else difference_mermaid(comparison)
    scene = _makers_for(truth, {"": estimate}, choice)[""](title)
    scene = replace(scene, title=title or _TITLE)
    return scene_svg(scene, paper=paper or _PAPER) if format == "svg" else scene_tikz(scene)


def save_diff(
    truth: Any,
    estimate: Any,
    path: str | Path,
    *,
    threshold: float | None = None,
    around: str | int | None = None,
    steps: int | None = None,
    matrix: bool | None = None,
    title: str = "",
) -> Path:
    """
    Draw truth and estimate into a file, in the format of its suffix.

    Args:
        truth: reference graph, see `plot_diff`.
        estimate: learned graph, scores or samples, see `plot_diff`.
        path: a file that ends in .svg, .pdf, .png, .tex (TikZ), .mmd (Mermaid) or .txt. PDF and PNG
            need matplotlib.
        threshold: for scores or samples, edges with a score or share above it are drawn.
        around: a node; only its neighbourhood is drawn.
        steps: size of the neighbourhood, as a number of edges in either graph; None for 1.
        matrix: True for a heat map, False for nodes and edges, None to choose by size; not for .mmd and
            .txt.
        title: title of the picture; not for .mmd and .txt.

    Returns:
        The path.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        FormatError: the file has another suffix.
        ConventionError: an option that has no effect in this format, see `draw_diff`.
        GraphError: see `plot_diff`.
        KindError: see `plot_diff`.
        LimitError: see `draw_diff`.
        MissingExtraError: PDF and PNG need matplotlib, which is not installed.

    Examples:
        >>> from edgemark import Graph
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     save_diff(Graph.parse("A --> B"), Graph.parse("B --> A"), f"{folder}/ab.tex").name
        'ab.tex'
    """
    file = Path(path)
    file_type = file_type_of(file, DIFF_FILE_TYPES)
    options: dict[str, Any] = {
        "threshold": threshold, "around": around, "steps": steps, "matrix": matrix
    }  # fmt: skip
    if file_type in ("pdf", "png"):
        axes = plot_diff(truth, estimate, title=title, **options)
        content = file_content(root_figure(axes), file_type)
    else:
        content = draw_diff(truth, estimate, _FORMAT_OF[file_type], title=title, **options).encode()
    replace_file(file, content)
    return file


# ---- choice of the picture


@dataclass(frozen=True, slots=True)
class _Choice:
    """The options that choose the kind and the content of a picture."""

    threshold: float | None
    around: str | int | None
    steps: int
    matrix: bool | None


def _chosen(
    threshold: float | None, around: str | int | None, steps: int | None, matrix: bool | None
) -> _Choice:
    if around is None and steps is not None:
        raise GraphError(
            f"steps counts edges from the node `around`, which is not given; got steps={steps!r}",
            Remedy("Name the node", "around=truth.nodes[0]"),
            Remedy("Or leave steps out"),
        )
    return _Choice(threshold, around, 1 if steps is None else steps, matrix)


def _refuse_without_effect(format: DiffFormat, options: Mapping[str, Any]) -> None:
    for name in _WITHOUT_EFFECT[format]:
        if options[name] is not None:
            raise ConventionError(
                f"{name} has no effect on a picture of the format {format!r}; got "
                f"{name}={options[name]!r}",
                Remedy(f"Leave {name} out"),
                Remedy("Or draw an SVG", 'draw_diff(truth, estimate, "svg")'),
            )


class _Maker:
    """Makes the scene of one estimate, given its title."""

    def __init__(self, make: Any, comparison: Compared, notes: Sequence[str], **options: Any) -> None:
        self._make, self._comparison, self._notes, self._options = make, comparison, notes, options

    def __call__(self, title: str) -> Scene:
        scene: Scene = self._make(self._comparison, title, self._notes, **self._options)
        return scene


def _makers_for(truth: Any, estimates: Mapping[str, Any], choice: _Choice) -> dict[str, _Maker]:
    """Return a maker for each estimate; all of them draw nodes and edges, or all draw heat maps."""
    return _scene_makers(_all_compared(truth, estimates, choice), truth, choice)


def scene_of(comparison: Compared, *, over_time: bool, title: str = "") -> Scene:
    """Return the scene that `draw_diff` draws by default, for two graphs that are already compared."""
    choice = _Choice(None, None, 1, None)
    return replace(
        _scene_makers({"": comparison}, None, choice, over_time=over_time)[""](""), title=title or _TITLE
    )


def _scene_makers(
    comparisons: Mapping[str, Compared], truth: Any, choice: _Choice, *, over_time: bool | None = None
) -> dict[str, _Maker]:
    n = max(len(comparison.names) for comparison in comparisons.values())
    most_pairs = max(len(comparison.pairs) for comparison in comparisons.values())
    lags = sorted(
        {lag for comparison in comparisons.values() for lag in lags_of(comparison)}, reverse=True
    )
    if over_time is None:
        over_time = isinstance(truth, TemporalGraph)
    large = n > _MOST_NODES or most_pairs > _MOST_PAIRS
    if over_time:
        large = n > _MOST_ROWS or len(lags) > _MOST_COLUMNS or most_pairs > _MOST_PAIRS
    too_large = n > _MOST_REQUESTED or most_pairs > _MOST_REQUESTED_PAIRS
    if choice.matrix is False and too_large:
        raise LimitError(
            f"nodes and edges can be drawn for up to {_MOST_REQUESTED} nodes and "
            f"{_MOST_REQUESTED_PAIRS} pairs; got {n} nodes and {most_pairs} pairs",
            Remedy("Draw the neighbourhood of a node", "around=truth.nodes[0]"),
        )
    makers = {}
    for name, comparison in comparisons.items():
        notes = [comparison.cut] if comparison.cut else []
        if choice.around is not None:
            notes.append(f"within {plural(choice.steps, 'edge')} of {_node_name(choice.around)}")
        if large if choice.matrix is None else choice.matrix:
            makers[name] = _Maker(_lag_maps if over_time else matrix_scene, comparison, notes)
        elif over_time:
            makers[name] = _Maker(window_scene, comparison, notes, lags=lags)
        else:
            makers[name] = _Maker(graph_scene, comparison, notes)
    return makers


def _node_name(node: str | int) -> str:
    return printable(node) if isinstance(node, str) else f"#{node}"


def _all_compared(truth: Any, estimates: Mapping[str, Any], choice: _Choice) -> dict[str, Compared]:
    if not isinstance(truth, Graph | TemporalGraph):
        truth = as_graph(truth)
    comparisons = {
        name: compared(truth, estimate, choice.threshold) for name, estimate in estimates.items()
    }
    if choice.around is None:
        return comparisons
    if not is_whole(choice.steps) or choice.steps < 0:
        raise GraphError(f"steps must be a whole number of 0 or more; got {choice.steps!r}")
    node = truth.index(choice.around)
    nodes = sorted(
        {k for comparison in comparisons.values() for k in neighbourhood(comparison, node, choice.steps)}
    )
    return {name: comparison.among(nodes) for name, comparison in comparisons.items()}


def _lag_maps(comparison: Compared, title: str, notes: Sequence[str] = ()) -> Scene:
    """Draw a heat map for lag 0 and one for each lag with edges; only the 12 smallest lags are drawn."""
    lags = sorted(lags_of(comparison))
    maps = []
    for lag in lags[:_MOST_LAG_MAPS]:
        pairs = tuple(replace(pair, lag=0) for pair in comparison.pairs if pair.lag == lag)
        maps.append(
            matrix_scene(
                replace(comparison, pairs=pairs, changing=()), f"lag {lag}", named=len(lags) < 3
            )
        )
    placed = list(in_grid(maps, min(3, len(maps))))
    box = (
        min(p.left for p in placed), min(p.top for p in placed),
        max(p.left + p.width for p in placed), max(p.top + p.height for p in placed),
    )  # fmt: skip
    left_out = len(lags) - _MOST_LAG_MAPS
    notes_on_lags = [f"{plural(left_out, 'further lag')} with edges not drawn"] if left_out > 0 else []
    if comparison.changing:
        wrong = sum(verdict != "right" for _, verdict in comparison.changing)
        notes_on_lags.append(f"{plural(len(comparison.changing), 'changing mechanism')}, {wrong} wrong")
    groups = [group for scene in placed for group in scene.groups]
    return framed(comparison, groups, box, title, [*notes_on_lags, *notes])


def _same_frame(scenes: Mapping[str, Scene]) -> dict[str, Scene]:
    """Give all scenes a common frame, so that a node is at the same place in each."""
    left, top = (min(getattr(scene, side) for scene in scenes.values()) for side in ("left", "top"))
    right = max(scene.left + scene.width for scene in scenes.values())
    bottom = max(scene.top + scene.height for scene in scenes.values())
    return {
        name: replace(scene, left=left, top=top, width=right - left, height=bottom - top)
        for name, scene in scenes.items()
    }


def _axes_for(scenes: Sequence[Scene]) -> list[Axes]:
    """Axes of a new figure, one for each scene, all large enough for the largest one."""
    from matplotlib.figure import Figure

    columns = len(scenes) if len(scenes) < 4 else ceil(sqrt(len(scenes)))
    rows = ceil(len(scenes) / columns)
    width, height = (max(inches(scene)[k] for scene in scenes) for k in (0, 1))
    figure = Figure(figsize=(columns * width, rows * height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False)
    axes_list = list(grid.flat)
    for empty in axes_list[len(scenes) :]:
        empty.axis("off")
    return axes_list[: len(scenes)]
