"""What compiled code runs on: the processor, and a graphics card if Numba can use one."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding
import numba

INSTALL = "pip install 'ludoteca[gpu]' installs"
NVIDIA_DRIVER = Path("/proc/driver/nvidia/version")  # where Linux names the driver's version


def processor_name() -> str:
    """LLVM's name for this processor."""
    return str(llvmlite.binding.get_host_cpu_name())


def processor_features() -> dict[str, bool]:
    """What LLVM knows of this processor, by LLVM's names."""
    return dict(llvmlite.binding.get_host_cpu_features())


def gpu_trouble() -> str | None:
    """Why Numba cannot use a GPU, and what is missing, in one sentence without its beginning; None if it can."""
    told = NVIDIA_DRIVER.read_text(encoding="utf-8") if NVIDIA_DRIVER.exists() else ""
    found = re.search(r"\d+\.\d+(\.\d+)?", told)
    driver = f"; the NVIDIA driver is {found[0]}" if found else ""
    has_package = find_spec("numba_cuda") is not None
    try:
        from numba import cuda  # late: only GPUs need it

        if has_package:
            import_module("numba.cuda.np.arrayobj")  # else its first kernel says that it needs another NumPy
    except (AttributeError, ImportError) as error:  # a package in its place may need another NumPy
        return f"numba.cuda cannot be imported ({error}){driver}; {INSTALL} versions that fit together"
    if cuda.is_available():
        return None
    error = " ".join((cuda.cuda_error() or "NVVM, a part of the CUDA toolkit, cannot be found").split())
    missing = "" if has_package else f"; {INSTALL} what else is needed"
    return f"{error.partition('. ')[0].rstrip(':')}{driver}{missing}"


def graphics_card() -> str:
    """The graphics card that Numba would use, or `none` and why, with the versions that matter."""
    if (trouble := gpu_trouble()) is not None:
        return f"none that Numba {numba.__version__} can use: {trouble}"
    from numba import cuda  # late, as above

    name = cuda.get_current_device().name
    return f"{name.decode() if isinstance(name, bytes) else name}, with Numba {numba.__version__}"
