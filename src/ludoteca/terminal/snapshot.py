"""Pictures of the app's screens: as text, for tests, and as SVG, for the manual."""

from __future__ import annotations

import io

from rich.console import Console
from textual.app import App


def screen_text(app: App[None]) -> str:
    """The characters on the screen."""
    width, height = app.size
    console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, color_system=None,
                      legacy_windows=False, record=True)  # fmt: skip
    console.print(app.screen._compositor.render_update(full=True, simplify=True))
    lines = console.export_text(styles=False).splitlines()
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"
