import pytest

from ludoteca.bots import find_bot
from ludoteca.errors import AmbiguousMove, IllegalMove
from ludoteca.play import Match, load_game
from ludoteca.play.move_input import choose, find_move, next_picks
from ludoteca.play.records import Record, read_record
from ludoteca.play.turns import plies_to_mark, turns
from ludoteca.search.analysis import analyse


def test_plies_of_one_player_in_a_row_are_one_turn():
    assert turns([0, 1, 1, 0, 0, 1]) == [range(1), range(1, 3), range(3, 5), range(5, 6)]
    assert turns([]) == []


def test_a_player_sees_everything_since_their_own_last_decision():
    assert plies_to_mark([0, 1, 1], 0) == range(1, 3)
    assert plies_to_mark([0, 1, 1, 0], 1) == range(3, 4)


def test_a_player_who_has_not_moved_yet_sees_all_that_was_played():
    assert plies_to_mark([0, 0, 0], 1) == range(3)


def test_whoever_has_just_moved_sees_their_own_turn_and_a_watcher_the_last_one():
    assert plies_to_mark([0, 1, 1, 0, 0], 0) == range(3, 5)
    assert plies_to_mark([0, 1, 1, 0, 0], None) == range(3, 5)
    assert plies_to_mark([], None) == range(0)


# --- chains: what engines play move by move is one move to people


@pytest.fixture
def chains():
    """Black can jump twice, in two ways, or once; the middle of its chains is no end."""
    return load_game("draughts").position("..../..../b..b/.w.w/..../.ww./..../...w b - 0")


def test_a_chain_is_one_move_to_people_and_several_to_engines(chains):
    assert list(map(str, chains.whole_moves())) == ["9x18x25", "9x18x27", "12x19x26"]
    assert list(map(str, chains.moves())) == ["9x18", "12x19"]
    whole = chains.whole_moves()[0]
    after = chains.play(whole)
    assert (after.ply, after.previous is chains, after.last_move) == (1, True, whole)
    assert after == chains.play("9x18").play("18x25")


@pytest.mark.parametrize("typed", ["9x18x25", "9 18 25", "9-18-25", "9x25", "B6xD4xB2"])
def test_a_chain_is_typed_with_its_cells_or_with_its_ends(chains, typed):
    assert str(find_move(chains, typed)) == "9x18x25"


def test_the_beginning_of_a_chain_can_be_played_but_not_chosen(chains):
    assert chains.play("9x18").mover == 0
    with pytest.raises(AmbiguousMove, match="9x18 is not a complete move; it continues with 25, 27"):
        choose(chains, ("9", "18"))


def test_picks_lead_along_a_chain_or_to_its_end(chains):
    assert [pick.name for pick in next_picks(chains, ("9",))] == ["18"]
    assert [pick.name for pick in next_picks(chains, ("9", "18"))] == ["25", "27"]
    assert str(choose(chains, ("9", "27"))) == "9x18x27"


def test_a_move_that_was_made_up_is_not_legal(chains):
    whole = chains.whole_moves()[0]
    with pytest.raises(IllegalMove):
        chains.play(whole._replace(text="9x18x27"))
    with pytest.raises(IllegalMove):
        chains.play("9x18x25").play(whole)


def test_a_chain_is_one_ply_of_a_match_and_undone_at_once(chains):
    match = Match(chains.variant, chains)
    match.play("9x18x25")
    assert [str(ply.move) for ply in match.plies] == ["9x18x25"]
    match.undo()
    assert match.position == chains
    match.redo()
    assert Match.load(match.save()) == match


def test_a_record_has_one_word_for_a_chain_and_is_read_in_steps_too(chains):
    match = Match(chains.variant, chains)
    match.play("9x18x25")
    match.play("16-11")
    text = Record.from_match(match).to_text()
    assert "1. 9x18x25 2. 16-11 *" in text
    assert read_record(text).to_match().save() == match.save()
    stepwise = text.replace("1. 9x18x25 2. 16-11", "1. 9x18 {first} 2. 18x25 {then} (1. 12x19x26) 3. 16-11")
    found = read_record(stepwise)
    assert [(ply.move, ply.comment) for ply in found.main.plies] == [("9x18x25", "first then"), ("16-11", "")]
    assert [ply.move for ply in found.main.plies[0].variations[0].plies] == ["12x19x26"]


def test_an_unfinished_chain_is_kept_as_far_as_it_went():
    start = load_game("draughts").position("..../..../..../.bb./..../.bb./.W../.... w - 0")
    match = Match(start.variant, start)
    match.play("26x17x10")
    text = Record.from_match(match).to_text()
    assert "1. 26x17x10 *" in text
    assert str(read_record(text).final()) == "..../..../.W../..b./..../..b./..../.... w 10 0"


def test_a_bot_plays_a_chain_to_its_end(chains):
    assert find_bot("random", seed=1).choose_whole(chains) in chains.whole_moves()
    assert find_bot("alphabeta:depth=1", seed=1).choose_whole(chains) in chains.whole_moves()


def test_the_lines_of_a_search_have_whole_moves(chains):
    report = analyse(chains, nodes=2000, lines=3)
    assert report.best in chains.whole_moves()
    position = chains
    for move in report.pv:
        position = position.play(move)
