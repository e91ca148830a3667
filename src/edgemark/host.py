"""
Convert tensors of other libraries to NumPy arrays in main memory.

A tensor is an object with `__dlpack__` or `__array__`, such as an array of torch, jax or cupy, that does
not belong to NumPy, pandas, polars or scipy. This module imports none of these libraries but NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import InputTypeError, Remedy
from edgemark.foreign import package_of, refuse_lazy

__all__ = ["arrays_on_host", "is_tensor", "on_host"]

_CPU = 1  # The value of kDLCPU in the header of DLPack.
# Libraries raise these for tensors that are sparse, lazy, on a device, or of a type unknown to NumPy.
_CONVERSION_ERRORS = (
    TypeError,
    ValueError,
    RuntimeError,
    BufferError,
    NotImplementedError,
    AttributeError,
)


def is_tensor(thing: Any) -> bool:
    """
    Return whether an object is a tensor, as the module defines it.

    Examples:
        >>> is_tensor(np.zeros(3)), is_tensor([0, 1]), is_tensor(memoryview(b"ab"))
        (False, False, False)
    """
    cls = type(thing)
    if isinstance(thing, np.ndarray | np.generic) or package_of(thing):
        return False
    return hasattr(cls, "__dlpack__") or hasattr(cls, "__array__")


def on_host(thing: Any) -> Any:
    """
    Return a tensor as a NumPy array, copied only if necessary; return other objects unchanged.

    Raises:
        InputTypeError: the tensor cannot be converted to an array of numbers, such as a sparse tensor;
            or the object is a class or a lazy frame of polars.
    """
    refuse_lazy(thing)
    if not is_tensor(thing):
        return thing
    try:
        return _as_numbers(thing)
    except _CONVERSION_ERRORS as error:
        name = f"{type(thing).__module__}.{type(thing).__qualname__}"
        raise InputTypeError(
            f"a tensor must be dense and of a type that NumPy knows; {name} gives: {error}",
            Remedy("Convert it to a NumPy array yourself, and give that"),
        ) from None


def arrays_on_host(thing: Any) -> Any:
    """
    Convert a tensor, or the tensors of a list or tuple; return other objects unchanged.

    Raises:
        InputTypeError: `on_host` refuses the object or one of the items.
    """
    if isinstance(thing, list | tuple) and any(map(is_tensor, thing)):
        return [on_host(item) for item in thing]
    return on_host(thing)


def _as_numbers(tensor: Any) -> NDArray[Any]:
    """Return a tensor as an array. Types that NumPy lacks, such as bfloat16, become float32."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach()
    array = _as_array(tensor)
    return array if array.dtype.kind != "V" else array.astype(np.float32)


def _as_array(tensor: Any) -> NDArray[Any]:
    if not _is_on_host(tensor):
        for method in ("cpu", "get"):  # torch has `cpu`; cupy, which refuses `__array__`, has `get`.
            if hasattr(tensor, method):
                tensor = getattr(tensor, method)()
                break
    if isinstance(tensor, np.ndarray):
        return tensor
    if hasattr(tensor, "__dlpack__") and _is_on_host(tensor):
        try:
            return np.from_dlpack(tensor)
        except _CONVERSION_ERRORS:
            pass  # DLPack or NumPy does not support this type of number.
    try:
        return _as_numpy(tensor)
    except _CONVERSION_ERRORS:
        if not hasattr(tensor, "float"):  # torch has it, and numbers that NumPy lacks.
            raise
        return _as_numpy(tensor.float())


def _is_on_host(tensor: Any) -> bool:
    """Return whether NumPy can read the memory of a tensor; True if its device is unknown."""
    return not hasattr(tensor, "__dlpack_device__") or tensor.__dlpack_device__()[0] == _CPU


def _as_numpy(tensor: Any) -> NDArray[Any]:
    array = np.asarray(tensor)
    if array.dtype.kind == "O":  # NumPy wraps objects that it cannot convert.
        raise TypeError("there is no way to convert it")
    return array
