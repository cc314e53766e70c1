"""What decided a game of Havannah, for drawing: rings, bridges and forks."""

from ludoteca.games.havannah import rules
from ludoteca.games.havannah.rules import BOARD, CELLS, GOALS, INNER, NEIGHBOURS, STEP, WIN
from ludoteca.kernel import OFF, compiled, draw_cells, draw_chain, each, flood, group_of, has, next_to


@compiled
def ring_stones(state, stones):
    """The stones beside what they surround; if that is all their own, the stones around one of them. [HV3]"""
    others = CELLS[state.board] & ~stones
    border = next_to(CELLS[state.board] ^ BOARD.all, NEIGHBOURS) | (BOARD.all & ~INNER)
    surrounded = others & ~flood(border & others, others, NEIGHBOURS)
    if surrounded:
        return next_to(surrounded, NEIGHBOURS) & stones
    ring = BOARD.none
    for cell in each(stones):
        if rules.is_surrounded(cell, stones):
            ring |= NEIGHBOURS[cell]
    return ring


@compiled
def draw_goals(state, draw, lowest, stones):
    """The chains between the corners of a group, if it is a bridge, and between its sides, if it is a fork."""
    group, reached = group_of(lowest, stones, NEIGHBOURS), int(state.reached[lowest])
    for first, count in ((0, 2), (6, 3)):  # corners, sides
        goals = (reached >> first) & 63
        number, last = 0, OFF
        for goal in range(6):
            number += (goals >> goal) & 1
        for goal in range(6):
            if number >= count and (goals >> goal) & 1:
                if last != OFF:
                    draw_chain(draw, group, GOALS[state.board, first + last], GOALS[state.board, first + goal], STEP)
                last = goal


@compiled
def decided(state, draw):
    """The stones of rings, the chains of bridges and forks. [HV3-HV5]"""
    stones, won = state.stones[1 - state.mover], state.won[1 - state.mover]
    if has(won, WIN.ring):
        draw_cells(draw, ring_stones(state, stones))
    for cell in each(stones if has(won, WIN.bridge) or has(won, WIN.fork) else BOARD.none):
        if state.group[cell] == cell:
            draw_goals(state, draw, cell, stones)
