"""Read a mask: a boolean matrix that marks the candidate pairs, which metrics count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import booleans, refuse_masked
from edgemark.errors import GraphError, Remedy, listing
from edgemark.foreign import package_of, refuse_lazy
from edgemark.frame_labels import Labels, without_column_of_names
from edgemark.graph.given_nodes import checked_names
from edgemark.graph.headings import refuse_contradicting_axes
from edgemark.graph.pair_lists import code_of_mask
from edgemark.host import on_host

__all__ = ["names_and_cells"]


def names_and_cells(
    mask: Any, nodes: Iterable[str] | None
) -> tuple[tuple[str, ...] | None, NDArray[np.bool_]]:
    """
    Return the names of the nodes, or None if there are none, and the mask as an array of booleans.

    Args:
        mask: a square boolean matrix, or a frame with labels.
        nodes: names in the order of the rows; None to take the labels of the mask, if it has any.

    Raises:
        AmbiguityError: the rows of a frame are effects according to the names of its axes, such as "to"
            for the rows.
        GraphError: the matrix is a masked array, is not square or not boolean; or the names do not fit.
        InputTypeError: the mask is a lazy frame.
    """
    refuse_lazy(mask)
    refuse_masked("a mask", mask, GraphError, Remedy("Fill its masked cells: mask.filled(False)"))
    given, mask = mask, _without_column_of_names(mask)
    nodes = _names_of_rows(mask, None if nodes is None else checked_names(nodes), given)
    cells = booleans(on_host(mask), "a mask", GraphError)
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or cells.dtype != bool:
        raise GraphError(
            f"a mask must be a square matrix of booleans; got {_type_and_shape(mask)}",
            *_remedies_for_type(given, cells),
        )
    names = checked_names(nodes) if nodes is not None else None
    if names is not None and len(names) != len(cells):
        raise GraphError(f"{len(cells)} rows need {len(cells)} names; got {len(names)}")
    return names, cells


def _without_column_of_names(mask: Any) -> Any:
    """
    Return the mask without a first column that names its rows.

    Refuse a mask whose axes have names that state that the rows are effects.
    """
    is_frame = package_of(mask) != "" and hasattr(mask, "columns")
    if is_frame and (named := without_column_of_names(mask)) is not None:
        heading, mask = named
        refuse_contradicting_axes(heading, None, "row-to-column", is_mask=True)
        return mask
    rows, columns = (getattr(getattr(mask, axis, None), "name", None) for axis in ("index", "columns"))
    refuse_contradicting_axes(rows, columns, "row-to-column", is_mask=True)
    return mask


def _names_of_rows(mask: Any, nodes: tuple[str, ...] | None, given: Any) -> tuple[str, ...] | None:
    """
    Return `nodes`, or else the labels of a mask; refuse labels that are not the nodes in their order.

    `mask` has no column of names any more. `given` is the mask of the user, for the code in the error.
    """
    labels = Labels.of(mask)
    for axis, axis_labels in (("columns", labels.columns), ("rows", labels.rows)):
        if axis_labels is None:
            continue
        nodes = axis_labels if nodes is None else nodes
        if axis_labels != nodes:
            raise GraphError(
                f"the labels of a mask must be the nodes in their order; the {axis} are "
                f"{listing(list(map(str, axis_labels)))}, the nodes {listing(list(map(str, nodes)))}",
                *_remedies_for_order(given, labels, nodes),
            )
    return nodes


def _remedies_for_order(given: Any, labels: Labels, nodes: tuple[str, ...]) -> list[Remedy]:
    """
    Return the code that puts the rows and columns of a mask into the order of the nodes.

    If the labels are not the nodes, only say that they must be.
    """
    columns = labels.columns or ()
    if set(columns) != set(nodes) or (labels.rows is not None and set(labels.rows) != set(nodes)):
        return [Remedy("Name the rows and columns of the mask after the nodes")]
    say, code = "Put rows and columns into the order of the nodes", "mask.loc[nodes, nodes]"
    if without_column_of_names(given) is not None:
        code = f"mask.set_index({given.columns[0]!r}).loc[nodes, nodes]"
        if package_of(given) == "polars":
            code = f"mask.select([{given.columns[0]!r}, *nodes])"
    elif package_of(given) == "polars":
        say += "; its rows must be in the order of its columns"
        code = "mask[[mask.columns.index(node) for node in nodes]].select(nodes)"
    elif labels.rows is None:
        say += "; its rows must be in the order of its columns"
        code = "mask.set_axis(mask.columns).loc[nodes, nodes]"
    return [Remedy(say, code)]


def _type_and_shape(mask: Any) -> str:
    if hasattr(mask, "toarray"):
        return f"a sparse matrix of shape {mask.shape}"
    cells = np.asarray(mask)
    return f"{cells.dtype} of shape {cells.shape}"


def _remedies_for_type(mask: Any, cells: NDArray[Any]) -> list[Remedy]:
    """Return the code that converts a sparse matrix, or a matrix of numbers, to dense booleans."""
    if hasattr(mask, "toarray"):
        return [Remedy("Make a dense matrix", code_of_mask(mask, "mask.toarray()")[0])]
    if cells.dtype.kind not in "iuf":
        return []
    code, has_nan = code_of_mask(mask, "mask")
    if package_of(mask) and without_column_of_names(mask) is not None:
        heading = mask.columns[0]
        code = code_of_mask(mask, f"mask.set_index({heading!r})")[0]
        if package_of(mask) == "polars":
            cells_code = code_of_mask(mask, f"mask.drop({heading!r})")[0]
            code = f"({cells_code}).insert_column(0, mask[{heading!r}])"
    say = "Convert a matrix of 0 and 1 to booleans"
    if has_nan:
        say = "If nan marks no candidate, as 0 does, convert the matrix to booleans"
    return [Remedy(say, code)]
