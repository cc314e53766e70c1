"""Training: small, interrupted, and what it leaves beside a game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import answer
from example_games import FOLDER, example
from strategies import play_randomly
from typer.testing import CliRunner

import ludoteca
from ludoteca.cli.app import whole_program
from ludoteca.errors import LudotecaError
from ludoteca.games import game_files
from ludoteca.kernel import verbs
from ludoteca.learning import training
from ludoteca.learning.model import Model, new_model
from ludoteca.learning.regression import Learned, Lesson, judged, regress
from ludoteca.learning.self_play import SelfPlay, play_games, states_in
from ludoteca.learning.training import Plan, Training
from ludoteca.play import Variant
from ludoteca.search.auto_search import auto_method
from ludoteca.search.learned_evaluation import (
    BadEvaluation,
    beside,
    judged_by,
    learned_for,
    read_evaluation,
    rules_digest,
)
from ludoteca.search.learned_tables import has_tables, use_tables

SMALL = Plan(positions=1200, rounds=2, nodes=20, batch=20)


class Here:
    """An executor that runs tasks in this process; after some of them it is interrupted."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most

    def run_all(self, function: Any, arguments: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        for index, argument in enumerate(arguments):
            if index == self.most:
                raise KeyboardInterrupt
            yield index, function(argument)


@pytest.fixture
def hexapawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game, alone in a folder, and not among the games afterwards."""
    monkeypatch.setenv(game_files.FILES, "")
    monkeypatch.setattr(game_files, "opened_games", {})
    return Path(shutil.copy(FOLDER / "hexapawn.py", tmp_path / "hexapawn.py"))


def trained(folder: Path, on: Here, plan: Plan = SMALL) -> Training:
    """Train to the end, or until it is interrupted."""
    variant = example("hexapawn")
    training = Training(variant, plan, folder)
    try:
        for _ in training.run(on):  # type: ignore[arg-type]
            pass
    finally:
        use_tables(variant.game.state, None)
    return training


def test_few_games_are_played_out_where_nothing_can_judge_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing out a long game for every position took hours for a first round as large as the others."""
    monkeypatch.setattr(training, "PLAYED_OUT_GAMES", 20)
    monkeypatch.setattr(training, "QUICK_GAME", 3)
    done = trained(tmp_path, Here(), replace(SMALL, positions=4000))
    sizes = [len(lesson.states) for lesson in done.lessons]
    assert sizes[0] < 1000 < 3000 < sizes[1]
    assert done.lessons[0].is_held_out.any()
    monkeypatch.undo()
    done = trained(tmp_path / "quick", Here(), replace(SMALL, positions=4000))
    assert len(done.lessons[0].states) >= 2000


def test_an_interrupted_training_ends_as_it_would_have(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", Here())
    assert whole.error < 0.9  # of Hexapawn even a little is known
    interruptions = 0
    while True:
        try:
            again = trained(tmp_path / "parts", Here(most=4))
            break
        except KeyboardInterrupt:
            interruptions += 1
            assert interruptions < 50
    assert interruptions > 1
    assert np.array_equal(again.weights, whole.weights)
    assert again.result("alphabeta", "").to_bytes() == whole.result("alphabeta", "").to_bytes()


def test_the_model_that_does_best_is_kept_until_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round may have too few positions to tell players or places apart."""

    def learned(training: Training, model: Model, lesson: Lesson, number: int) -> Learned:
        best = training.models[-1 if number > 0 else 0]
        return Learned(model.new_weights(), -2.0 if model is best else -1.0)

    monkeypatch.setattr(Training, "learn_anew", learned)
    done = trained(tmp_path, Here())
    assert done.model is done.models[-1] and done.model.has_sides
    again = trained(tmp_path, Here(most=0))  # as it was kept
    assert again.model is again.models[-1] and np.array_equal(again.weights, done.weights)


def test_shapes_that_may_lie_anywhere_are_learned_by_patterns_that_share_their_tables(tmp_path: Path) -> None:
    """Tables for every place of a large board learned next to nothing of rows of stones."""
    states = [play_randomly(ludoteca.game("hex"), 30, seed).state for seed in range(40)]
    placed, shared = (
        new_model(ludoteca.game("hex"), states, adds_own=False, are_shared=shared) for shared in (False, True)
    )
    assert len(shared.new_weights()[0]) < len(placed.new_weights()[0]) / 4


def test_what_patterns_do_not_say_is_learned_first(tmp_path: Path) -> None:
    """Of the few positions of a connection game, ways to join say more than patterns that each came up a few times."""
    variant = ludoteca.game("hex")
    training = Training(variant, replace(SMALL, positions=400, rounds=1, nodes=40, batch=10), tmp_path)
    for _ in training.run(Here()):  # type: ignore[arg-type]
        pass
    at_once = regress(training.model, training.lessons[0], training.model.new_weights(), seed=1)
    assert training.error < at_once.error


def test_games_with_other_options_are_learned_from_in_turn(tmp_path: Path) -> None:
    usual, other = ludoteca.game("mapello"), ludoteca.game("mapello", map="none")
    training = Training(usual, replace(SMALL, rounds=1, batch=5), tmp_path, [other])
    try:
        for _ in training.run(Here()):  # type: ignore[arg-type]
            pass
    finally:
        use_tables(usual.game.state, None)
    states = states_in(training.lessons[0].states, usual.game.state)
    assert 0.2 < np.mean(states.walls == 0) < 0.8
    assert read_evaluation(training.result("alphabeta", "").to_bytes(), "").rules == rules_digest(usual)


def test_what_lies_beside_a_game_has_no_say_in_learning_it_anew(hexapawn: Path, tmp_path: Path) -> None:
    learned = trained(tmp_path / "training", Here()).result("mcts", "")
    (tmp_path / "hexapawn.evaluation.bin").write_bytes(learned.to_bytes())
    again = Variant(game_files.open_game_file(hexapawn))
    how = SelfPlay(nodes=2, opening=0)
    played = [play_games(variant, how, 10, 1, None) for variant in (example("hexapawn"), again, again)]
    assert learned_for(again) is not None  # it is there
    use_tables(again.game.state, None)
    for one in played[1:]:
        assert np.array_equal(one.states, played[0].states)
        assert np.array_equal(one.values, played[0].values)


def test_the_values_of_a_network_are_learned_from_instead_of_results(tmp_path: Path) -> None:
    """The network cares only how far pawns have come: far from how games of Hexapawn end."""
    variant, rows = example("hexapawn"), np.arange(3).reshape(3, 1)

    def network(planes: Any) -> tuple[None, Any]:
        own, other, _, is_first = planes.swapaxes(0, 1).astype(np.float32)
        come = np.where(is_first == 1, 2 - rows, rows)
        return None, np.tanh(0.6 * (own * come - other * (2 - come)).sum((1, 2)))

    plain = trained(tmp_path, Here())
    taught = Training(variant, replace(SMALL, teacher="toy"), tmp_path, teacher=network)
    assert taught.folder != plain.folder
    try:
        for _ in taught.run(Here()):  # type: ignore[arg-type]
            pass
    finally:
        use_tables(variant.game.state, None)
    lesson = taught.lessons[-1]
    assert taught.distance() < 0.05 < np.std(lesson.targets)
    untaught = 1 / (1 + np.exp(-judged(plain.model, lesson, plain.weights, np.arange(len(lesson.states)))))
    assert np.abs(untaught - lesson.targets).mean() > 0.15
    assert taught.result("alphabeta", "").held_out_error != taught.error  # it is that of the games' results


def test_another_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudotecaError, match="Greener with size=9x9 has a different board"):
        Training(ludoteca.game("greener"), SMALL, tmp_path, [ludoteca.game("greener", size="9x9")])


def test_the_command_writes_an_evaluation_that_the_game_then_uses(
    hexapawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    run, file = tmp_path / "run", str(tmp_path / "hexapawn.evaluation.bin")
    options = ("-n", "1500", "--rounds", "1", "--pairs", "0", "-j", "1", "--run", str(run), "--out", file)
    report = answer("train", str(hexapawn), *options)
    assert report["file"] == file
    assert len((run / "progress.csv").read_text().splitlines()) == 2 and len(list(run.glob("*/weights*.npz"))) == 1
    assert report["held_out_error"] < 0.9
    variant = ludoteca.game(str(hexapawn))
    learned = learned_for(variant)
    try:
        assert learned is not None
        assert learned.positions == report["positions"]
        assert auto_method(variant) == "alphabeta"  # without it: a tree
        state = variant.start().state
        assert verbs.evaluate(state) != 0
        with judged_by(variant.game, "own"):
            assert auto_method(variant) == "mcts"
            assert verbs.evaluate(state) == 0
        assert has_tables(variant.game.state)
    finally:
        use_tables(variant.game.state, None)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--network --force", "--force: cannot be combined with --network: the best network is always written"),
        ("--network --on-top", "--on-top: cannot be combined with --network: a network is not added"),
        ("--network --also map=none", "--also: cannot be combined with --network: a network learns from the usual"),
        (f"--network --from {__file__}", "--from: cannot be combined with --network: a network learns from its own"),
        ("--size 2x8", "--size: needs --network"),
        ("--device cpu", "--device: needs --network"),
    ],
)
def test_an_option_that_cannot_apply_is_refused(options: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --network, --run and --force did nothing, silently."""
    monkeypatch.setenv("COLUMNS", "200")
    refused = CliRunner().invoke(whole_program(), ["train", "mapello", *options.split()])
    assert refused.exit_code == 2 and reason in refused.stderr


def test_an_evaluation_for_other_rules_is_not_used(
    hexapawn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = trained(tmp_path / "training", Here()).result("alphabeta", "").to_bytes()
    head, _, body = content.partition(b"\n")
    told = json.dumps({**json.loads(head), "rules": "others"}).encode()
    (tmp_path / "hexapawn.evaluation.bin").write_bytes(told + b"\n" + body)
    file = tmp_path / "hexapawn.evaluation.bin"
    assert beside(ludoteca.game(str(hexapawn)).game) is None
    assert "is for other rules" in capsys.readouterr().err
    with pytest.raises(BadEvaluation, match="is for other rules"), judged_by(ludoteca.game("gekitai").game, str(file)):
        pass


@pytest.mark.parametrize("content", [b"", b"{}\n", b'{"format": 99}\nx', b'{"format": 1}\nx', b"\x00\xff\n"])
def test_what_is_no_evaluation_is_named(content: bytes) -> None:
    with pytest.raises(BadEvaluation, match="evaluation in here"):
        read_evaluation(content, "here")
