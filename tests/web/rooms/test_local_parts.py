"""Pages that play without a server count, score and say as the server does: the parts of it that need no browser."""

from __future__ import annotations

import json
import random
import subprocess

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import sentence
from ludoteca.play import PlayerName, Series, load_game
from ludoteca.play.match.clock import Clock, TimeControl
from ludoteca.play.position_json import outcome_json
from ludoteca.web.http.static_files import STATIC
from ludoteca.web.table.words import table_words

WORDS = table_words()
CONTROLS = ["none", "", "5+3", "30s/move", "40/90+30", "5d2", "2m/turn", "0.5", "90s+1.5", " 3 + 2 ", "1h/move"]
NO_CONTROLS = ["0+0", "0+3", "fast", "5+3+1", "40/0", "9999999", "0s/move", "x" * 100, "5 'minutes'"]


def in_node(body: str, given: object) -> object:
    """What a script says of a value: it has `given` and `words`, the folder of scripts stands in STATIC."""
    script = f"const given = {json.dumps(given)}; const words = {json.dumps(WORDS)};\n{body}"
    script = script.replace("STATIC", STATIC.as_uri())
    command = ["node", "--input-type=module"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_time_controls_are_read_and_written_alike():
    def read(text):
        try:
            return str(TimeControl.parse(text))
        except LudotecaError as error:
            return str(error)

    texts = [*CONTROLS, *NO_CONTROLS]
    said = in_node(
        """import { TimeControl } from "STATIC/translated/play/match/clock.js";
        const read = (text) => {
            try { return String(TimeControl.parse(text)); } catch (error) { return error.message; }
        };
        console.log(JSON.stringify(given.map(read)));""",
        texts,
    )
    assert said == [read(text) for text in texts]


@pytest.mark.parametrize("control", ["1+2", "3s/move", "3/1+1", "1d2"])
def test_clocks_run_alike(control):
    chance = random.Random(control)
    steps = [
        (chance.choice(["start", "press", "stop", "start"]), chance.randrange(2), chance.randrange(4000))
        for _ in range(300)
    ]
    clock, now, expected = Clock(TimeControl.parse(control)), 0, []
    for step, seat, passed in steps:
        now += passed
        if step == "start":
            clock.start(seat, now)
        elif step == "stop":
            clock.stop(now)
        elif clock.running is not None:
            clock.press(now)
        saved = clock.save(now)
        del saved["control"]
        expected.append([saved, clock.running, clock.fallen(now)])
    said = in_node(
        """import { clockFor } from "STATIC/local/clock.js";
        import { plain } from "STATIC/wasm/python.js";
        const clock = clockFor(given.control);
        let now = 0;
        console.log(JSON.stringify(given.steps.map(([step, seat, passed]) => {
            now += passed;
            if (step === "start") clock.start(seat, now);
            else if (step === "stop") clock.stop(now);
            else if (clock.running !== null) clock.press(now);
            const { control, ...saved } = plain(clock.save(now));
            return [saved, clock.running, clock.fallen(now)];
        })));""",
        {"control": control, "steps": steps},
    )
    assert said == expected


class Scored(Series):
    """A series whose games ended so."""

    def __init__(self, results, games, has_points):
        super().__init__(load_game("gekitai"), games, players=(PlayerName("Ana"), PlayerName("Bo")))
        self.given, self.points = results, has_points

    def results(self):
        return self.given

    def _has_points(self):
        return self.points


def test_series_are_scored_alike():
    chance = random.Random(1)
    cases, expected = [], []
    for _ in range(200):
        games, has_points = chance.choice([1, 3, 5, 7]), chance.random() < 0.5
        winners = [chance.choice([0, 1, None]) for _ in range(chance.randrange(1, games + 1))]
        results = [(winner, chance.randrange(4) if has_points and winner is not None else 0) for winner in winners]
        series = Scored(results, games, has_points)
        expected.append([list(series.wins), series.draws, series.score_text(), outcome_json(series.outcome)])
        cases.append({"results": results, "games": games, "has_points": has_points})
    said = in_node(
        """import { Score } from "STATIC/translated/play/match/series.js";
        const players = [{ name: "Ana" }, { name: "Bo" }];
        console.log(JSON.stringify(given.map(({ results, games, has_points }) => {
            const { wins, draws, text, outcome } = new Score(games, players, results, has_points);
            return [wins, draws, text, outcome && { winner: outcome.winner, reason: outcome.reason }];
        })));""",
        cases,
    )
    assert said == expected


def test_reasons_become_sentences_alike():
    reasons = ["c3 is taken", "no game", "The end.", "really?", "a1", "über", "x_y is", "wait …", ""]
    said = in_node(
        """import { sentence } from "STATIC/words/language.js";
        console.log(JSON.stringify(given.map(sentence)));""",
        reasons,
    )
    assert said == [sentence(each) for each in reasons]


def test_an_aborted_game_of_a_paired_series_is_played_again_from_its_own_setup():
    """Round 2 was played again from a new setup, and round 1 from the old one."""
    starts = in_node(
        """import { Match } from "STATIC/local/match.js";
        import { nextGame } from "STATIC/local/new_game.js";
        let made = 0;
        const variant = { about: { name: "game" }, changedOptions: {}, start: () => at(`new ${++made}`), position: at };
        function at(text) {
            const sides = [{ name: "Black" }, { name: "White" }];
            return { variant, sides, mover: 0, outcome: null, score: null, identity: text, toString: () => text };
        }
        const seat = { kind: "human", name: "Ann", bot: null };
        console.log(JSON.stringify(given.map(([round, how]) => {
            const match = new Match(at("old"), words);
            match.declared = { how, seat: how === "aborted" ? null : 0 };
            const results = Array(round - 1).fill({ winner: null, lead: 0, has_points: false });
            const series = { id: "s", games: 9, setups: "paired", round, results };
            const tags = {}, control = "none";
            const old = { kind: "device", seats: [seat, seat], you: "both", start: "old", control, series, tags };
            return nextGame(old, match, words).start === "old";
        })));""",
        [[1, "aborted"], [1, "resignation"], [2, "aborted"], [2, "resignation"]],
    )
    assert starts == [False, True, True, False]
