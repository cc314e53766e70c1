"""Runs before a wheel is built, an editable one too: browsers need scripts that are translated from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TranslatedScripts(BuildHookInterface[Any]):
    """Writes the scripts, which git does not have."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (as Hatch calls it)
        """Translate them."""
        subprocess.run([sys.executable, Path(__file__).with_name("translate_scripts.py")], check=True)
