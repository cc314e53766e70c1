"""What Numba's CUDA compiler makes of functions, as far as it goes without a GPU."""

from __future__ import annotations

from types import SimpleNamespace

from ludoteca.compiler.devices import prepare_cuda

HOPPER = (9, 0)


def pretend_device(monkeypatch) -> None:
    """A GPU to compile for, as `compiler/devices.py` does."""
    prepare_cuda()
    import numba.cuda.dispatcher

    pretend = SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: pretend)


def cuda_code(function, *arguments) -> str:
    """The code of a function and of all that it calls, up to what the compiler would hand to the driver."""
    from numba.cuda.compiler import compile_cuda

    libraries, waiting = {}, [compile_cuda(function, None, arguments, cc=HOPPER).library]
    while waiting:
        library = waiting.pop()
        if library.name not in libraries:
            libraries[library.name] = str(library._module)  # noqa: SLF001 (Numba's)
            waiting += library._linking_libraries  # noqa: SLF001
    return "\n".join(libraries.values())
