"""Every installed game keeps every promise, and a game that does not is told which, where and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import broken_games as sound  # without any of its faults
import numpy as np
import pytest
from thoroughly import thoroughly

import ludoteca
from ludoteca.bots.reweighted_games import own_state_type
from ludoteca.games import find_game, game_names
from ludoteca.kernel import Ending, compiled, say, verbs, words
from ludoteca.play import Variant
from ludoteca.play.conformance import NotConforming, check_game


@pytest.mark.parametrize("name", game_names())
def test_game_conforms(name):
    check_game(ludoteca.game(name), games=3)


SETTINGS = [
    (name, option.name, value)
    for name in game_names()
    for option in find_game(name).options
    for value in option.choices
    if value != option.default
]


@pytest.mark.parametrize(("name", "option", "value"), [SETTINGS[0], *thoroughly(*SETTINGS[1:])])
def test_game_conforms_with_option(name, option, value):
    check_game(ludoteca.game(name, **{option: value}), games=1)


def test_it_says_what_it_checked():
    said = str(check_game(ludoteca.game("gekitai"), games=2))
    assert said.startswith("Gekitai conforms in 2 random games: ")
    assert "start, moves, play, ending, sample, terms." in said
    assert "positions on a turned board" in said


# --- a small game with a mistake in it.  A global array is frozen when it is compiled, so what changes later differs.

CHANGED = np.zeros(1, np.int64)
SHORT_TABLE = np.zeros(20, np.int64)


@compiled
def play_on(state, move):
    state.step += 1


@compiled
def hopeless(state):
    if state.mover > 1:
        raise ValueError("nobody")  # raised here
    return 0


@compiled
def ending_that_raises(state):
    return Ending.NONE if hopeless(state) else sound.ending(state)


@compiled
def ending_that_asserts(state):
    assert state.mover < 2  # raised here too
    return sound.ending(state)


@compiled
def wasteful(state):
    seen = [0, 1, 2]
    seen.append(int(state.mover))
    return len(seen)


@compiled
def moves_with_memory(state, out):
    return sound.moves(state, out) if wasteful(state) else 0


@compiled
def first_move(state):
    return CHANGED[0]


@compiled
def moves_that_differ(state, out):
    count = 0
    for move in range(first_move(state), sound.DECLARED):
        out[count] = move
        count += 1
    return count


@compiled
def play_that_differs(state, move):
    sound.play(state, move)
    if CHANGED[0]:
        state.step += 4


@compiled
def ending_that_differs(state):
    return Ending.DRAW if CHANGED[0] else sound.ending(state)


@compiled
def looked_up(state, place):
    return SHORT_TABLE[place]  # looked up here


@compiled
def moves_past_a_table(state, out):
    looked_up(state, 35)
    return sound.moves(state, out)


def uncompiled():
    return 0


@compiled
def ending_with_a_plain_helper(state):
    return uncompiled()  # called here


@compiled
def ending_that_misspells(state):
    return state.stpe  # misspelt here


def with_mistake(name, **changes):
    """The sound game with other functions of verbs, or other things that it declares."""
    known = {each.function for each in verbs.VERBS.values()}
    functions = {each: thing for each, thing in changes.items() if each in known}
    others = {each: thing for each, thing in changes.items() if each not in known}
    game = replace(sound.GAME, state=own_state_type(sound.GAME.state, name), functions=sound.GAME.functions | functions)
    return Variant(replace(game, **others))


def line_of(words):
    lines = Path(__file__).read_text().splitlines()
    return f"(test_conformance.py, line {next(number for number, line in enumerate(lines, 1) if words in line)})"


def refusal(variant):
    with pytest.raises(NotConforming) as raised:
        check_game(variant, games=2)
    return str(raised.value)


def test_the_small_game_conforms_without_a_mistake():
    said = str(check_game(with_mistake("none")))
    assert said.startswith("Broken conforms in 8 random games: 48 positions, 96 moves.")


def test_a_mover_that_never_changes_is_noticed():
    assert refusal(with_mistake("turn", play=play_on)).startswith("only First is ever to move in 2 games of Broken")


def test_a_function_that_can_raise_is_noticed_wherever_it_does():
    said = refusal(with_mistake("raise", ending=ending_that_raises))
    assert said.startswith(f"`ending` of Broken can raise an exception {line_of('# raised here')}")
    assert line_of("# raised here too") in refusal(with_mistake("assert", ending=ending_that_asserts))


def test_a_function_that_asks_for_memory_is_noticed_and_found():
    said = refusal(with_mistake("memory", moves=moves_with_memory))
    assert said.startswith("`moves` of Broken asks for memory in wasteful (test_conformance.py, line ")


def test_a_function_that_is_not_compiled_is_noticed():
    said = refusal(with_mistake("plain", evaluate=lambda _: 0.0))
    assert said.startswith("`evaluate` of Broken is not compiled; write @compiled above its def")


@pytest.mark.parametrize(
    ("ending", "place", "says"),
    [
        (ending_with_a_plain_helper, "# called here", "uncompiled is called here, but it is not compiled"),
        (ending_that_misspells, "# misspelt here", "the state has no field stpe; did you mean step?"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_a_sentence_with_its_line(ending, place, says):
    said = refusal(with_mistake("compiler", ending=ending))
    assert f"{line_of(place)[1:-1]}: {says}" in said
    assert "\n" not in said


@pytest.fixture
def changed_later():
    """Has a game checked, and so compiled, then changes the table, and gives what check_game says."""

    def change(variant):
        check_game(variant)
        CHANGED[0] = 1
        return refusal(variant)

    yield change
    CHANGED[0] = 0


def test_moves_that_differ_are_named_with_the_function_that_makes_the_difference(changed_later):
    said = changed_later(with_mistake("list", moves=moves_that_differ))
    assert said.startswith("`moves` gives 0 only compiled and nothing only uncompiled; ")
    assert "the difference comes from first_move (test_conformance.py, line " in said
    assert said.endswith(
        "first_move(state) gives 0 compiled and 1 uncompiled: ludoteca.game('broken').position('. f 0')"
    )


def test_fields_that_differ_are_named(changed_later):
    said = changed_later(with_mistake("fields", play=play_that_differs))
    assert said.startswith("`play` leaves, compiled and uncompiled, step 1 and 5; ")
    assert "the difference comes from play_that_differs (test_conformance.py, line " in said
    assert "itself, not a function that it calls" in said


def test_answers_that_differ_are_named(changed_later):
    said = changed_later(with_mistake("answer", ending=ending_that_differs))
    assert said.startswith("`ending` is 0 compiled and 3 uncompiled; ")


def test_a_table_read_past_its_end_is_found_in_whatever_function():
    said = refusal(with_mistake("table", moves=moves_past_a_table))
    assert said.startswith("`moves`, uncompiled, reads past the end of a table: ")
    assert line_of("# looked up here") in said


def test_broken_rules_are_told_as_everywhere():
    said = refusal(with_mistake("many", most_moves=1))
    assert said.startswith("Broken has 2 moves in the position '. f 0', more than its most_moves of 1")


def test_terms_without_names_are_noticed():
    assert refusal(with_mistake("terms", term_names=())).startswith("1 terms have 0 names: ")


UNDECLARED = words("nobody lists this")


@compiled
def undeclared_reason(state):
    return say(UNDECLARED)


@compiled
def needless_flaw(state):
    return say(sound.STEPS, 7)


@compiled
def restless_derive(state):
    state.step = 0


def test_words_that_the_game_does_not_have_are_noticed():
    said = refusal(with_mistake("words", reason_words=undeclared_reason))
    assert said.startswith("`reason` says words that the game's file does not have: ")


def test_a_flaw_of_a_position_that_can_be_reached_is_noticed():
    said = refusal(with_mistake("flaw", flaw=needless_flaw))
    assert said.startswith("the text of a position cannot be read (7 steps): ")


def test_a_derive_that_changes_what_was_played_is_noticed():
    said = refusal(with_mistake("derive", derive=restless_derive))
    assert "`derive` changes a position that `play` has made" in said or "a different position" in said


# --- what a game tells the solver


@compiled
def one_ahead(state):
    return 1  # First wins, and has a point more


@compiled
def true_lead(state, low, high, spent):
    spent[0] += 1
    return 1 if state.mover == 0 else -1


@compiled
def wrong_lead(state, low, high, spent):
    return 0


@compiled
def loose_bound(state, low, high, spent):
    lead = 1 if state.mover == 0 else -1
    return high + 5 if lead >= high else lead


@compiled
def low_bound(state):
    return 0


@compiled
def order_score_that_differs(state, move, after):
    return CHANGED[0]


def test_leads_that_are_true_conform():
    said = str(check_game(with_mistake("leads", margin=one_ahead, exact_lead=true_lead), games=2))
    assert said.endswith("leads of 12 positions near the end.")
    assert "leads of" in str(check_game(ludoteca.game("reversi"), games=1))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"exact_lead": wrong_lead}, "`exact_lead` between -4000 and 4000 is 0, but the mover leads by -1 at the end"),
        ({"exact_lead": loose_bound}, "`exact_lead` between -4 and -2 is 3, but the mover leads by -1 at the end"),
        ({"lead_bound": low_bound}, "`lead_bound` is 0, but the mover leads by 1 at the end"),
        (
            {"lead_bound": low_bound, "margin": low_bound},
            "`lead_bound` and `exact_lead` are for games in which more points win, unlike: ",
        ),
        ({"exact_lead": lambda *_: 0}, "`exact_lead` of Broken is not compiled"),
    ],
    ids=["exact", "bound", "most", "points", "plain"],
)
def test_leads_that_are_not_true_are_noticed(changes, says):
    assert refusal(with_mistake("wrong", **{"margin": one_ahead, **changes})).startswith(says)


def test_a_promise_that_differs_uncompiled_is_noticed(changed_later):
    variant = with_mistake("order_score", order_score=order_score_that_differs)
    variant.game.own(verbs.order_score)(variant.start().state, 0, variant.start().state)
    assert changed_later(variant).startswith("`order_score` is 0 compiled and 1 uncompiled; ")
