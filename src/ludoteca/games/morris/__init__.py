"""Nine men's morris: place and move men; three in a row takes an enemy man."""

from ludoteca.games.morris import evaluation, rules
from ludoteca.kernel import Fact, Notation, game, repetition

GAME = game(
    modules=(rules, evaluation),
    title="Nine men's morris",
    designer="Traditional",
    players=("White", "Black"),
    summary="Place and move your men; three in a row takes an enemy man. Leave your opponent with two.",
    goal="Close mills, three men in a row, to take enemy men; win when your opponent has two men left or cannot move.",
    start=".../.../.../....../.../.../... w 9-9 place 0",
    options=(repetition("threefold", "off"),),  # [NM9]
    longest=1000,
    facts=(Fact("To do", "phase", role="task"), Fact("Men to place", "hand", role="supply", when="hand")),
    notation=Notation(turn=r"([a-g]\d(?:-[a-g]\d)?)(x[a-g]\d)"),  # d1-d2xg7
    accent="plum",
    claim_words={
        "removes": "It takes {count:word} {player:adjective} {count:man|men}.",
        "moves_again": "It closes a mill.",
    },
    surface="wood",
    family="capture",
    other_names=("merels", "mill", "mills"),
    minutes=20,
    difficulty="easy",
    showcase=("b.w/.w./bbb/.ww.b./.../.bw/w.b w 0-0 move 3", "a1-a4", "xf4"),
)
