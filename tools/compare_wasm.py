"""Compare games in the browser with games in Python, position by position: `python tools/compare_wasm.py --help`.

Python plays random games and writes down what it says of every position; Node plays the same moves with the modules
that `ludoteca build wasm` makes, and tells the differences.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.bots.compiled_levels import LevelTools, Turn, level_number, played_out_move, searched_move
from ludoteca.bots.levels import LEVELS, LevelBot, rung
from ludoteca.errors import LudotecaError
from ludoteca.explain import Hint, explain, review, review_json
from ludoteca.games import game_names
from ludoteca.kernel.random_numbers import new_random
from ludoteca.play import Position, Variant
from ludoteca.play.move_input import choose, next_picks
from ludoteca.play.position import open_game
from ludoteca.play.records.reader import read_records
from ludoteca.play.records.record_json import to_json
from ludoteca.play.records.tree import RecordedGame, RecordLine, RecordPly, result_of
from ludoteca.play.records.writer import write_record
from ludoteca.play.turns import codes_of
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.analysis import analyse
from ludoteca.search.auto_search import auto_method
from ludoteca.search.learned_evaluation import learned_for
from ludoteca.search.limits import Limits
from ludoteca.search.report import Report, report_json
from ludoteca.search.solver import Attempt, try_to_solve
from ludoteca.search.tree_search import TreeSearch
from ludoteca.search.workspace import REPETITION_MODES
from ludoteca.wasm.build import build_game
from ludoteca.wasm.option_tables import values_of
from ludoteca.web.view import view_of

HERE = Path(__file__).parent
ODD_TEXTS = ("", "z99", "pass", "a1", "hello", "c3-d4", "wall c3", "b2 b2 b2", "x" * 80, "c3-e:1+2")
COMMENTS = ("", "", "Good.", "A } and a \\ and [%clk 1]", "Nur über d4, 黒")
REVIEWED = 8  # of so many games one is reviewed
REVIEW_NODES = 300
LONGEST = 120  # plies of a random game that are looked at


def variants_of(name: str) -> list[Variant]:
    """The game with its usual options, then with each value of each option, then with some drawn by lot."""
    game = open_game(name).game
    learned_for(Variant(game))  # it judges from now on, as it does in modules
    chosen: list[dict[str, Any]] = [{}]
    chosen += [{option.name: value} for option in game.options for value in values_of(option)[:8]]
    chance = random.Random(3)
    chosen += [{option.name: chance.choice(values_of(option)) for option in game.options} for _ in range(8)]
    found: dict[Variant, None] = {}
    for options in chosen:
        try:
            found.setdefault(Variant(game, **options))
        except LudotecaError:
            continue  # options that cannot stand together
    return list(found)


def error_of(error: LudotecaError) -> list[str]:
    """An error as both sides say it."""
    return [type(error).__name__, str(error)]


def answer(position: Position, text: str) -> Any:
    """The move that a text names, or why there is none."""
    try:
        return str(position.play(text).last_move)
    except LudotecaError as error:
        return error_of(error)


def answer_to_picks(position: Position, names: list[str]) -> Any:
    """The move that picks lead to, or why there is none."""
    try:
        return str(choose(position, names))
    except LudotecaError as error:
        return error_of(error)


def read_again(variant: Variant, text: str) -> Any:
    """The state of a position text, or why it is none."""
    try:
        return variant.position(text).state.tobytes().hex()
    except LudotecaError as error:
        return error_of(error)


def spoilt(text: str, chance: random.Random) -> str:
    """A position text with something wrong, perhaps."""
    place = chance.randrange(len(text))
    return text[:place] + chance.choice("./ x1brBW:,-#") + text[place + chance.randrange(2) :]


def expected(position: Position, chance: random.Random) -> dict[str, Any]:
    """What Python says of a position."""
    from ludoteca.kernel import verbs

    variant, cells = position.variant, position.variant.board.names
    codes = list(position.codes)
    after = {str(code): position.after(code).state.tobytes().hex() for code in codes[:: max(1, len(codes) // 8)]}
    tries = [chance.choice(ODD_TEXTS), chance.choice(cells), f"{chance.choice(cells)} {chance.choice(cells)}"]
    if codes:
        text = str(position.named_code(chance.choice(codes)))
        tries += [text, text.upper(), text.replace("-", " "), text[:2]]
    seen = [position.written(position.named_code(chance.choice(codes)))] if codes else []
    paths = [[chance.choice(cells)], [chance.choice(cells), chance.choice(cells)]]
    if codes:
        picks = [pick.name for pick in position.named_code(chance.choice(codes)).picks]
        paths += [picks[:1], [*picks[:1], chance.choice(cells)], picks]
    texts = [str(position), spoilt(str(position), chance), spoilt(str(position), chance)]
    return {
        "state": position.state.tobytes().hex(),
        "codes": codes,
        "after": after,
        "ending": int(verbs.ending(position.state)),
        "value": float(verbs.evaluate(position.state)),
        "margin": int(verbs.margin(position.state)),
        "key": str(position.repetition_key),
        "view": view_of(position),
        "picks": [[pick.name, pick.is_cell, str(pick)] for pick in next_picks(position)],
        "typed": [[text, answer(position, text)] for text in tries if not is_in_notation(position, text)]
        + [[text, answer(position, text)] for text in seen],
        "picked": [[names, answer_to_picks(position, names)] for names in paths],
        "read": [[text, read_again(variant, text)] for text in texts],
    }


def is_in_notation(position: Position, text: str) -> bool:
    """Whether a text is a move in the game's usual notation, which only Python reads."""
    notation = position.variant.game.notation
    if notation is None or notation.read is None:
        return False
    return bool(set(notation.read(position.state, text.strip())) & set(position.codes))


def random_positions(name: str, count: int, first: int = 1) -> Iterator[dict[str, Any]]:
    """Games as Node shall play them, until there are enough positions: all variants in turn."""
    chance, made = random.Random(first), 0
    for variant in itertools.cycle(variants_of(name)):
        seed, number = chance.randrange(1000), 0
        position = variant.start(seed)
        steps = [expected(position, chance)]
        made += 1
        while not position.outcome and number < LONGEST and made < count:
            code = chance.choice(position.codes)
            position = position.after(code)
            steps.append({"code": code, **expected(position, chance)})
            number, made = number + 1, made + 1
        options = {option.name: option.text(variant.options[option.name]) for option in variant.game.options}
        yield {"options": options, "word": word_of(seed), "steps": steps}
        if made >= count:
            return


def search_json(found: Report) -> dict[str, Any]:
    """A report without what a clock says."""
    return {name: value for name, value in report_json(found).items() if name not in ("seconds", "nps")}


def attempt_json(attempt: Attempt) -> dict[str, Any]:
    """What came of trying to solve a position."""
    return {"report": attempt.report and search_json(attempt.report), "nodes": attempt.nodes}


def word_of(seed: int) -> str:
    """The state of the generator that a seed gives."""
    return str(int(new_random(seed)[0]))


def level_move(position: Position, number: int, seed: int) -> str:
    """What a level plays, by the compiled functions that play many games at once; the last one, by its bot."""
    game, codes = position.variant.game, list(position.codes)
    if len(codes) == 1 or level_number(game, f"level{number}") is None:
        return str(LevelBot("level", number, seed).choose(position))
    tools = LevelTools(position.variant, number)
    room = np.zeros_like(position.variant.room)
    room[: len(codes)] = codes
    keys = np.array([earlier.repetition_key for earlier in position.line()][:0:-1], np.uint64)
    mode = REPETITION_MODES.index(position.variant.repetition)
    turn = Turn(room, len(codes), keys, position.ply, position.variant.longest, mode, new_random(seed))
    choose_move = searched_move if tools.method == "alphabeta" else played_out_move
    return str(position.named_code(int(choose_move(position.state, turn, tools.tools))))


def searches(position: Position, seed: int, levels: Sequence[int]) -> list[dict[str, Any]]:
    """What to search in a position, and what comes of it."""
    word, is_tree = word_of(seed), auto_method(position.variant) == "mcts"
    done: list[dict[str, Any]] = []
    for lines, nodes, depth in ((1, 4000, None), (3, 3000, None), (1, None, 4), (200, 2000, 2)):
        limits = Limits(nodes=nodes, depth=None if is_tree else depth)
        if is_tree and nodes is None:
            continue
        searcher = TreeSearch(megabytes=8, seed=seed) if is_tree else AlphaBeta(megabytes=1)
        wanted = {"lines": lines, "nodes": nodes, "depth": limits.depth, "word": word}
        done.append(
            {"kind": "search", **wanted, "expected": search_json(searcher.search(position, limits, lines=lines))}
        )
    for lines in (1, 2):
        attempt = try_to_solve(position, Limits(nodes=5000), lines=lines, megabytes=1)
        done.append({"kind": "solve", "lines": lines, "nodes": 5000, "expected": attempt_json(attempt)})
    for number in levels:
        if rung(position.variant.game, number).time_ms is None:
            chosen = level_move(position, number, seed)
            done.append({"kind": "level", "level": number, "word": word, "expected": chosen})
    return done


def random_searches(name: str, count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Positions to search, in different parts of random games: all variants in turn."""
    chance, levels = random.Random(seed), itertools.cycle(LEVELS)
    for number, variant in zip(range(count), itertools.cycle(variants_of(name)), strict=False):
        position = variant.start(chance.randrange(1000))
        line = [position]
        while not position.outcome and len(line) < LONGEST:
            position = position.after(chance.choice(position.codes))
            line.append(position)
        going = [each for each in line if not each.outcome]
        position = chance.choice(going[-12:] if number % 2 else going)
        options = {option.name: option.text(variant.options[option.name]) for option in variant.game.options}
        states = [earlier.state.tobytes().hex() for earlier in position.line()][::-1]
        tasks = searches(position, number, list(itertools.islice(levels, 3)))
        yield {"options": options, "states": states, "tasks": tasks}


def report_task(report: Report) -> dict[str, Any]:
    """A report as Node can take it over."""
    lines = [
        {
            "codes": [code for move in line.moves for code in codes_of(move)],
            "value": line.value,
            "points": line.points,
            "is_exact": line.is_exact,
        }
        for line in report.lines
    ]
    return {"lines": lines, "depth": report.depth, "method": report.method}


def explanations(position: Position, chance: random.Random) -> list[dict[str, Any]]:
    """What to explain in a position, and what Python says: the best move, others, and a move without a search."""
    codes = position.codes
    report = analyse(position, None, nodes=2000, lines=min(2, len(codes)), seed=1, megabytes=1)
    shown, others = report_task(report), [position.named_code(chance.choice(codes)) for _ in range(2)]
    done: list[dict[str, Any]] = [
        {"kind": "move", "move": str(move), "report": shown, "expected": explain(position, move, report).to_json()}
        for move in (report.best, *others)
    ]
    alone = {"kind": "move", "move": str(others[0]), "report": None}
    reason = Hint(report, explain(position, report.best, report)).reason
    return [
        *done,
        {**alone, "expected": explain(position, others[0]).to_json()},
        {"kind": "hint", "report": shown, "expected": reason},
    ]


def random_explanations(name: str, count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Positions to explain, in different parts of random games, and now and then the game to review."""
    chance = random.Random(seed)
    for number, variant in zip(range(count), itertools.cycle(variants_of(name)), strict=False):
        line = [variant.start(chance.randrange(1000))]
        while not line[-1].outcome and len(line) < LONGEST:
            line.append(line[-1].after(chance.choice(line[-1].codes)))
        position = chance.choice([each for each in line if not each.outcome])
        yield explained_json(position, explanations(position, chance))
        if number % REVIEWED == 0 and len(line) > 1:
            found = review(line[-1], ms=None, again_ms=None, nodes=REVIEW_NODES, seed=1)
            task = {"kind": "review", "nodes": REVIEW_NODES, "word": word_of(1), "expected": review_json(found)}
            yield explained_json(line[-1], [task])


def explained_json(position: Position, tasks: list[dict[str, Any]]) -> dict[str, Any]:
    """A position with those before it, and what to do with it."""
    variant, line = position.variant, list(position.line())[::-1]
    options = {option.name: option.text(variant.options[option.name]) for option in variant.game.options}
    states, codes = [each.state.tobytes().hex() for each in line], [each.code for each in line[1:]]
    return {"options": options, "states": states, "codes": codes, "tasks": tasks}


def random_line(position: Position, plies: int, depth: int, chance: random.Random) -> RecordLine:
    """Random moves with comments, clocks, evaluations and variations."""
    line = RecordLine(chance.choice(["", "", "A beginning."]))
    while plies and not position.outcome:
        ply = RecordPly(str(position.named_code(chance.choice(position.codes))), chance.choice(COMMENTS))
        ply.clock_ms = chance.choice([None, 298_300, 0, 3_600_000])
        ply.evaluation = chance.choice([None, 0.25, -3.0, 1e-7])
        if depth and chance.random() < 0.3:
            ply.variations.append(random_line(position, 3, depth - 1, chance))
        line.plies.append(ply)
        position, plies = position.play(ply.move), plies - 1
    return line


def rewritten(text: str) -> Any:
    """The records of a text, written again; or why it has none."""
    try:
        found = read_records(text)
        return [write_record(record) for record in found]
    except LudotecaError as error:
        return str(error)


def spoilt_json(value: dict[str, Any], chance: random.Random) -> Any:
    """A record in JSON with one thing wrong."""
    plies = value["plies"]
    ply = chance.choice(plies) if plies else value
    name, wrong = chance.choice(
        [
            ("move", 3), ("move", "nowhere"), ("move", None), ("clock_ms", -1), ("clock_ms", 1.5), ("evaluation", "x"),
            ("comment", 7), ("variations", {}), ("variations", [[]]), ("variations", [{"plies": []}]), ("other", 1),
        ]
    )  # fmt: skip
    top, all_wrong = chance.choice(
        [("format", "ludoteca record 2"), ("result", "2-0"), ("tags", {"Game": "x"}), ("tags", {"a b": "x"}),
         ("options", {"nonsense": "1"}), ("options", []), ("plies", "c3"), ("position", "x")]
    )  # fmt: skip
    if chance.random() < 0.5:
        return {**value, top: all_wrong}
    ply[name] = wrong
    return value


def random_records(name: str, count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Records as text and JSON, sound and spoilt, and what becomes of them when they are read and written again."""
    chance = random.Random(seed)
    for variant in itertools.islice(itertools.cycle(variants_of(name)), count):
        start = variant.start(chance.randrange(1000))
        record = RecordedGame(variant, start, random_line(start, chance.randrange(1, 40), 2, chance), ("Ann", 'Bo"b'))
        outcome = record.final().outcome
        record.result, record.termination = result_of(outcome), "" if outcome is None else outcome.reason
        tags, _, moves = write_record(record).partition("\n\n")
        texts = [f"{tags}\n\n{moves}", *(f"{tags}\n\n{spoilt(moves, chance)}" for _ in range(4))]
        texts += [json.dumps(to_json(record)), json.dumps(spoilt_json(to_json(record), chance))]
        yield {"texts": [[text, rewritten(text)] for text in texts]}


def in_node(folder: Path, script: str, name: str, lines: Iterator[Any]) -> list[dict[str, Any]]:
    """What a script says of each line."""
    command = ["node", str(HERE / script), str(folder), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None and running.stdout is not None
        answers = []
        for line in lines:
            running.stdin.write(json.dumps(line) + "\n")
            running.stdin.flush()
            if not (answer := running.stdout.readline()):
                raise LudotecaError(f"Node ended while it compared {name}")
            answers.append(json.loads(answer))
        running.stdin.close()
    return answers


def compare_positions(folder: Path, name: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """How many positions were compared, and how they differ."""
    answers = in_node(folder, "compare_wasm_positions.mjs", name, random_positions(name, count, seed))
    return sum(each["positions"] for each in answers), [text for each in answers for text in each["differences"]]


def compare_searches(folder: Path, name: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """How many searches were compared, and how they differ."""
    answers = in_node(folder, "compare_wasm_searches.mjs", name, random_searches(name, count, seed))
    return sum(each["searches"] for each in answers), [text for each in answers for text in each["differences"]]


def compare_records(folder: Path, name: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """How many records were compared, and how they differ."""
    answers = in_node(folder, "compare_wasm_records.mjs", name, random_records(name, count, seed))
    return sum(each["records"] for each in answers), [text for each in answers for text in each["differences"]]


def compare_explanations(folder: Path, name: str, count: int, seed: int = 1) -> tuple[int, list[str]]:
    """How many explanations and reviews were compared, and how they differ."""
    answers = in_node(folder, "compare_wasm_explanations.mjs", name, random_explanations(name, count, seed))
    return sum(each["explanations"] for each in answers), [text for each in answers for text in each["differences"]]


def main() -> None:
    """Compare, and print a table."""
    parser = argparse.ArgumentParser(description="Compare games in the browser with games in Python.")
    parser.add_argument("games", nargs="*", default=[*game_names(), "examples/hexapawn.py"])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--searched", type=int, default=100, help="positions to search, and games to record")
    parser.add_argument("--explained", type=int, default=100, help="positions in which moves are explained")
    parser.add_argument("--folder", type=Path, default=Path("build/wasm"), help="where the modules are, or are built")
    parser.add_argument("--build", action="store_true", help="build the modules even where they are there")
    chosen = parser.parse_args()
    titles = ("positions", "searches", "records", "explained")
    print(f"{'game':12} {' '.join(f'{title:>9}' for title in titles)} {'differences':>11} {'seconds':>8}")
    is_same = True
    for name in chosen.games:
        if chosen.build or not (chosen.folder / f"{Path(name).stem}.wasm").exists():
            build_game(name, chosen.folder)
        began = time.perf_counter()
        count, differences = compare_positions(chosen.folder, name, chosen.positions)
        searched, others = compare_searches(chosen.folder, name, chosen.searched)
        records, unlike = compare_records(chosen.folder, name, chosen.searched)
        explained, unsaid = compare_explanations(chosen.folder, name, chosen.explained)
        found = [differences, others, unlike, unsaid]
        numbers = f"{count:9,} {searched:9,} {records:9,} {explained:9,} {sum(map(len, found)):11,}"
        print(f"{Path(name).stem:12} {numbers} {time.perf_counter() - began:8.1f}", flush=True)
        for text in [text for each in found for text in each[:5]]:
            print(f"    {text}")
        is_same &= not any(found)
    sys.exit(not is_same)


if __name__ == "__main__":
    main()
