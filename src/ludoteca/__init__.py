"""Ludoteca: a home for two-player abstract board games.  Start with `ludoteca.game("gekitai").start()`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ludoteca.bots import find_bot as bot
    from ludoteca.play.position import open_game as game
    from ludoteca.search.analysis import analyse

_LAZY = {  # imported when a name is first used: Numba must not slow `import ludoteca` down
    "analyse": ("ludoteca.search.analysis", "analyse"),
    "bot": ("ludoteca.bots", "find_bot"),
    "game": ("ludoteca.play.position", "open_game"),
}

__all__ = ["__version__", "analyse", "bot", "game"]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")
    module, attribute = _LAZY[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__file__", "__name__", "__path__"])
