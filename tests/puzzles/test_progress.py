"""Ratings, streaks and the puzzle of the day, the same in Python and in a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from ludoteca.play import load_game
from ludoteca.puzzles.progress import Progress, ProgressFile, number_of_day
from ludoteca.puzzles.solving import Solving

SCRIPT = Path(__file__).parents[2] / "src" / "ludoteca" / "web" / "static" / "translated" / "puzzles" / "progress.js"
GRADES = [1, 1, 2, 3, 3, 4, 6, 8, 11, 2, 5]
ANSWERS = [True, True, False, True, True, True, False, False, True, True, False, True, True]


def test_a_rating_follows_the_player():
    right, wrong = Progress(), Progress()
    for number in range(1, 9):
        right = right.after(number, 5, 20, is_right=True)
        wrong = wrong.after(number, 5, 20, is_right=False)
    assert right.rating > 5 > 3 > wrong.rating >= 1
    assert (right.streak, right.best_streak, right.solved, wrong.streak) == (8, 8, 8, 0)
    assert right.after(9, 5, 20, is_right=False).best_streak == 8


def test_the_next_puzzle_is_new_and_fits():
    progress = Progress(rating=6.5)
    assert GRADES[progress.next_number(GRADES) - 1] == 6
    progress = progress.after(7, 6, len(GRADES), is_right=False)
    assert progress.next_number(GRADES) != 7
    for number in range(1, len(GRADES) + 1):
        progress = progress.after(number, 1, len(GRADES), is_right=True)
    assert 1 <= progress.next_number(GRADES) <= len(GRADES)  # all were seen: they begin again


def test_each_day_has_a_puzzle_of_its_own_until_all_have_had_their_day():
    assert {number_of_day(day, 200) for day in range(20_774, 20_974)} == set(range(1, 201))


def test_a_browser_counts_alike():
    script = f"""
        import {{ Progress, numberOfDay }} from {json.dumps(SCRIPT.as_uri())};
        const grades = {json.dumps(GRADES)};
        let progress = new Progress();
        const told = [];
        for (const isRight of {json.dumps(ANSWERS)}) {{
          const number = progress.nextNumber(grades);
          progress = progress.after(number, grades[number - 1], grades.length, isRight);
          told.push([number, progress.rating, progress.streak, progress.bestStreak, progress.tried, progress.solved]);
        }}
        console.log(JSON.stringify([told, numberOfDay(20_774, 210)]));
    """
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True, timeout=120
    )
    told, day = json.loads(ran.stdout)
    progress, here = Progress(), []
    for is_right in ANSWERS:
        number = progress.next_number(GRADES)
        progress = progress.after(number, GRADES[number - 1], len(GRADES), is_right=is_right)
        here.append([number, progress.rating, progress.streak, progress.best_streak, progress.tried, progress.solved])
    assert [[row[0], *row[2:]] for row in told] == [[row[0], *row[2:]] for row in here]
    assert all(abs(one[1] - other[1]) < 1e-9 for one, other in zip(told, here, strict=True))
    assert day == number_of_day(20_774, 210)


def test_only_the_first_answer_counts_and_it_is_kept(tmp_path):
    kept = ProgressFile(tmp_path / "puzzles.json")
    solving = Solving(load_game("gekitai"), kept)
    puzzle, position = solving.puzzle, solving.position
    tempting = next(iter(puzzle.refutations))
    wrong = solving.answer(position.named(tempting))
    assert not wrong.is_right and tempting in wrong.words
    assert [str(each.last_move) for each in wrong.line] == [tempting, *puzzle.refutations[tempting]]
    right = solving.answer(position.named(puzzle.answer))
    assert right.is_right and [str(each.last_move) for each in right.line] == list(puzzle.solution)
    again = Solving(load_game("gekitai"), kept)
    assert (again.progress.tried, again.progress.solved) == (1, 0) and again.number != solving.number


def test_what_nobody_wrote_a_refutation_for_is_refuted_by_a_search(tmp_path):
    solving = Solving(load_game("gekitai"), ProgressFile(tmp_path / "puzzles.json"))
    solving.choose(next(n for n, each in enumerate(solving.file.puzzles, 1) if each.kind == "save"))
    known = {solving.puzzle.answer, *solving.puzzle.refutations}
    other = next(move for move in solving.position.moves() if move.text not in known)
    answer = solving.answer(other)
    assert not answer.is_right and len(answer.line) > 1


def test_a_damaged_file_begins_anew(tmp_path):
    path = tmp_path / "puzzles.json"
    path.write_text('{"gekitai": {"rating": "high", "seen": 3}, "squ": 7}')
    assert ProgressFile(path).of("gekitai") == Progress() == ProgressFile(path).of("squ")
