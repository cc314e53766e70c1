"""What compiled code runs on: the processor, and a graphics card if Numba can use one."""

from __future__ import annotations

import llvmlite.binding


def processor_name() -> str:
    """LLVM's name for this processor."""
    return str(llvmlite.binding.get_host_cpu_name())


def processor_features() -> dict[str, bool]:
    """What LLVM knows of this processor, by LLVM's names."""
    return dict(llvmlite.binding.get_host_cpu_features())


def graphics_card() -> str | None:
    """The name of the graphics card that Numba would use; None if there is none."""
    from numba import cuda  # late: only GPUs need it

    if not cuda.is_available():
        return None
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
