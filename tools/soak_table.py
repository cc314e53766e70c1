"""What the soak tools print: a table for people, or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Row = Mapping[str, object]


def print_rows(title: str, rows: Sequence[Row], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"title": title, "rows": list(rows)}))
        return
    heads = list(rows[0]) if rows else []
    texts = [[str(row[head]) for head in heads] for row in rows]
    widths = [max(len(head), *(len(line[column]) for line in texts)) for column, head in enumerate(heads)]
    print(title)
    for line in [heads, *texts]:
        print("  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)))
    print()
