"""Mining on a game small enough to be known by heart: hexapawn, which has no evaluation and three puzzles."""

from __future__ import annotations

import json

import pytest
from commands import answer, call
from example_games import FOLDER, example

from ludoteca.play import load_game
from ludoteca.play.records import read_records
from ludoteca.play.symmetry import turned
from ludoteca.puzzles import mining
from ludoteca.puzzles.mining import BadMiningFile, Grader, Mining, MiningFile, Plan, Seen, recorded, self_play
from ludoteca.puzzles.puzzle import BadPuzzle, Puzzle, read_puzzles
from ludoteca.puzzles.verification import LEAST_MOVES, Verifier, verdict_of

PLAN = Plan(glance=200, nodes=2_000)
GAMES = 90  # in which the puzzles are found


@pytest.fixture
def few_games(monkeypatch):
    monkeypatch.setattr(mining, "BARREN", 60)


@pytest.fixture
def fresh_games(monkeypatch, tmp_path):
    """Commands open the file of a game, which must not be among the games of other tests."""
    from ludoteca.games import game_files

    monkeypatch.setenv(game_files.FILES, "")
    monkeypatch.setattr(game_files, "opened_games", {})
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))


def mined(kept: MiningFile, games: int = GAMES) -> Mining:
    """So many games of self-play, looked through."""
    found = Mining(example("hexapawn"), PLAN, kept)
    source = found.run(lambda first: self_play(found.variant, found.verifier, PLAN.glance, 1, first), 10)
    while len(kept.games) < games and next(source, StopIteration) is not StopIteration:
        pass
    return found


def wins(position) -> bool:
    """Whether the mover wins: hexapawn knows no draws."""
    if position.outcome is not None:
        return position.outcome.winner == position.mover
    return any(not wins(position.play(move)) for move in position.moves())


def test_the_answer_wins_and_nothing_else_does(few_games):
    puzzles = mined(MiningFile(None)).puzzles
    assert puzzles
    for puzzle in puzzles:
        position = puzzle.opened(example("hexapawn"))
        winning = [move.text for move in position.moves() if not wins(position.play(move))]
        assert (winning, puzzle.kind, puzzle.method) == ([puzzle.answer], "win", "solver")


def below(position):
    """A position and all that can follow it."""
    found, new = {str(position): position}, [position]
    while new:
        here = new.pop()
        for move in here.moves() if here.outcome is None else ():
            after = here.play(move)
            if str(after) not in found:
                found[str(after)] = after
                new.append(after)
    return list(found.values())


def test_a_tree_looks_for_a_second_win_before_it_calls_the_first_the_only_one():
    verifier, verdicts = Verifier(2_000), []
    for position in below(example("hexapawn").start()):
        if position.outcome is None and len(position.moves()) >= LEAST_MOVES:
            verdict = verdict_of(verifier.search(position, 2_000))
            if verdict is not None:
                winning = [move.text for move in position.moves() if not wins(position.play(move))]
                assert (verdict.kind, winning) == ("win", [verdict.best.moves[0].text])
                verdicts.append(verdict)
    assert verdicts


def test_that_all_other_moves_lose_is_proven_where_a_tree_would_not_look():
    threat = "w.ww/...../....b./...b.b./...w../..b../...."  # a bridge between two corners, but for one stone
    position = load_game("havannah", size="4").position(f"{threat} b")
    verdict = verdict_of(Verifier(20_000).search(position, 20_000))
    assert verdict is not None and (verdict.kind, verdict.best.moves[0].text) == ("save", "b1")


def test_a_small_game_ends_the_search_by_itself(few_games):
    kept = MiningFile(None)
    found = mined(kept, games=10_000)
    assert 0 < len(found.puzzles) < 10 and not any(kept.games[-60:])


def test_mining_that_was_interrupted_ends_as_it_would_have(few_games, tmp_path):
    path = tmp_path / "kept.jsonl"
    whole = mined(MiningFile(None))
    first = MiningFile(path)
    mined(first, games=12)
    first.close()
    path.write_text(path.read_text() + '[{"position": "bbb/')  # killed while it wrote
    again = MiningFile(path)
    assert len(again.games) == 12
    assert mined(again).puzzles == whole.puzzles
    again.close()
    assert [puzzle for line in path.read_text().splitlines() for puzzle in json.loads(line)] == [
        puzzle.to_json() for puzzle in whole.puzzles
    ]


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kept.jsonl"
    path.write_text('{"ludoteca": "contest"}\n')
    with pytest.raises(BadMiningFile, match=r"kept\.jsonl"):
        MiningFile(path)


def test_a_mirrored_position_is_no_new_puzzle_and_neither_are_exchanged_colours():
    variant = example("hexapawn")
    seen = Seen(variant)
    seen.keep(variant.position("bbb/w../.ww b"))
    assert seen.has_like(variant.position("bbb/..w/ww. b"))
    assert seen.has_like(variant.position("bb./..b/www w"))  # upside down, white to move
    assert not seen.has_like(variant.position("bbb/w../.ww w"))
    assert not seen.has_like(variant.position("bbb/.w./w.w b"))


def test_positions_that_differ_in_a_few_cells_are_alike_on_every_turned_board():
    from ludoteca.play import load_game

    gekitai = load_game("gekitai")
    seen = Seen(gekitai)
    here = gekitai.position("r...b./..r.../.b..../...r../....b./r....b r")
    seen.keep(here)
    near = gekitai.position("r...b./..r.../.b..../...r../....b./r...b. r")
    far = gekitai.position("r...b./.b.r../..b.../..r.../...b../r....b r")
    for symmetry in gekitai.symmetries:
        assert seen.has_like(turned(here, symmetry)) and seen.has_like(turned(near, symmetry))
        assert not seen.has_like(turned(far, symmetry))


def test_records_are_a_source_and_those_of_other_games_are_passed_over():
    variant = example("hexapawn")
    text = '[Game "gekitai"]\n\n1. c3 d4 *\n'
    assert list(recorded(variant, read_records(text), 0)) == []
    from ludoteca.play import load_game

    (game,) = recorded(load_game("gekitai"), read_records(text), 0)
    assert [position.ply for position, _ in game] == [0, 1, 2]


def test_a_grade_is_the_lowest_level_that_finds_the_move():
    position = example("hexapawn").position("b.b/.ww/.w. b")
    grade, _ = Grader().grade(position, "a3-b2")
    assert grade == 1
    worse, tempting = Grader().grade(position, "a3-a2")  # which loses: no level that sees it plays it
    assert worse > 1 and "a3-b2" in tempting


def test_the_command_writes_what_verify_confirms(few_games, fresh_games, tmp_path):
    out, game = tmp_path / "puzzles.jsonl", str(FOLDER / "hexapawn.py")
    told = answer("puzzles", game, "--count", "2", "--nodes", "2000", "--out", str(out))
    assert told["puzzles"] == 2 and sum(told["grade"].values()) == 2
    found = read_puzzles(out.read_text(), "here")
    assert len(found.puzzles) == 2 and found.game == "hexapawn"
    more = answer("puzzles", game, "--count", "3", "--nodes", "2000", "--out", str(out))
    assert more["puzzles"] == 3 and read_puzzles(out.read_text(), "here").puzzles[:2] == found.puzzles
    proof = call("puzzles", "verify", game, "1", "--file", str(out))
    assert proof.exit_code == 0 and "Solved: the result of every move is exact" in proof.stdout
    assert f"{found.puzzles[0].answer} wins" in proof.stdout and "1 of 1 verified" in proof.stdout


def test_verify_refuses_a_wrong_answer(fresh_games, tmp_path):
    out = tmp_path / "wrong.jsonl"
    puzzle = {"position": "b.b/.ww/.w. b", "solution": ["a3-a2"], "kind": "win", "grade": 1, "method": "solver"}
    header = {"ludoteca": "puzzles", "format": 1, "game": "hexapawn", "command": ""}
    out.write_text(f"{json.dumps(header)}\n{json.dumps({**puzzle, 'nodes': 2000})}\n")
    result = call("puzzles", "verify", str(FOLDER / "hexapawn.py"), "--file", str(out))
    assert result.exit_code == 1 and "Not verified: the file says a3-a2" in result.stdout
    missing = call("puzzles", "verify", str(FOLDER / "hexapawn.py"), "7", "--file", str(out))
    assert missing.exit_code == 1 and "no puzzle 7" in missing.stderr


@pytest.mark.parametrize(
    "change", [{"grade": 12}, {"solution": []}, {"kind": "fun"}, {"position": 3}, {"refutations": ["a1"]}]
)
def test_a_line_that_is_no_puzzle_is_named(change):
    right = {"position": "…", "solution": ["a1"], "kind": "win", "grade": 3, "method": "solver", "nodes": 1}
    assert Puzzle.from_json(right).answer == "a1"
    header = {"ludoteca": "puzzles", "format": 1, "game": "hexapawn", "command": ""}
    text = f"{json.dumps(header)}\n{json.dumps({**right, **change})}\n"
    with pytest.raises(BadPuzzle, match="somewhere, line 2"):
        read_puzzles(text, "somewhere")
