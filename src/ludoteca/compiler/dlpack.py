"""DLPack: memory lent to another library, such as PyTorch, JAX or CuPy, without a copy.

See https://dmlc.github.io/dlpack: a capsule has the address of a struct, and whoever takes it calls the function in the
struct when they are done.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # DLPack's devices
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # its types, by NumPy's letters
NAME = b"dltensor"  # of a capsule that nobody has taken

_lent: dict[int, Any] = {}  # by the address of the struct: what must not be freed meanwhile


class _Tensor(ctypes.Structure):
    """DLManagedTensor, whose first fields are those of DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.c_void_p),  # none: rows are next to each other
        ("byte_offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _give_back(address: int) -> None:
    _lent.pop(address, None)


_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _forget(capsule: int) -> None:
    """A capsule is freed: if nobody has taken what is in it, nobody will give it back."""
    if _is_valid(capsule, NAME):
        _lent.pop(_pointer(capsule, NAME), None)


def capsule(owner: Any, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int]) -> Any:
    """Memory as a capsule: an array in rows at an address, of an owner who keeps it until it is given back."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    tensor = _Tensor(
        data=address,
        device_type=device[0],
        device_id=device[1],
        ndim=len(shape),
        code=CODES[dtype.kind],
        bits=8 * dtype.itemsize,
        lanes=1,
        shape=sizes,
        deleter=ctypes.cast(_give_back, ctypes.c_void_p),
    )
    place = ctypes.addressof(tensor)
    _lent[place] = tensor, sizes, owner
    return _new_capsule(place, NAME, ctypes.cast(_forget, ctypes.c_void_p))
