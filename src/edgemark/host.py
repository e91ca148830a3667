"""
Convert tensors of other libraries to NumPy arrays in main memory.

A tensor is an object with `__dlpack__` or `__array__`, such as an array of torch, jax or cupy, that is
no NumPy array, frame or sparse matrix. None of these libraries is imported.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import InputTypeError, Remedy
from edgemark.foreign import package_of

__all__ = ["arrays_on_host", "is_tensor", "on_host"]

_CPU = 1  # The value of kDLCPU in the header of DLPack.
# Errors of libraries for tensors that are sparse, lazy, on a device, or of an unknown type.
_CANNOT = (TypeError, ValueError, RuntimeError, BufferError, NotImplementedError, AttributeError)


def is_tensor(thing: Any) -> bool:
    """
    Return whether an object is an array of another library.

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
        TypeError: the tensor cannot be converted to an array of numbers, such as a sparse tensor.
    """
    if not is_tensor(thing):
        return thing
    try:
        return _in_numbers(thing)
    except _CANNOT as error:
        name = f"{type(thing).__module__}.{type(thing).__qualname__}"
        raise InputTypeError(
            f"a tensor must be dense and of a type that NumPy knows; {name} gives: {error}",
            Remedy("Convert it to a NumPy array yourself, and give that"),
        ) from None


def arrays_on_host(thing: Any) -> Any:
    """
    Return a tensor, or a list of tensors, as NumPy arrays; return other objects unchanged.

    Raises:
        TypeError: a tensor cannot be converted to an array of numbers.
    """
    if isinstance(thing, list | tuple) and any(map(is_tensor, thing)):
        return [on_host(one) for one in thing]
    return on_host(thing)


def _in_numbers(tensor: Any) -> NDArray[Any]:
    """Copy a tensor. NumPy has no bfloat16, so such numbers become float32, which holds them exactly."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach()
    array = _moved(tensor)
    return array if array.dtype.kind != "V" else array.astype(np.float32)


def _moved(tensor: Any) -> NDArray[Any]:
    if not _is_here(tensor):
        for method in ("cpu", "get"):  # Methods of torch, and of cupy, which refuses `__array__`.
            if hasattr(tensor, method):
                tensor = getattr(tensor, method)()
                break
    if isinstance(tensor, np.ndarray):
        return tensor
    if hasattr(tensor, "__dlpack__") and _is_here(tensor):
        try:
            return np.from_dlpack(tensor)
        except _CANNOT:
            pass  # DLPack or NumPy does not support this type of number.
    try:
        return _converted(tensor)
    except _CANNOT:
        if not hasattr(tensor, "float"):
            raise
        return _converted(tensor.float())


def _is_here(tensor: Any) -> bool:
    """
    Return whether NumPy can read the memory of a tensor; if unknown, the tensor converts itself.
    """
    return not hasattr(tensor, "__dlpack_device__") or tensor.__dlpack_device__()[0] == _CPU


def _converted(tensor: Any) -> NDArray[Any]:
    array = np.asarray(tensor)
    if array.dtype.kind == "O":
        raise TypeError("there is no way to convert it")
    return array
