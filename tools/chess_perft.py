"""Count chess positions beside python-chess: `pip install chess`, then `python tools/chess_perft.py`.

Both count the move sequences of the published perft positions, the last moves without playing them; rounds alternate,
and times are processor times.  python-chess is licensed under the GPL, and nothing here needs it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import ludoteca
from ludoteca.play.perft import count_sequences

ROUNDS = 5
LEAST_S = 0.3  # of a round: short counts are repeated
POSITIONS = {  # by name: the position, a depth, and the published count
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    "Kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    "rook ending": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
}


def per_second(count: Callable[[], int], expected: int) -> float:
    """Sequences counted in a second of processor time."""
    begin, times = time.process_time(), 0
    while (spent := time.process_time() - begin) < LEAST_S:
        assert count() == expected
        times += 1
    return times * expected / spent


def main() -> None:
    """Print both speeds and their ratio for each position."""
    try:
        import chess
    except ImportError as error:
        raise SystemExit("this compares with python-chess: pip install chess") from error

    def theirs(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += theirs(board, depth - 1)
            board.pop()
        return total

    print(f"{'':14}{'ours/s':>12}{f'python-chess {chess.__version__}/s':>24}{'ratio':>8}")
    for name, (text, depth, expected) in POSITIONS.items():
        here, board = ludoteca.game("chess").position(text), chess.Board(text)
        count_sequences(here, depth)  # compiled
        rounds = [
            (
                per_second(lambda: count_sequences(here, depth), expected),  # noqa: B023 (called at once)
                per_second(lambda: theirs(board, depth), expected),  # noqa: B023
            )
            for _ in range(ROUNDS)
        ]
        ours, other = (statistics.median(speeds) for speeds in zip(*rounds, strict=True))
        ratio = statistics.median(ours / other for ours, other in rounds)
        print(f"{name:14}{ours:>12,.0f}{other:>24,.0f}{ratio:>8.0f}")


if __name__ == "__main__":
    main()
