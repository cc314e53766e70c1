"""Processors without BMI2, and WebAssembly, have functions of their own: the same tests in a process that uses them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = ("test_bits.py", "test_flips.py", "test_pushes.py")


@pytest.mark.parametrize("file", FILES)
def test_the_portable_functions_give_the_same_answers(file):
    command = [sys.executable, "-m", "pytest", str(Path(__file__).with_name(file)), "-q", "-p", "no:xdist"]
    environment = os.environ | {"LUDOTECA_PORTABLE": "1"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_no_bmi2_is_used_then():
    program = "from ludoteca.compiler.bits import HAS_BMI2; print(HAS_BMI2)"
    environment = os.environ | {"LUDOTECA_PORTABLE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"
