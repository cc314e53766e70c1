"""What is claimed about moves, by the rules and by a search; and the words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from example_games import example

import ludoteca
from ludoteca.errors import BadDeclaration
from ludoteca.explain import Claim, explain
from ludoteca.explain.explanation import Explanation
from ludoteca.explain.templates import PIECES, TEMPLATES, listed, sentence
from ludoteca.games import game_names
from ludoteca.kernel.description import words_of
from ludoteca.kernel.fields import GLYPHS
from ludoteca.play import Position, Variant, load_game
from ludoteca.search.analysis import analyse
from ludoteca.search.report import Line, Report, report_json


def claims(position: Position, move: str) -> dict[str, dict[str, object]]:
    """By kind, without a search."""
    return {claim.kind: dict(claim.arguments) for claim in explain(position, move).claims}


def hexapawn(text: str) -> Position:
    return example("hexapawn").position(text)


def test_a_win_at_once_is_told_with_its_reason_and_what_it_completes():
    told = explain(load_game("gekitai").position("...r.b/....rr/.b.b../.b..../...b../.r.r.r r"), "d2")
    assert told.text == "It wins at once: three in line. It completes d2, e2, f2."


@pytest.mark.parametrize(
    ("board", "move", "said"),
    [
        (
            "rr..../...r../....../....../....../bb....",
            "e3",
            "It wins at once: three in line. Its push completes a1, b1, c1.",
        ),
        (
            "bb..../...b../....../....../....../rr....",
            "e3",
            "It loses at once: three in line. Its push completes a1, b1, c1 for Black.",
        ),
        ("rr..../....../....../....../....../b....b", "c1", "It wins at once: three in line. It completes a1, b1, c1."),
    ],
    ids=["one's own line", "the opponent's line", "without a push"],
)
def test_a_line_made_by_a_push_is_told_as_such(board, move, said):
    told = explain(load_game("gekitai").position(f"{board} r"), move)
    assert told.text == said
    assert told.harm == (said if "loses" in said else "")


def test_a_pair_made_by_a_push_is_told_as_such():
    made = claims(load_game("gekitai").position("r...../..r.../....../....../....../b....b r"), "d3")
    assert made["sets_up_by_push"] == {"cells": ["a1", "b1"]} and "sets_up" not in made


def test_a_threat_names_the_move_that_carries_it_out():
    made = claims(hexapawn("bbb/w../.ww b"), "b3-a2")
    assert made["threatens"] == {"player": 1, "line": ["a2-a1"]}


def test_a_move_that_stops_a_win_names_it_and_says_that_all_others_lose():
    told = explain(hexapawn("bb./.w./..w b"), "a3-a2")
    assert told.text == (
        "Every other move loses. It stops White from winning with c1-b2. It threatens to win with a2-a1. "
        "It leaves White only one move."
    )


def test_a_move_that_lets_the_other_side_win_says_how():
    assert claims(hexapawn("b.b/b../.ww w"), "b1-a2")["lets_win"] == {"player": 1, "line": ["c3-c2"]}


def test_nothing_is_stopped_where_the_other_side_still_wins():
    made = claims(hexapawn("b.b/b../.ww w"), "b1-a2")
    assert "blocks" not in made and "only_move_not_losing" not in made


def test_a_taken_pawn_was_captured_and_a_disc_in_line_turned_over():
    assert claims(hexapawn("bbb/.w./w.w b"), "a3-b2")["captures"] == {"count": 1, "piece": "pawn", "player": 0}
    made = claims(load_game("reversi").start(), "d3")
    assert made["flips"] == {"count": 1, "piece": "counter", "player": 1}
    assert "It flips one white disc." in explain(load_game("reversi").start(), "d3").text
    assert made["gains_points"] == {"player": 0, "points": 1, "score": 3}  # every reply flips one back
    assert "captures" not in made


def test_stones_that_leave_the_board_are_counted_by_owner_in_the_games_own_words():
    gekitai = load_game("gekitai")
    told = explain(gekitai.position("....r./..b.../....../r..b../....../.r.... b"), "b5")
    assert "It pushes two red stones off the board." in told.text
    own = claims(gekitai.position("....r./..b.../....../r..b../....../.r.... r"), "b5")
    assert own["gives_up"] == {"count": 1, "piece": "stone", "player": 0}, "two are gone and one has come"


def test_pieces_of_nobody_are_taken_by_colour():
    greener = load_game("greener", size="3x3").position("b,w,g/g,w,b/g,g,g b 0")
    move = next(move for move in greener.moves() if move.text == "a1xa2")
    made = claims(greener, move.text)
    assert made["takes"] == {"count": 1, "colour": "green", "piece": "pyramid"}
    assert "It gains one green pyramid." in explain(greener, move).text or "gains_points" not in made


def test_terms_are_told_in_words_that_the_game_declares():
    told = explain(load_game("gekitai").position("....../....../r...../....../....../...... b"), "b2")
    [terms] = [claim for claim in told.claims if claim.kind == "terms"]
    assert [term["words"] for term in terms.arguments["terms"]] == ["improves the stone count"]
    assert told.sentence(terms) == "It improves the stone count."


def test_a_term_without_words_is_named():
    claim = Claim("terms", {"terms": [{"words": "", "term": "pawns", "player": 0, "change": 0.5}]})
    game = example("hexapawn").game
    assert sentence(claim, game, game.players) == "It scores higher on pawns."


@pytest.mark.parametrize(
    ("percent", "words"), [(66, "a 66%"), (80, "an 80%"), (8, "an 8%"), (11, "an 11%"), (18, "an 18%")]
)
def test_a_chance_has_the_article_of_its_number(percent, words):
    game = load_game("gekitai").game
    claim = Claim("chances", {"player": 0, "percent": percent, "depth": 3})
    assert sentence(claim, game, game.players) == f"Red then has about {words} chance of winning."


def test_a_win_that_needs_only_a_pass_is_not_announced():
    position = load_game("greener", size="3x3").position("w4:2,.,./.,.,./.,b4:2,g b 0")
    assert "threatens" not in claims(position, "b3xc3")


def test_a_search_tells_forced_wins_and_what_happens_otherwise():
    position = load_game("gekitai").position("rrbr.b/....../r..b.b/....../..b.../....r. b")
    report = analyse(position, None, nodes=20_000, lines=2, seed=1)
    told = {claim.kind: claim.arguments for claim in explain(position, report.best, report).claims}
    assert told["wins_by_force"] == {"player": 1, "plies": 3}
    position = hexapawn("bb./.w./..w b")
    report = analyse(position, None, nodes=20_000, lines=2)
    told = {claim.kind: claim.arguments for claim in explain(position, report.best, report).claims}
    assert told["otherwise_loses"] == {"player": 0, "move": "a3-b2", "line": ["c1-b2"]}
    assert "wins_surely" in told and "only_winning_move" in told


def test_a_lost_position_says_that_every_move_loses():
    position = hexapawn("bbb/.../www w")  # whoever begins loses
    report = analyse(position, None, nodes=50_000, lines=2)
    kinds = {claim.kind for claim in explain(position, report.best, report).claims}
    assert "all_lose" in kinds and "only_move_not_losing" not in kinds


def test_an_explanation_is_json_with_a_sentence_for_each_claim():
    told = explain(hexapawn("bb./.w./..w b"), "a3-a2").to_json()
    assert told["move"] == "a3-a2" and told["text"].startswith("Every other move loses.")
    assert {
        "kind": "blocks",
        "player": 0,
        "line": ["c1-b2"],
        "sentence": "It stops White from winning with c1-b2.",
    } in (told["claims"])


@pytest.mark.parametrize("name", game_names())
def test_words_of_a_games_own_fill_the_places_of_the_usual_ones(name):
    game = load_game(name).game
    usual = {
        "count": 2, "piece": "disc", "player": 0, "cells": ["a1", "b1"], "points": 3, "score": 7, "line": ["a1"],
        "cell": "hex", "colour": "green", "move": "a1", "plies": 3, "percent": 50, "reason": "so", "terms": [],
    }  # fmt: skip
    for kind in TEMPLATES:
        words = sentence(Claim(kind, usual), game, game.players)
        assert words.endswith(".") and "{" not in words


def test_a_game_that_has_words_for_an_unknown_kind_is_told_the_kinds():
    hexapawn_game = example("hexapawn").game
    wrong = Variant(replace(hexapawn_game, claim_words={"eats": "It eats."}))
    with pytest.raises(BadDeclaration, match="has no kind 'eats'; the kinds are only_move, "):
        explain(wrong.position("bb./.w./..w b"), "a3-a2").to_json()


def test_every_kind_of_piece_has_a_word_for_one_and_for_several():
    assert set(PIECES) == {*GLYPHS, "stack"}


def test_a_long_line_ends_with_dots_and_not_with_one_more():
    game = load_game("reversi").game
    words = sentence(Claim("threatens", {"player": 0, "line": ["a1"] * 9}), game, game.players)
    assert words == "It threatens to win with a1, a1, a1, a1, a1, a1 …"


def test_one_and_several_are_told_apart():
    game = load_game("reversi").game
    for count, words in ((1, "one white disc."), (3, "three white discs."), (13, "13 white discs.")):
        claim = Claim("flips", {"count": count, "piece": "disc", "player": 1})
        assert words in sentence(claim, game, game.players)
    assert [listed(["a", "b", "c"][:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_a_stone_between_two_others_brings_a_chain_nearer_and_one_in_the_way_puts_it_off():
    position = ludoteca.game("hex").start()
    for move in ("f1", "a11", "f3", "f4"):
        position = position.play(move)
    assert claims(position, "f2")["nears_chain"] == {"player": 0, "count": 8, "cell": "hex"}, "three of eleven stand"
    made = claims(position.play("f2"), "e4")
    assert made["hinders_chain"] == {"player": 0, "count": 9, "cell": "hex"}
    assert "hinders_chain" not in claims(position.play("f2"), "k11")
    assert "nears_chain" not in claims(load_game("reversi").start(), "d3")


def test_one_or_two_moves_that_are_left_are_counted():
    assert claims(hexapawn("b.b/b../.ww w"), "b1-a2")["leaves_few_moves"] == {"player": 1, "count": 1}
    assert claims(hexapawn("b.b/bw./..w b"), "a3-b2")["leaves_few_moves"] == {"player": 0, "count": 2}
    assert "leaves_few_moves" not in claims(load_game("reversi").start(), "d3")


def test_translators_are_given_the_words_of_terms_and_claims():
    listed_words = words_of(load_game("gekitai").game)
    assert ("term", "gets more stones side by side") in listed_words
    assert ("claim", "It lines up {cells} with an open end.") in listed_words


def test_that_other_moves_lose_goes_without_saying_where_all_do():
    position = load_game("gekitai").start(0)
    claims = tuple(Claim(kind, {"player": 0}) for kind in ("only_move_not_losing", "all_lose"))
    told = Explanation(position, position.moves()[0], claims).told
    assert [claim.kind for claim in told] == ["all_lose"]


def test_a_chance_of_winning_is_the_one_beside_it_not_half_of_the_draws_as_well():
    position = Variant(replace(load_game("gekitai").game, draw_band=1.0)).start()
    move = position.moves()[0]
    report = Report(position, (Line((move,), 800),), 4, 100, 0.1, "alphabeta")
    assert report.words_of(report.lines[0]).startswith("45% win, 41% draw") and round(100 * report.score) == 65
    assert "about a 45% chance of winning" in explain(position, move, report).text


def test_moves_are_said_as_players_write_them_and_data_has_both():
    chess = load_game("chess")
    opened = chess.start().play("e4").play("e5").play("Bc4").play("Nc6")
    told = explain(opened, "Qh5").to_json()
    assert (told["move"], told["written"]) == ("d1h5", "Qh5") and "It threatens to win with Qxf7#." in told["text"]
    threat = next(claim for claim in told["claims"] if claim["kind"] == "threatens")
    assert (threat["line"], threat["written"]) == (["h5f7"], ["Qxf7#"])
    line = tuple(opened.play("Qh5").play("Nf6").play("Qxf7").line())[-2::-1]
    report = Report(chess.start(), (Line(tuple(each.last_move for each in line), 13),), 7, 1, 1.0, "alphabeta")
    assert str(report).splitlines()[0].endswith(": e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
    (shown,) = report_json(report)["lines"]
    assert (shown["moves"][-1], shown["written"][-1]) == ("h5f7", "Qxf7#")
