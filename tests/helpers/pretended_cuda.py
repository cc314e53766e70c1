"""A GPU that is not there: `numba.cuda` as far as `compiler/devices.py` uses it, with threads one after another.

Kernels are not compiled for it: each thread calls the function that the processor calls, with its own number.  Memory
that nobody has written to is full of ones.
"""

from __future__ import annotations

import numpy as np


class PretendedArray:
    """Memory of the device: only kernels read and write its content."""

    def __init__(self, content):
        self.content = content

    shape = property(lambda self: self.content.shape)
    strides = property(lambda self: self.content.strides)
    dtype = property(lambda self: self.content.dtype)
    ndim = property(lambda self: self.content.ndim)
    size = property(lambda self: self.content.size)

    def __len__(self):
        return len(self.content)

    def __getitem__(self, part):
        assert isinstance(part, slice)
        return PretendedArray(self.content[part])

    def reshape(self, *shape):
        return PretendedArray(self.content.reshape(*shape))

    def copy_to_host(self):
        return self.content.copy()

    @property
    def __cuda_array_interface__(self):
        told = self.content.__array_interface__
        return {name: told[name] for name in ("shape", "typestr", "data", "strides", "version")}


class Described:
    """Memory by its description."""

    def __init__(self, description, owner):
        self.__array_interface__ = {name: each for name, each in description.items() if name != "stream"}
        self.owner = owner


def unwrapped(argument):
    """An argument as the function gets it."""
    if isinstance(argument, tuple):
        return type(argument)(*map(unwrapped, argument))
    return argument.content if isinstance(argument, PretendedArray) else argument


class PretendedKernel:
    """A function that every thread calls."""

    def __init__(self, function):
        self.function = function

    def specialize(self, *_):
        return self

    def __getitem__(self, grid):
        def start(*arguments):
            own, threads = self.function.__globals__, grid[0] * grid[1]
            given = [unwrapped(each) for each in arguments]
            for thread in reversed(range(threads)):
                own["grid"], own["gridsize"] = lambda _, thread=thread: thread, lambda _: threads
                self.function(*given)

        return start


class PretendedCuda:
    """The module."""

    jit = PretendedKernel

    @staticmethod
    def device_array(shape, dtype):
        content = np.empty(shape, dtype)
        content.reshape(-1).view(np.uint8)[:] = 255
        return PretendedArray(content)

    @staticmethod
    def to_device(host):
        assert isinstance(host, np.ndarray) and host.flags.c_contiguous
        return PretendedArray(host.copy())

    @staticmethod
    def from_cuda_array_interface(description, owner=None):
        return PretendedArray(np.asarray(Described(description, owner)))

    def as_cuda_array(self, array):
        return self.from_cuda_array_interface(array.__cuda_array_interface__, array)

    @staticmethod
    def synchronize():
        pass
