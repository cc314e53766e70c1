"""Ludoteca for learners.

vector       `VectorEnv`: many games stepped by one compiled call, NumPy alone
device       `DeviceEnv`: many games in the memory of a GPU; needs `pip install 'ludoteca[gpu]'`
gymnasium    one agent against a bot; needs `pip install 'ludoteca[gymnasium]'`
pettingzoo   two agents; needs `pip install 'ludoteca[pettingzoo]'`
sb3          many games against a bot for Stable-Baselines3; needs `pip install 'ludoteca[sb3]'`
notebook     a board to click in a notebook; needs `pip install 'ludoteca[notebook]'`
openspiel    every game registered with pyspiel; needs `pip install 'ludoteca[openspiel]'`

Each is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.adapters.device import DeviceEnv
    from ludoteca.adapters.vector import VectorEnv

_MODULES = ("device", "gymnasium", "notebook", "openspiel", "pettingzoo", "sb3", "vector")
_CLASSES = {"DeviceEnv": "device", "VectorEnv": "vector"}

__all__ = ["DeviceEnv", "VectorEnv"]


def __getattr__(name: str) -> Any:
    if name in _CLASSES:
        return getattr(import_module(f"ludoteca.adapters.{_CLASSES[name]}"), name)
    if name not in _MODULES:
        raise AttributeError(f"module 'ludoteca.adapters' has no attribute {name!r}")
    try:
        return import_module(f"ludoteca.adapters.{name}")
    except ImportError as error:  # as an attribute it does not exist; the reason stays the same
        raise AttributeError(str(error)) from error


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES, "__doc__", "__file__", "__name__", "__path__"])
