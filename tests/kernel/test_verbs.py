"""A verb is declared once: its body is the default, and games have a function of that name if they want."""

from __future__ import annotations

import ludoteca
from ludoteca.kernel import Cell, Cells, Ending, Move, SquareBoard, State, compiled, game, verbs
from ludoteca.kernel.verbs import has_moves  # noqa: F401 (a verb that a game imports is not a function of its own)
from ludoteca.play import Variant

BOARD = SquareBoard(2, 2)
STATE = State(stones=Cells(BOARD, per_player=True))
PLACE = Move(cell=Cell(BOARD))


@verbs.verb()
def hurry(state: verbs.AnyState, player: int) -> int:
    """How much a player is in a hurry."""
    return 7 + player


@compiled
def hurries(state):
    """A caller in compiled code."""
    return hurry(state, 0), hurry(state, 1)


@compiled
def can_place(state):
    return 0b1111 & ~(state.stones[0] | state.stones[1])


@compiled
def play(state, cell):
    state.stones[state.mover] |= BOARD.bit(cell)
    state.mover = 1 - state.mover


@compiled
def ending(state):
    return Ending.DRAW if not can_place(state) else Ending.NONE


@compiled
def points(state, player):
    return 3 + player


TOY = Variant(game(title="Toy", designer="", players=("Red", "Blue"), summary=".", longest=4))


@compiled
def stage(state):
    return 0


@compiled  # declared after the first game, so only the second has it
def own_hurry(state):
    return state.mover


MINE = game(title="Mine", designer="", players=("Red", "Blue"), summary=".", longest=4)


def test_the_body_of_a_verb_is_its_default():
    state = TOY.start().state
    assert TOY.game.own(hurry) is None
    assert hurries(state) == (hurry(state, 0), hurry(state, 1)) == (7, 8)
    assert hurry.__doc__ == "How much a player is in a hurry."


def test_a_game_that_has_the_function_is_asked_with_as_many_arguments_as_it_takes():
    from dataclasses import replace

    from ludoteca.bots.reweighted_games import own_state_type

    eager = replace(
        TOY.game, state=own_state_type(TOY.game.state, "eager"), functions={**TOY.game.functions, "hurry": own_hurry}
    )
    state = Variant(eager).start().play("a1").state
    assert hurries(state) == (hurry(state, 0), hurry(state, 1)) == (1, 1)


def test_a_default_may_use_other_verbs():
    assert verbs.margin(TOY.start().state) == -1


def test_a_game_knows_its_own_functions_by_verb():
    game = TOY.game
    assert (game.own(verbs.play), game.own(verbs.own_evaluation), MINE.own(verbs.stage)) == (play, None, stage)
    assert game.own(verbs.pick) is game.functions["sample"]  # the game's function has another name


def test_every_verb_says_what_it_means():
    assert all(getattr(verbs, name).__doc__ for name in verbs.VERBS if name != "hurry")
    state = ludoteca.game("gekitai").start().state
    assert verbs.settled(state) is Ending.NONE and isinstance(verbs.lead_bound(state), int)
