"""The wording of a study: what the numbers mean, for one variant or two side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ludoteca.arena.statistics import signed
from ludoteca.arena.study.document import Document, Plot, Section, Table
from ludoteca.arena.study.findings import Comparison, Findings, SkillFindings, SkillStep
from ludoteca.arena.study.measures import Estimate
from ludoteca.arena.study.option_effects import ENDING, MOVES, SCORE, START, OptionEffect
from ludoteca.arena.study.plots import Bar, Curve, board_plot, curves_plot, percent, rows_plot

MOST_NAMED = 12  # kinds of moves, or endings, in a list
FAIR = 0.5
CHANGED = {START: "the start", MOVES: "the moves", ENDING: "the ending", SCORE: "the score"}


def _plus(by: float, digits: int) -> str:
    """A difference with its sign."""
    return f"{round(by, digits) + 0.0:+.{digits}f}"  # adding 0 turns -0 into +0


MEASURE_WORDS: dict[str, tuple[str, Callable[[float], str]]] = {
    "first_points": ("the first player's score", lambda by: f"{_plus(100 * by, 0)} percentage points"),
    "draws": ("draws", lambda by: f"{_plus(100 * by, 0)} percentage points"),
    "plies": ("length", lambda by: f"{_plus(by, 1)} moves"),
    "choices": ("moves to choose from", lambda by: _plus(by, 1)),
    "lead_changes": ("lead changes per game", lambda by: _plus(by, 1)),
    "decided": ("when games are decided", lambda by: f"{_plus(100 * by, 0)} percentage points of the game"),
}


def report_of(findings: Findings) -> Document:
    """The report on one variant."""
    title = f"A study of {findings.variant.title}"
    return Document(title, _subtitle([findings]), tuple(_summary(findings)), _sections([findings]))


def report_of_two(comparison: Comparison) -> Document:
    """The report on two variants, side by side."""
    both = [comparison.first, comparison.second]
    title = f"A study of {comparison.first.variant.title}: two variants"
    sections = (_difference(comparison), *_sections(both))
    told = (_length_words, _first_player_words, _lead_words, _skill_words)
    summary = [
        _verdict(comparison),
        _rules_words(comparison),
        *(sentence for words in told for sentence in _of_each(both, words)),
    ]
    return Document(title, _subtitle(both), tuple(summary), sections, variant_labels(*both))


def variant_labels(first: Findings, second: Findings) -> tuple[str, ...]:
    """The names of two variants: the options in which they differ."""
    names = [
        option for option in first.variant.game.options
        if first.variant.options[option.name] != second.variant.options[option.name]
    ]  # fmt: skip
    return tuple(
        ", ".join(f"{option.name}={option.text(each.variant.options[option.name])}" for option in names)
        for each in (first, second)
    )


def _of_each(studies: Sequence[Findings], words: Callable[[Findings], str]) -> list[str]:
    """A sentence for each variant, which names the variant if there are two."""
    sentences = [words(each) for each in studies]
    if len(studies) == 1:
        return sentences
    return [f"{label}: {sentence}" for label, sentence in zip(variant_labels(*studies), sentences, strict=True)]


# --- in short


def _subtitle(studies: Sequence[Findings]) -> str:
    findings = studies[0]
    games = sum(skill.games for each in studies for skill in each.skills[1:]) + sum(
        step.games for each in studies for step in each.steps
    )
    options = ", ".join(f"{name}={value}" for name, value in findings.variant.changed_options.items())
    return f"{games} games by {_listed([skill.name for skill in findings.skills])}" + (
        f"; {options}" if options and len(studies) == 1 else ""
    )


def _summary(findings: Findings) -> list[str]:
    return [
        _length_words(findings),
        _first_player_words(findings),
        _lead_words(findings),
        _skill_words(findings),
        *([_dead_words(findings)] if findings.variant.game.options else []),
        _never_words(findings),
    ]


def _length_words(findings: Findings) -> str:
    best = findings.skills[-1]
    _, shortest, _, median, _, longest, _ = best.plies_quantiles
    usual = f"most of them {shortest:.0f} to {longest:.0f}" if shortest < longest else "nearly all of them"
    return (
        f"Games at {best.name} last {median:.0f} moves, {usual}, "
        f"with {best.choices.value:.0f} moves to choose from on average ({findings.most_choices} at most)."
    )


def _first_player_words(findings: Findings) -> str:
    best, chance = findings.skills[-1], findings.skills[0]
    first = findings.variant.game.players[0].name
    words = (
        f"{first}, who moves first, scores {_percent_words(best.first_score)} at {best.name} ({_trend(chance, best)})"
    )
    return f"{words}; {percent(best.draws.value)} of these games are drawn."


def _trend(chance: SkillFindings, best: SkillFindings) -> str:
    base = f"{percent(chance.first_score.value)} in random play"
    if best.first_score.low > chance.first_score.high:
        return f"{base}: skill helps the first player"
    if best.first_score.high < chance.first_score.low:
        return f"{base}: skill helps the second player"
    return f"{base}: no clear change with skill"


def _lead_words(findings: Findings) -> str:
    best = findings.skills[-1]
    if best.lead_changes is None or best.decided is None or best.comebacks is None:
        return f"Every game at {best.name} is drawn, so no lead decides anything."
    if best.lead_changes.value == 0 and best.decided.value == 0:
        return f"Games at {best.name} are decided before they begin: the winner leads from the first move on."
    times = f"{best.lead_changes.value:.1f} times per game"
    return (
        f"At {best.name} the lead changes {times}, the winner leads for good after {percent(best.decided.value)} "
        f"of the game, and {percent(best.comebacks.value)} of the wins come from far behind."
    )


def _skill_words(findings: Findings) -> str:
    count = round(findings.skill_steps)
    if count == 0 if findings.is_span_bound else findings.elo_span <= findings.elo_margin:
        return "There are too few games to say how much skill matters; --games plays more."
    span, steps = f"{findings.elo_span:,.0f}", {0: "less than one level", 1: "one level"}.get(count, f"{count} levels")
    if findings.is_span_bound:
        span, steps = f"at least {span}", f"at least {steps}"
    else:
        span = f"{span} ± {findings.elo_margin:,.0f}"
    return (
        f"{findings.skills[-1].name.capitalize()} is {span} Elo above random play: {steps} of skill, "
        "each winning three games in four against the one below."
    )


def _dead_words(findings: Findings) -> str:
    dead = findings.dead_options
    games = findings.options[0].games if findings.options else 0
    if not dead:
        return f"Every option changes something when {games} games are replayed with its other values."
    verb = "changes" if len(dead) == 1 else "change"
    several = "s" if len(dead) > 1 else ""
    return f"Dead option{several}: {_listed(dead)} {verb} nothing in {games} games, with the other options unchanged."


def _never_words(findings: Findings) -> str:
    never = findings.moves.never_paid
    if not never:
        return "Strong players use every kind of move and every cell."
    named = [group.what for group in never[:3]]
    more = len(never) - len(named)
    return f"Strong players hardly ever choose {_listed([*named, *([f'{more} more'] if more else [])])}."


# --- section by section


def _sections(studies: Sequence[Findings]) -> tuple[Section, ...]:
    sections = [
        _length_section(studies),
        _first_player_section(studies),
        _lead_section(studies),
        _skill_section(studies),
        _endings_section(studies),
        _moves_section(studies),
        *([_options_section(studies)] if studies[0].options else []),
        _method_section(studies),
    ]
    return tuple(sections)


def _by_skill(studies: Sequence[Findings], columns: dict[str, Callable[[SkillFindings], str]]) -> Table:
    """A row for each player; with two variants, each column is there twice."""
    labels = [""] if len(studies) == 1 else [f" ({label})" for label in variant_labels(*studies)]
    header = ["players", *(f"{name}{label}" for name in columns for label in labels)]
    rows = [
        (together[0].name, *(words(skill) for words in columns.values() for skill in together))
        for together in zip(*(each.skills for each in studies), strict=True)
    ]
    return Table(tuple(header), tuple(rows))


def _rows(
    studies: Sequence[Findings], bar: Callable[[SkillFindings], Bar | None]
) -> list[tuple[str, list[Bar | None]]]:
    return [
        (row[0].name, [bar(skill) for skill in row]) for row in zip(*(each.skills for each in studies), strict=True)
    ]


def _length_section(studies: Sequence[Findings]) -> Section:
    def bar(skill: SkillFindings) -> Bar:
        if not skill.plies_quantiles:
            return Bar(skill.plies.value, skill.plies.low, skill.plies.high)
        _, low, lower, median, upper, high, _ = skill.plies_quantiles
        return Bar(median, low, high, (lower, upper))

    def range_words(skill: SkillFindings) -> str:
        found = skill.plies_quantiles
        return f"{found[0]:.0f} to {found[-1]:.0f}" if found else "–"

    cut = [f"{each.cut_off} of the strong games were drawn because they reached {each.longest} moves."
           for each in studies if each.cut_off]  # fmt: skip
    columns: dict[str, Callable[[SkillFindings], str]] = {
        "mean length": lambda skill: f"{skill.plies.value:.1f}",
        "moves to choose from": lambda skill: f"{skill.choices.value:.1f}",
    }
    if len(studies) == 1:  # for two there is no room
        columns["shortest to longest"] = range_words
    table = _by_skill(studies, columns)
    curves = [Curve(each.curves.choices) for each in studies]
    return Section(
        "Length and choice",
        (*_of_each(studies, _length_words), *cut),
        (table,),
        (
            Plot(
                "length",
                "Length of the games: median, middle half and middle four fifths.",
                rows_plot(_rows(studies, bar), "moves in a game"),
            ),
            Plot("choices", "Moves to choose from in strong play.", curves_plot(curves, "share of the game")),
        ),
    )


def _first_player_section(studies: Sequence[Findings]) -> Section:
    table = _by_skill(
        studies,
        {
            "first player's score": lambda skill: _percent_words(skill.first_score),
            "draws": lambda skill: percent(skill.draws.value),
        },
    )
    rows = _rows(studies, lambda skill: _as_bar(skill.first_score))
    draws = _rows(studies, lambda skill: _as_bar(skill.draws))
    plots = [
        Plot(
            "first-player",
            "The first player's score, with 95% intervals; a draw counts half.",
            rows_plot(rows, "the first player's score", tick=percent, bounds=(0, 1), mark=FAIR),
        )
    ]
    if any(skill.draws.value for each in studies for skill in each.skills):
        plots.append(
            Plot("draws", "Draws, with 95% intervals.", rows_plot(draws, "draws", tick=percent, bounds=(0, 1)))
        )
    return Section("The first player and draws", tuple(_of_each(studies, _first_player_words)), (table,), tuple(plots))


def _lead_section(studies: Sequence[Findings]) -> Section:
    def number(found: Estimate | None, words: Callable[[float], str]) -> str:
        return "–" if found is None else words(found.value)

    table = _by_skill(
        studies,
        {
            "lead changes": lambda skill: number(skill.lead_changes, lambda value: f"{value:.1f}"),
            "decided after": lambda skill: number(skill.decided, percent),
            "comebacks": lambda skill: number(skill.comebacks, percent),
        },
    )
    told = (
        "A player leads when a search gives them at least a 55% chance of winning; a game is decided once the winner "
        "leads for good, and a comeback is a win by a player whose chance was once below 30%."
    )
    plots = []
    known = [each.curves for each in studies if each.curves.decided]
    if known:
        winners = [
            Curve(found.winner_chances[1], (found.winner_chances[0], found.winner_chances[2])) for found in known
        ]
        decided = [Curve(found.decided) for found in known]
        plots = [
            Plot(
                "winner",
                "The eventual winner's chance of winning, in strong play: median and middle half.",
                curves_plot(winners, "share of the game", tick=percent, bounds=(0, 1), mark=FAIR),
            ),
            Plot(
                "decided",
                "Share of strong games already decided.",
                curves_plot(decided, "share of the game", tick=percent, bounds=(0, 1)),
            ),
        ]
    return Section("Who leads, and until when", (*_of_each(studies, _lead_words), told), (table,), tuple(plots))


def _skill_section(studies: Sequence[Findings]) -> Section:
    labels = [""] if len(studies) == 1 else [f" ({label})" for label in variant_labels(*studies)]
    header = ("match", *(f"{what}{label}" for what in ("score", "Elo") for label in labels))
    rows = []
    for together in zip(*(each.steps for each in studies), strict=True):
        scores = [percent(step.score) for step in together]
        elos = [_elo_words(step) for step in together]
        rows.append((f"{together[0].higher} against {together[0].lower}", *scores, *elos))
    return Section(
        "Levels of skill",
        tuple(_of_each(studies, _skill_words)),
        (Table(header, tuple(rows)),),
        (
            Plot(
                "skill",
                "Elo over random play; each bar is the 95% interval of the step up from the player above.",
                rows_plot(_climb(studies), "Elo over random play"),
            ),
        ),
    )


def _elo_words(step: SkillStep) -> str:
    if step.is_bound:
        return f"{signed(step.elo.value)} or more"
    low, high = (signed(end) if math.isfinite(end) else "?" for end in (step.elo.low, step.elo.high))
    return f"{signed(step.elo.value)} ({low} to {high})"


def _climb(studies: Sequence[Findings]) -> list[tuple[str, list[Bar | None]]]:
    """Each player's Elo over random play, and how certain it is to be above the previous one."""
    rows: list[tuple[str, list[Bar | None]]] = [(studies[0].skills[0].name, [Bar(0, 0, 0) for _ in studies])]
    heights = [0.0] * len(studies)
    for together in zip(*(each.steps for each in studies), strict=True):
        bars: list[Bar | None] = []
        for number, step in enumerate(together):
            before, heights[number] = heights[number], heights[number] + step.elo.value
            ends = (step.elo.low, step.elo.high)
            low, high = (before + end if math.isfinite(end) else heights[number] for end in ends)
            bars.append(Bar(heights[number], low, high))
        rows.append((together[0].higher, bars))
    return rows


def _endings_section(studies: Sequence[Findings]) -> Section:
    labels = ["games"] if len(studies) == 1 else list(variant_labels(*studies))
    words = list(dict.fromkeys(word for each in studies for word in each.endings))[:MOST_NAMED]
    totals = [sum(each.endings.values()) for each in studies]
    rows = [
        (word, *(percent(each.endings.get(word, 0) / total) for each, total in zip(studies, totals, strict=True)))
        for word in words
    ]
    who = _listed(list(studies[0].strong_names))
    return Section("How games end", (f"In games by {who}.",), (Table(("ending", *labels), tuple(rows)),))


def _moves_section(studies: Sequence[Findings]) -> Section:
    sentences = _of_each(studies, _never_words)
    tables, plots = [], []
    labels = [""] if len(studies) == 1 else [f" ({label})" for label in variant_labels(*studies)]
    for number, (findings, label) in enumerate(zip(studies, labels, strict=True), 1):
        never = findings.moves.never_paid[:MOST_NAMED]
        if never:
            rows = [(group.what, str(group.positions), str(group.chosen), f"{group.expected:.0f}") for group in never]
            header = (f"hardly ever chosen{label}", "positions where legal", "chosen", "by chance")
            tables.append(Table(header, tuple(rows)))
        for kind, liking in findings.moves.liking.items():
            if len(liking) > 1:
                name = kind.replace(" ", "-") + (f"-{number}" if len(studies) > 1 else "")
                caption = f"Where moves of the kind {kind} end in strong play{label}, compared with random choice."
                picture = board_plot(findings.variant.board, liking, "1 means as often as by chance")
                plots.append(Plot(f"cells-{name}", caption, picture, has_series=False))
    kinds = [group for each in studies[:1] for group in each.moves.groups if not group.never_pays]
    if len(kinds) > 1:
        rows = [
            (group.what, str(group.positions), str(group.chosen), f"{group.expected:.0f}")
            for group in sorted(kinds, key=lambda group: -group.expected)[:MOST_NAMED]
        ]
        tables.append(Table((f"other moves{labels[0]}", "positions where legal", "chosen", "by chance"), tuple(rows)))
    seen = " and ".join(str(each.moves.positions) for each in studies)
    sentences.append(f"Strong play means {_listed(list(studies[0].strong_names))}, in {seen} positions.")
    return Section("Moves that never pay", tuple(sentences), tuple(tables), tuple(plots))


def _options_section(studies: Sequence[Findings]) -> Section:
    findings = studies[0]
    told = (
        "Random games and games by strong players are replayed, move for move, with another value of one option; "
        "the first change is counted."
    )
    alike: dict[tuple[str, str], list[str]] = {}  # values of one option with the same effect
    for effect in findings.options:
        alike.setdefault((effect.option, _changed_words(effect)), []).append(effect.value)
    rows = [(f"{option}={', '.join(values)}", words) for (option, words), values in alike.items()]
    return Section("Options", (_of_each(studies, _dead_words)[0], told), (Table(("value", "changed"), tuple(rows)),))


def _changed_words(effect: OptionEffect) -> str:
    if effect.is_dead:
        return f"nothing in {effect.games} games"
    parts = [f"{CHANGED[what]} in {percent(count / effect.games)}" for what, count in effect.changed.items()]
    return _listed(parts)


def _method_section(studies: Sequence[Findings]) -> Section:
    findings = studies[0]
    each = findings.skills[-1].games
    rows = [(skill.name, skill.words, str(skill.games), str(skill.repeated)) for skill in findings.skills]
    told = (
        f"Each player plays {each} games against itself, and {each} against the next stronger one, from the start of "
        f"the game, with seed {findings.seed}. Players are the game's levels without a clock, so the same seed gives "
        "the same report. Intervals are 95%; more games (--games) make them narrower."
    )
    return Section(
        "How this was measured", (told,), (Table(("player", "what it does", "games", "repeats"), tuple(rows)),)
    )


# --- two variants


def _verdict(comparison: Comparison) -> str:
    labels = variant_labels(comparison.first, comparison.second)
    if not comparison.different:
        return f"No difference in play was found between {labels[0]} and {labels[1]} in these games."
    words = []
    for name in comparison.different:
        by = comparison.measures[name]
        assert by is not None
        what, number = MEASURE_WORDS[name]
        words.append(f"{what} {number(by.value)}")
    return f"With {labels[1]} instead of {labels[0]} the game plays differently: {_listed(words)}."


def _difference(comparison: Comparison) -> Section:
    rows = []
    for name, by in comparison.measures.items():
        what, number = MEASURE_WORDS[name]
        if by is None:
            rows.append((what, "unknown", ""))
            continue
        verdict = "yes" if name in comparison.different else "not measurably"
        rows.append(
            (what, f"{number(by.value)} ({number(by.low).split()[0]} to {number(by.high).split()[0]})", verdict)
        )
    header = ("in strong play", "difference, 99% interval", "differs")
    sentences = (_verdict(comparison), _rules_words(comparison))
    return Section("Do they play differently?", sentences, (Table(header, tuple(rows)),))


def _rules_words(comparison: Comparison) -> str:
    total = sum(comparison.rules.values())
    changed = _listed([f"{CHANGED[what]} in {count}" for what, count in comparison.rules.items()])
    if not total:
        return f"The other rules change nothing when {comparison.rules_games} games are replayed under them."
    return f"Of {comparison.rules_games} games, {total} go differently under the other rules: they change {changed}."


# --- words


def _percent_words(found: Estimate) -> str:
    return f"{percent(found.value)} ({round(100 * found.low)} to {round(100 * found.high)})"


def _as_bar(found: Estimate) -> Bar:
    return Bar(found.value, found.low, found.high)


def _listed(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
