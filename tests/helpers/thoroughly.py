"""Values of a parameter that `make test` leaves out and `make thorough` takes."""

from __future__ import annotations

from typing import Any

import pytest


def thoroughly(*values: Any) -> list[Any]:
    """These values, marked; a tuple has one for each parameter."""
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough) for value in values
    ]
