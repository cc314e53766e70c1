"""Where rows of arrays are worked on: the memory and threads of a GPU, or this processor, with the same functions.

A function takes the first of its rows and how far apart they are, and goes through them.  On a GPU every thread calls
it; Numba compiles it for CUDA, once in each process.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
from contextlib import suppress
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludoteca.compiler import dlpack
from ludoteca.compiler.cuda_tables import use_shared_tables
from ludoteca.compiler.hardware import gpu_trouble
from ludoteca.compiler.layouts import use_state_types
from ludoteca.errors import LudotecaError

Array = npt.NDArray[Any]
Shape = tuple[int, ...]

BLOCK = 128  # threads that start together
LANES = 32  # threads that share a row
MOST_THREADS = 1 << 17  # each has scratch memory of its own; more would not run at the same time on the largest GPUs
ITS_STREAM = (None, -1, 0, 1, 2)  # DLPack's numbers for streams that wait for ours, and for no stream


class NoGpu(LudotecaError):
    """There is no GPU that Numba can use."""


class Device(Protocol):
    """Memory, and threads that work on it."""

    def threads(self, rows: int) -> int:
        """How many threads work on so many rows."""

    def empty(self, shape: Shape, dtype: npt.DTypeLike) -> Any:
        """A new array whose content is undefined."""

    def array(self, host: Array) -> Any:
        """A new array with the content of one on the host."""

    def host(self, array: Any) -> Array:
        """The content of an array, on the host."""

    def given(self, array: Any) -> Any:
        """An array from outside; one that is on the device stays where it is."""

    def as_type(self, array: Any, dtype: npt.DTypeLike) -> Any:
        """The same memory as rows of numbers of another type."""

    def shown(self, array: Any, shape: Shape, dtype: npt.DTypeLike) -> Any:
        """The same memory, for other libraries."""

    def run(self, function: Any, rows: int, *arguments: Any) -> None:
        """Let a function go through rows: it takes the first, how far apart they are, and the arguments."""

    def run_wide(self, function: Any, rows: int, *arguments: Any) -> None:
        """The same where threads share a row: then come the thread's number among them, and how many they are."""


class Processor:
    """The memory of this process, and one thread."""

    def threads(self, rows: int) -> int:  # noqa: D102
        return 1

    def empty(self, shape: Shape, dtype: npt.DTypeLike) -> Array:  # noqa: D102
        return np.zeros(shape, dtype)

    def array(self, host: Array) -> Array:  # noqa: D102
        return np.array(host)

    def host(self, array: Array) -> Array:  # noqa: D102
        return array

    def given(self, array: Any) -> Array:  # noqa: D102
        return np.asarray(array)

    def as_type(self, array: Array, dtype: npt.DTypeLike) -> Array:  # noqa: D102
        return array.view(dtype).reshape(len(array), -1)

    def shown(self, array: Array, shape: Shape, dtype: npt.DTypeLike) -> Array:  # noqa: D102
        return array.view(dtype).reshape(shape)

    def run(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        function(0, 1, *arguments)

    def run_wide(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        function(0, 1, 0, 1, *arguments)


class DeviceArray:
    """Memory of a GPU as other libraries take it: by `__cuda_array_interface__` or DLPack, without a copy.

    PyTorch: `torch.as_tensor(array)`; CuPy: `cupy.asarray(array)`; JAX: `jax.dlpack.from_dlpack(array)`.
    """

    def __init__(self, array: Any, shape: Shape, dtype: npt.DTypeLike) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.content = array  # as Numba has it

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{' × '.join(map(str, self.shape))} numbers of type {self.dtype} on a GPU>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return interface(self.content, self.shape, self.dtype) | {"stream": 1}

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, 0

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if stream not in ITS_STREAM:
            _cuda().synchronize()
        address = self.content.__cuda_array_interface__["data"][0]
        return dlpack.capsule(self.content, address, self.shape, self.dtype, self.__dlpack_device__())

    def copy_to_host(self) -> Array:
        """Its content as a NumPy array."""
        copied: Array = self.content.copy_to_host().view(self.dtype).reshape(self.shape)
        return copied


class Gpu:
    """The memory and threads of the GPU that Numba uses, all work one after another in its default stream."""

    def __init__(self) -> None:
        self._cuda = _cuda()
        self._started: dict[Any, tuple[Any, Any]] = {}  # kernels for their types, with arguments that had them

    def threads(self, rows: int) -> int:  # noqa: D102
        return min(BLOCK * math.ceil(rows / BLOCK), MOST_THREADS)

    def empty(self, shape: Shape, dtype: npt.DTypeLike) -> Any:  # noqa: D102
        return self._cuda.device_array(shape, dtype)

    def array(self, host: Array) -> Any:  # noqa: D102
        return self._cuda.to_device(np.ascontiguousarray(host))

    def host(self, array: Any) -> Array:  # noqa: D102
        copied: Array = array.copy_to_host()
        return copied

    def given(self, array: Any) -> Any:  # noqa: D102
        if isinstance(array, DeviceArray):
            return array.content
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self.array(np.asarray(array))

    def as_type(self, array: Any, dtype: npt.DTypeLike) -> Any:  # noqa: D102
        size, wide = array.size * array.dtype.itemsize, np.dtype(dtype)
        shape = (len(array), size // len(array) // wide.itemsize)
        return self._cuda.from_cuda_array_interface(interface(array, shape, wide), owner=array)

    def shown(self, array: Any, shape: Shape, dtype: npt.DTypeLike) -> DeviceArray:  # noqa: D102
        return DeviceArray(array, shape, dtype)

    def run(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        self._start(function, 1, self.threads(rows), arguments)

    def run_wide(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        self._start(function, LANES, self.threads(rows * LANES), arguments)

    def _start(self, function: Any, lanes: int, threads: int, arguments: tuple[Any, ...]) -> None:
        """Numba takes longer to find out the types of tuples of arrays than a GPU to work on them: only once."""
        key = function, threads, *map(_kind, arguments)
        if key not in self._started:
            made = kernel(function, lanes).specialize(*arguments)
            self._started[key] = made[threads // BLOCK, BLOCK], arguments
        self._started[key][0](*arguments)


def _kind(argument: Any) -> Any:
    """What is the same for arguments of one type: a tuple is always the same one."""
    if isinstance(argument, tuple):
        return id(argument)
    return (argument.dtype, argument.ndim, argument.strides) if hasattr(argument, "strides") else type(argument)


def interface(array: Any, shape: Shape, dtype: np.dtype[Any]) -> dict[str, Any]:
    """What `__cuda_array_interface__` says of an array's memory, seen as another array."""
    data = array.__cuda_array_interface__["data"]
    return {"shape": shape, "typestr": dtype.str, "data": data, "strides": None, "version": 3}


@functools.cache
def _cuda() -> Any:
    """Numba's CUDA, which knows the types of our states; NoGpu if it cannot be used."""
    if (trouble := gpu_trouble()) is not None:
        raise NoGpu(f"there is no GPU that Ludoteca can use: {trouble}")
    prepare_cuda()
    from numba import cuda  # late: only GPUs need it

    return cuda


@functools.cache
def prepare_cuda() -> None:
    """Let Numba's CUDA give states their type, and share tables."""
    with suppress(ImportError):  # numba-cuda, if it is installed, has a copy of what Numba has for types
        use_state_types(importlib.import_module("numba.cuda.np.numpy_support"))
    use_shared_tables(importlib.import_module("numba.cuda.target"))


def kernel_source(function: Any, lanes: int) -> Any:
    """What a thread of a GPU does with its number, as a Python function."""
    names = list(inspect.signature(function.py_func).parameters)[2 if lanes == 1 else 4 :]
    given = ", ".join(names)
    if lanes == 1:
        text = f"function(int64(grid(1)), int64(gridsize(1)), {given})"
    else:
        own = f"int64(grid(1)) // {lanes}, int64(gridsize(1)) // {lanes}, int64(grid(1)) % {lanes}, {lanes}"
        text = f"function({own}, {given})"
    from numba import cuda  # late, as above

    space = {"function": function, "grid": cuda.grid, "gridsize": cuda.gridsize, "int64": np.int64}
    name = function.py_func.__name__
    exec(f"def {name}({given}): {text}", space)  # CUDA takes no *arguments
    return space[name]


@functools.cache
def kernel(function: Any, lanes: int) -> Any:
    """A kernel that lets every thread call a function; it is compiled when it first gets arguments of new types."""
    return _cuda().jit(kernel_source(function, lanes))


def device_called(name: str) -> Device:
    """The GPU for `cuda`, this processor for `cpu`."""
    if name not in ("cpu", "cuda"):
        raise LudotecaError(f"a device is 'cuda' or 'cpu', not {name!r}")
    return Gpu() if name == "cuda" else Processor()
