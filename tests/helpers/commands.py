"""Calling the command `ludoteca`: quickly inside this process, or as people do, in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from typer.testing import CliRunner, Result

RECORD = """[Game "gekitai"]
[First "Ann"]
[Second "Bob"]
[Result "*"]

1. a1 {a corner} f6 2. c1 f4 3. e1 *
"""


def call(*words: str) -> Result:
    """Run a command inside this process; stdout and stderr are kept apart."""
    from ludoteca.cli.app import whole_program

    return CliRunner().invoke(whole_program(), list(words))


def answer(*words: str) -> Any:
    """What a command prints with --json; it must succeed."""
    result = call(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
