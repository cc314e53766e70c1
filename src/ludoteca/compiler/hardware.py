"""What compiled code runs on: the processor, and a graphics card if Numba can use one."""

from __future__ import annotations

import re
from pathlib import Path

import llvmlite.binding
import numba

NVIDIA_DRIVER = Path("/proc/driver/nvidia/version")  # where Linux names the driver's version


def processor_name() -> str:
    """LLVM's name for this processor."""
    return str(llvmlite.binding.get_host_cpu_name())


def processor_features() -> dict[str, bool]:
    """What LLVM knows of this processor, by LLVM's names."""
    return dict(llvmlite.binding.get_host_cpu_features())


def graphics_card() -> str:
    """The graphics card that Numba would use, or `none` and why, with the versions that matter."""
    told = NVIDIA_DRIVER.read_text(encoding="utf-8") if NVIDIA_DRIVER.exists() else ""
    found = re.search(r"\d+\.\d+(\.\d+)?", told)
    driver = f"; the NVIDIA driver is {found[0]}" if found else ""
    try:
        from numba import cuda  # late: only GPUs need it
    except (AttributeError, ImportError) as error:  # a package in its place may need another NumPy
        return f"none that Numba {numba.__version__} can use: numba.cuda cannot be imported ({error}){driver}"
    if cuda.is_available():
        name = cuda.get_current_device().name
        return f"{name.decode() if isinstance(name, bytes) else name}, with Numba {numba.__version__}{driver}"
    error = " ".join((cuda.cuda_error() or "NVVM, a part of the CUDA toolkit, cannot be found").split())
    return f"none that Numba {numba.__version__} can use: {error.partition('. ')[0].rstrip(':')}{driver}"
