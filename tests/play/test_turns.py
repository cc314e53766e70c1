from ludoteca.play.turns import plies_to_mark, turns


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
