"""Check explanations for truth: `python tools/check_explanations.py GAME --positions 1000`.

It explains moves of positions from random and from searched games, and holds every claim against the rules by code of
its own (`claim_checks.py`): it plays all moves, compares the bits of the states, and searches by full width.
The table counts claims by kind, those that are false, and those that were not decided within `--limit` positions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from claim_checks import is_true
from full_width import FullWidth

from ludoteca.errors import LudotecaError
from ludoteca.explain import explain
from ludoteca.play import Position, Variant
from ludoteca.play.position import open_game
from ludoteca.search.analysis import analyse

LONGEST_GAME = 200  # plies that are played for positions


def positions_of(variant: Variant, count: int, chance: random.Random) -> Iterator[Position]:
    """Positions of games that are not over: of random games and of games that a search plays, in turn."""
    for number in range(count):
        line = random_line(variant, chance) if number % 2 == 0 else searched_line(variant, chance)
        yield chance.choice(line)


def random_line(variant: Variant, chance: random.Random) -> list[Position]:
    """A game of random moves; all but its end."""
    line = [variant.start(chance.randrange(2**31))]
    while line[-1].outcome is None and len(line) < LONGEST_GAME:
        line.append(line[-1].after(chance.choice(line[-1].codes)))
    return line[:-1] if line[-1].outcome is not None else line


def searched_line(variant: Variant, chance: random.Random) -> list[Position]:
    """A game in which a quick search plays, now and then its second choice, after a few random moves."""
    line = [variant.start(chance.randrange(2**31))]
    opening = chance.randrange(6)
    while line[-1].outcome is None and len(line) < LONGEST_GAME:
        position = line[-1]
        if len(line) <= opening or chance.random() < 0.1:
            line.append(position.after(chance.choice(position.codes)))
        else:
            found = analyse(position, None, nodes=300, lines=min(2, len(position.codes)), seed=1, megabytes=1)
            line.append(position.play(chance.choice([found.lines[0], *found.lines]).moves[0]))
    return line[:-1] if line[-1].outcome is not None else line


def check_game(
    name: str, *, positions: int, nodes: int, limit: int, seed: int, is_watched: bool
) -> dict[str, dict[str, Any]]:
    """By kind of claim: how many, how many false, how many not decided, and what was false."""
    variant, chance = open_game(name), random.Random(seed)
    search = FullWidth(variant, limit)
    found: dict[str, dict[str, Any]] = {}
    for number, position in enumerate(positions_of(variant, positions, chance), 1):
        lines = min(2, len(position.codes))
        report = analyse(position, None, nodes=nodes, lines=lines, seed=seed, megabytes=16)
        for move in {report.best, position.named_code(chance.choice(position.codes))}:
            told = explain(position, move, report)
            for claim in told.claims:
                row = found.setdefault(claim.kind, {"claims": 0, "false": 0, "undecided": 0, "examples": []})
                verdict = is_true(told, claim, report, search)
                row["claims"] += 1
                row["undecided"] += verdict is None
                if verdict is False:
                    row["false"] += 1
                    moves = [str(each.last_move) for each in list(position.line())[-2::-1]]
                    row["examples"].append(
                        {"position": str(position), "moves": moves, "move": str(move), "said": told.sentence(claim)}
                    )
        if is_watched:
            print(f"\r{name}: {number} of {positions} positions", end="", file=sys.stderr, flush=True)
    if is_watched:
        print(file=sys.stderr)
    return found


def table(found: dict[str, dict[str, Any]]) -> str:
    """A row for each kind of claim."""
    rows = [f"{'claim':24}{'number':>8}{'false':>8}{'undecided':>11}"]
    for kind in sorted(found):
        row = found[kind]
        rows.append(f"{kind:24}{row['claims']:8}{row['false']:8}{row['undecided']:11}")
    total = [sum(row[column] for row in found.values()) for column in ("claims", "false", "undecided")]
    return "\n".join([*rows, f"{'all':24}{total[0]:8}{total[1]:8}{total[2]:11}"])


def main() -> int:
    """Check the games that are named; 1 when a claim is false."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME", help="a game by name, or the path of its file")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=20_000, help="of each search that is explained")
    parser.add_argument("--limit", type=int, default=3_000_000, help="positions of a search that checks a claim")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wanted = parser.parse_args()
    is_false = False
    for name in wanted.games:
        try:
            found = check_game(
                name,
                positions=wanted.positions,
                nodes=wanted.nodes,
                limit=wanted.limit,
                seed=wanted.seed,
                is_watched=sys.stderr.isatty(),
            )
        except LudotecaError as error:
            print(f"check_explanations: {error}", file=sys.stderr)
            return 2
        is_false |= any(row["false"] for row in found.values())
        if wanted.as_json:
            print(json.dumps({"game": name, "claims": found}), flush=True)
            continue
        print(f"{name}, {wanted.positions} positions\n{table(found)}", flush=True)
        for row in found.values():
            for example in row["examples"][:5]:
                print(f"  FALSE: {example['position']} | {example['move']} | {example['said']}", flush=True)
    return 1 if is_false else 0


if __name__ == "__main__":
    sys.exit(main())
