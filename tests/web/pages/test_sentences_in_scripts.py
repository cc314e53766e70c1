"""Sentences in scripts go through the catalogue: text that people read stands in `t(...)` or `translatable(...)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.jslexer import Token, tokenize

from ludoteca.web.http.static_files import STATIC

SAYING = {"t", "translatable"}
SHOWN_BY = {"textContent", "title", "aria-label", "placeholder", "alt", "label", "words", "ariaLabel", "innerText"}
OF_STYLES = {"class", "className", "viewBox", "preserveAspectRatio", "aria-describedby", "d"}
PLACE = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
LETTERS = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"^[A-Z][a-z]+ [\w§]|[a-z]+ [a-z]+ [a-z]+| .*[a-z§][.!?]$|[a-z§] …")
NOT_FOR_PLAYERS = {
    "the page has no element #${id}": "a mistake in a page's template",
    "the page has no rules": "it is caught, and what is shown instead is said",
    "no answer for ${move}": "a mistake in a lesson, which tests find",
    "a stopped clock cannot be pressed": "a mistake in a script",
    "the game ${game.id} was changed meanwhile": "it is caught: the game is read again",
    "the engine was asked before it had a game": "a mistake in a script",
    "a hint was asked for before there was a game": "a mistake in a script",
    "nothing has the key ${key}": "a mistake in a script",
    "a limit is a number or a field": "a mistake in a game's declaration",
    "${code} is not the number of a move of this game": "a mistake in a script",
    "${this.about.title} has no field ${name}": "a mistake in a script",
    "Ludoteca is not kept for use without a connection: ${error.message}": "for the console",
    "ludoteca record 1": "the name of a format",
    "${words} · Ludoteca": "a name",
    "figure.diagram:not(.diagrams figure)": "a selector",
}


def unsaid(script: str) -> Iterator[str]:
    """The texts of a script that read like words for people and are not given to the catalogue."""
    tokens = [token for token in tokenize(script) if "comment" not in token.type]
    open_calls: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "operator" and token.value in ("(", "[", "{"):
            open_calls.append(tokens[at - 1].value if token.value == "(" and at else token.value)
        elif token.type == "operator" and token.value in (")", "]", "}") and open_calls:
            open_calls.pop()
        elif token.type in ("string", "template_string") and not SAYING & set(open_calls):
            text = token.value[1:-1]
            is_hidden = re.search(r"\$\{.*\bt\(", text)  # from what collects sentences for the catalogue
            if is_hidden or (text not in NOT_FOR_PLAYERS and reads_like_words(PLACE.sub("§", text), tokens[:at])):
                yield text


def reads_like_words(text: str, before: list[Token]) -> bool:
    """Whether people are to read a text, by what it is or by where it stands."""
    values = [token.value.strip("\"'").rpartition(".")[2] for token in before[-2:]]
    name, sign = values if len(values) == 2 else ("", "")
    if not LETTERS.search(text) or (sign in ("=", ":") and name in OF_STYLES):
        return False
    if sign in ("=", ":") and name in SHOWN_BY:
        return True
    if (name, sign) == ("}", ",") and re.match(r"[A-Z][a-z]|[a-z]+ …", text):
        return True  # what an element contains: el("p", {}, "…")
    return bool(SENTENCE.search(text))


def test_scripts_say_nothing_outside_the_catalogue():
    found = {
        f"{path.relative_to(STATIC)}: {text}"
        for path in sorted(STATIC.rglob("*.js"))
        if not path.is_relative_to(STATIC / "translated")  # from Python, whose sentences are collected there
        for text in unsaid(path.read_text("utf-8"))
    }
    assert not found, "\n".join(sorted(found))


def test_styles_say_nothing():
    found = [
        f"{path.name}: {line.strip()}"
        for path in STATIC.rglob("*.css")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"content:[^;]*[\"'][^\"';]*[^\W\d_]{2}", line)
    ]
    assert found == []


def test_every_exception_is_still_needed():
    scripts = "".join(path.read_text("utf-8") for path in STATIC.rglob("*.js"))
    assert [text for text in NOT_FOR_PLAYERS if text not in scripts] == []


def test_forgotten_sentences_are_found():
    forgotten = {
        'byId("turn").textContent = "wins";': "wins",
        'throw new Error("the game is over");': "the game is over",
        'const words = `${name} plays ${move}.`; el("p", {}, "Share");': "Share",
        'el("input", { "aria-label": "moves" });': "moves",
        'const NO_LINE = "There is no connection.";': "There is no connection.",
        'const title = `${t("Share")}: ${name}`;': '${t("Share")}: ${name}',
        "say(`${who} to move here now`);": "${who} to move here now",
    }
    for script, text in forgotten.items():
        assert text in list(unsaid(script)), script


def test_what_is_said_or_is_no_sentence_is_left_alone():
    script = """
        el("p", { class: "quiet small muted" }, t("Share"));
        const PACES = translatable({ slow: "One after the other", list: ["Step by step"] });
        document.querySelector("details.menu[open]"); send({ type: "accept_draw" }); // There is no sentence here.
        holder.className = `banner ${isOver ? "over" : "theirs"}`;
    """
    assert list(unsaid(script)) == []
