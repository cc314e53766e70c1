"""What compiled functions say: a sentence with its numbers.  `words` has the sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled


@compiled
def say(sentence: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0, e: Any = 0, f: Any = 0) -> Any:
    """A sentence with its numbers, as a compiled function returns it."""
    return (
        np.int64(sentence),
        np.int64(a),
        np.int64(b),
        np.int64(c),
        np.int64(d),
        np.int64(e),
        np.int64(f),
    )
