"""OpenSpiel: the games, registered with pyspiel as `ludoteca_gekitai` and so on.

    import pyspiel, ludoteca.adapters.openspiel
    game = pyspiel.load_game("ludoteca_greener(size=9x9)")

Importing this module registers the names.  A game's options are its parameters; -1 means unlimited.  A random setup is
a chance node: the first node draws one of SETUPS setups, all equally likely, each determined by its number as a seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.errors import needs

with needs("openspiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludoteca.games import find_game, game_names
from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import Option
from ludoteca.play import Position, Variant, load_game
from ludoteca.play.encoder import Encoder

SETUPS = 4096
PREFIX = "ludoteca_"


class Held:
    """A position that copies may share, because it never changes."""

    def __init__(self, position: Position | None) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return self


class Shared:
    """What all states of a game have in common, not copied with them."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.encoder = variant, Encoder(variant)

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared:
        return self


def has_random_setup(variant: Variant) -> bool:
    """Whether different seeds give different starts."""
    return any(variant.start(seed) != variant.start(0) for seed in range(1, 4))


def parameter(option: Option) -> int | bool | str:
    """The default of an option in one of pyspiel's types."""
    return option.default if isinstance(option.default, int) else option.text(option.default)


def chosen(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Parameters as options: -1 means unlimited, if a number can be."""
    unlimited = {option.name for option in game.options if None in option.choices}
    return {name: "unlimited" if name in unlimited and value == -1 else value for name, value in given.items()}


def game_type(variant: Variant) -> Any:
    """The kind of game, for pyspiel."""
    kinds = pyspiel.GameType
    is_random = has_random_setup(variant)
    return kinds(
        short_name=PREFIX + variant.name,
        long_name=variant.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if is_random else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: parameter(option) for option in variant.game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A variant as a pyspiel game."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.variant = load_game(name, **chosen(find_game(name), given))
        self.encoder = Encoder(self.variant)
        self.is_random = has_random_setup(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=SETUPS if self.is_random else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.variant.longest,
        )
        super().__init__(game_type(self.variant), info, given)

    def new_initial_state(self, state: Any = None) -> SpielState:  # noqa: ARG002 (pyspiel's signature)
        """The start, or the chance node before it."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Planes as the observation; strings for everything else."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.encoder)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node that decides the setup."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._tools = Held(None if game.is_random else game.variant.start(0)), Shared(game.variant)

    @property
    def position(self) -> Position | None:
        """The position; None until the setup is drawn."""
        return self._tools[0].position

    def current_player(self) -> Any:
        """Who is to move: a player, chance, or nobody."""
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.position.outcome is not None else self.position.mover

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        if position is None or position.mover != player:
            return []
        return self._tools[1].encoder.legal(position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The setups, all equally likely."""
        assert self.position is None
        return [(seed, 1.0 / SETUPS) for seed in range(SETUPS)]

    def _apply_action(self, action: int) -> None:
        shared, position = self._tools[1], self.position
        if position is None:
            after = shared.variant.start(action)
        else:
            after = shared.encoder.play(position, action)
        self._tools = Held(after), shared

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"setup {action}"
        return str(self._tools[1].encoder.move(self.position, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.outcome is not None

    def returns(self) -> list[float]:
        """1 and -1, or 0 and 0."""
        outcome = None if self.position is None else self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return "setup" if self.position is None else str(self.position)


class PlanesObserver:
    """The planes of a position, as pyspiel asks for observations."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.tensor = np.zeros(int(np.prod(encoder.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoder.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Show a state to a player; before the setup there is nothing to see."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            self._encoder.show(state.position, player, self.dict["observation"])

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 (pyspiel's signature)
        """The position as text: both players see all of it."""
        return str(state)


def _maker(name: str) -> type[SpielGame]:
    """A separate class for each name, since pyspiel makes games from parameters alone."""

    def make(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, name, params)

    return type(f"Spiel_{name}", (SpielGame,), {"__init__": make})


def register_all() -> None:
    """Register every game."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            pyspiel.register_game(game_type(load_game(name)), _maker(name))


register_all()
