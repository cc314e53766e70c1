"""How tests compile: with bounds checking, and with less optimising, since most of it runs only once.

To be imported before anything is compiled.  Tests run on all processors, so that none compiles in two processes.
Run as a program it compiles all games, so that no test waits for what another compiles.
"""

from __future__ import annotations

import os
import subprocess
import sys

os.environ.setdefault("LUDOTECA_CHECKED", "1")
os.environ.setdefault("NUMBA_OPT", "1")
os.environ.setdefault("LUDOTECA_COMPILERS", "1")

if __name__ == "__main__":
    sys.exit(subprocess.run([sys.executable, "-m", "ludoteca", "warm"], check=False).returncode)
