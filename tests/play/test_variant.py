"""Games by name and options, whatever the options are called."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.kernel.errors import UnknownName


@pytest.mark.parametrize("name", ["name", "self", "game", "options"])
def test_an_option_that_is_called_like_a_parameter_is_unknown_like_any_other(name):
    with pytest.raises(UnknownName, match=f"no option of gekitai is called '{name}'"):
        ludoteca.game("gekitai", **{name: "x"})
