"""Use of matplotlib, an optional package: imported when needed, with reproducible files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary
from zlib import crc32

from edgemark.display.text import escaped
from edgemark.errors import FormatError, InputTypeError, MissingExtraError
from edgemark.replacing import replace_file

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "FILE_TYPES",
    "RC",
    "axes_or_new",
    "content_of",
    "demand_file_type",
    "demand_matplotlib",
    "describe",
    "file_content",
    "file_type_of",
    "root_figure",
    "save",
]

FILE_TYPES = ("svg", "png", "pdf")
# The salt replaces random identifiers, so that the same figure gives the same file.
RC: Mapping[Any, Any] = {
    "svg.hashsalt": "edgemark",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "text.parse_math": False,
}
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}
_DESCRIBED: WeakKeyDictionary[Any, tuple[str, str]] = WeakKeyDictionary()
_SVG_TAG = re.compile(r"<svg\b([^>]*)>")


def demand_matplotlib() -> None:
    """
    Import matplotlib, or raise an error that names the package to install.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import_module("matplotlib")
    except ImportError:
        raise MissingExtraError("matplotlib", "report") from None


def axes_or_new(ax: Any, size: tuple[float, float]) -> Axes:
    """
    Return the axes that a user passed, or those of a new figure with a size in inches.

    Raises:
        InputTypeError: the argument is not axes.
        MissingExtraError: matplotlib is not installed.
    """
    demand_matplotlib()
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    if ax is None:
        ax = Figure(figsize=size, layout="constrained").subplots()
    if not isinstance(ax, Axes):
        raise InputTypeError(f"ax must be axes of matplotlib; got {type(ax).__name__}")
    return ax


def describe(axes: Axes, title: str, description: str) -> None:
    """Store a title and a description of axes, which `save` writes into an SVG."""
    _DESCRIBED[axes] = title, description


def save(ax: Any, path: str | Path) -> Path:
    """
    Write a figure to a file; an SVG gets a title and a description for screen readers.

    Args:
        ax: axes from a function of `figures`; a list, tuple or mapping of several axes of one figure; or
            a matplotlib figure.
        path: a file that ends in .svg, .pdf or .png.

    Returns:
        The path.

    Raises:
        FormatError: the file has another suffix.
        InputTypeError: not axes or a figure.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from edgemark import Graph, figures
        >>> ax = figures.plot_diff(Graph.parse("A --> B; C"), Graph.parse("A --> B --> C"))
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     figures.save(ax, f"{folder}/difference.svg").name
        'difference.svg'
    """
    figure = _figure_of(ax)
    file = Path(path)
    replace_file(file, file_content(figure, file_type_of(file)))
    return file


def file_type_of(path: Path, types: tuple[str, ...] = FILE_TYPES) -> str:
    """
    Return the type of a figure file by its suffix.

    Raises:
        FormatError: an unknown suffix.
    """
    suffix = path.suffix.removeprefix(".").lower()
    if suffix not in types:
        raise FormatError(f"a figure's file must end in .{', .'.join(types)}; got {path.name!r}")
    return suffix


def demand_file_type(file_type: str) -> None:
    """
    Refuse file types that are not supported.

    Raises:
        FormatError: another file type.
    """
    if file_type not in FILE_TYPES:
        raise FormatError(f"a figure's file must end in .{', .'.join(FILE_TYPES)}; got .{file_type}")


def file_content(figure: Figure, file_type: str, title: str = "", description: str = "") -> bytes:
    """Return the reproducible content of a file; an SVG has a title and a description."""
    import matplotlib

    with matplotlib.rc_context(dict(RC)):
        return content_of(figure, file_type, title, description)


def content_of(figure: Figure, file_type: str, title: str = "", description: str = "") -> bytes:
    """Return the content of a file under the current matplotlib settings."""
    buffer = BytesIO()
    with warnings.catch_warnings():
        # Letters that the font lacks are drawn as boxes, without a warning.
        warnings.filterwarnings("ignore", message=r"Glyph \d+")
        figure.savefig(buffer, format=file_type, dpi=200, metadata=_METADATA[file_type])
    content = buffer.getvalue()
    if file_type != "svg":
        return content
    descriptions = [_DESCRIBED[axes] for axes in figure.axes if axes in _DESCRIBED]
    title = (
        title
        or "; ".join(dict.fromkeys(described_title for described_title, _ in descriptions))
        or "Figure"
    )
    description = description or " ".join(dict.fromkeys(text for _, text in descriptions)) or title
    return _described(content.decode(), title, description).encode()


def _described(svg: str, title: str, description: str) -> str:
    """Put a title and a description into the root of an SVG."""
    key = f"em{crc32(svg.encode()):08x}"

    def tag(match: re.Match[str]) -> str:
        return (
            f'<svg role="img" aria-labelledby="{key}-t {key}-d"{match[1]}>\n'
            f'<title id="{key}-t">{escaped(title)}</title>\n'
            f'<desc id="{key}-d">{escaped(description)}</desc>'
        )

    return _SVG_TAG.sub(tag, svg, count=1)


def _figure_of(ax: Any) -> Figure:
    demand_matplotlib()
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    first = ax
    if isinstance(ax, Mapping):
        first = next(iter(ax.values()), None)
    elif isinstance(ax, list | tuple):
        first = next(iter(ax), None)
    figure = root_figure(first) if isinstance(first, Axes) else first
    if not isinstance(figure, Figure):
        raise InputTypeError(f"save takes axes or a figure of matplotlib; got {type(ax).__name__}")
    return figure


def root_figure(artist: Artist) -> Figure:
    """
    Return the figure that holds an artist, even if the artist is in a subfigure.

    Only matplotlib 3.10 and later have `get_figure(root=True)`, which does the same.
    """
    figure: Any = artist.figure
    while figure.figure is not figure:
        figure = figure.figure
    return cast("Figure", figure)
