"""Pages, errors and rooms in the language of whoever looks, while the server and its records stay in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from compiler_settings import REPRESENTATIVES
from servers import two_players
from thoroughly import thoroughly

from ludoteca.games import find_game, game_names
from ludoteca.languages import in_language, t
from ludoteca.languages.catalogues import CLOSING, OPENING, po_text
from ludoteca.languages.choice import LANGUAGES
from ludoteca.languages.texts import in_english, read_text, stored_text
from ludoteca.web.catalogue import library, rules_html
from ludoteca.web.http import script_catalogues
from ludoteca.web.http.game_list_words import ago, standing_words
from ludoteca.web.http.page_templates import page_templates, written_in
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.table.words import seat_name

SAID = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}")
PAGES = ("/", "/games", "/mine", "/import", "/docs", "/nowhere", "/new/gekitai?clock=bad", "/game/abcdefghjk")
KINDS = ("new", "analysis", "editor", "rules", "lessons", "puzzles")


class Words(HTMLParser):
    """What a page says: its text, and the attributes that people read or hear; not code."""

    ATTRIBUTES = ("title", "placeholder", "aria-label", "alt", "label", "data-explain")
    VOID = ("meta", "link", "input", "br", "image", "use", "img", "hr")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.attributes: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        is_other = tag in ("script", "style", "code") or "designer" in (given.get("class") or "")
        is_other = is_other or (tag != "html" and "lang" in given) or bool(self.open and self.open[-1][1])
        if tag not in self.VOID:
            self.open.append((tag, is_other))
        if is_other:
            return
        self.attributes += [given[name] or "" for name in self.ATTRIBUTES if name in given]
        if tag == "meta" and (given.get("name") == "description" or "og:" in given.get("property", "")):
            self.attributes.append(given["content"])

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not (self.open and self.open[-1][1]):
            self.text += f"{data}\n"


def unmarked(words: str) -> str:
    """What is left of some words without all that came through the catalogue; one may stand in another."""
    while (left := SAID.sub("", words)) != words:
        words = left
    return words


def forgotten(page: str) -> list[str]:
    """The words of a page in the marked language that did not come through the catalogue."""
    said = Words(page)
    left = [line for each in (said.text, *said.attributes) for line in unmarked(each).splitlines()]
    return [line.strip() for line in left if re.search(r"[^\W\d_]{2}", line) and not is_name(line.strip(" ·–"))]


def of_games(games: Iterable[str]) -> list[str]:
    return [f"/{kind}/{game}" for kind in KINDS for game in games]


def is_name(words: str) -> bool:
    return bool(
        re.fullmatch(r"(\d+ · )?Ludoteca( [\d.]+)?|website|image/png|https?://\S+|\[Game \"gekitai\"\]|[cd]\d.*", words)
    )


@pytest.mark.parametrize("address", [*PAGES, *of_games(REPRESENTATIVES), *thoroughly(*of_games(game_names()))])
def test_every_word_of_a_page_comes_through_the_catalogue(server, address):
    page = server.client().http.get(address, headers={"cookie": "language=xx"}).text
    assert f"{OPENING}" in page
    assert not forgotten(page)


def test_a_forgotten_word_is_found():
    page = (
        f"<p>{OPENING}a {OPENING}b{CLOSING} c{CLOSING} forgotten <b aria-label='left out'>{OPENING}d{CLOSING}</b></p>"
    )
    assert forgotten(page) == ["forgotten", "left out"]


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("pt-PT,pt;q=0.9,en;q=0.8", "pt"), ("de,es;q=0.5,en;q=0.1", "es"), ("fr", "en")],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(server, accepted, language):
    answer = server.client().http.get("/rules/gekitai", headers={"accept-language": accepted})
    assert language_of(answer.text) == language
    assert {"accept-language", "cookie"} <= {part.strip() for part in answer.headers["vary"].lower().split(",")}


def test_a_choice_stands_before_the_browsers_language_and_leads_back(server):
    http = server.client().http
    http.headers["accept-language"] = "es"
    page = http.get("/new/gekitai?bot=level2").text
    assert 'name="back" value="/new/gekitai?bot=level2"' in page
    answer = http.post("/language", data={"language": "pt", "back": "/new/gekitai?bot=level2"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/new/gekitai?bot=level2")
    assert language_of(http.get("/").text) == "pt"
    assert re.search(r'value="pt" lang="pt" aria-current="true">Português', http.get("/").text)
    http.post("/language", data={"language": "tlh", "back": "/"})  # nobody speaks it here
    assert language_of(http.get("/").text) == "pt"


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "", "/a\r\nb: c"])
def test_a_choice_leads_to_no_other_host(server, back):
    answer = server.client().http.post("/language", data={"language": "pt", "back": back})
    assert answer.headers["location"] == "/"


def test_the_api_refuses_in_the_language_of_whoever_asks(server):
    http = server.client().http
    asked = {"game": "gekitai", "opponent": "nobody"}
    english = http.post("/api/v1/games", json=asked).json()
    marked = http.post("/api/v1/games", json=asked, headers={"cookie": "language=xx"}).json()
    assert OPENING not in english["error"]
    assert unmarked(marked["error"]).strip(" .") == ""
    assert marked["kind"] == english["kind"]
    assert unmarked(http.get("/api/v1/nothing", headers={"cookie": "language=xx"}).json()["error"]) == ""


def test_two_at_one_table_are_told_in_two_languages(server):
    first, second = server.client(), server.client()
    begun = first.begin(opponent="friend")
    second.http.cookies.set("language", "xx")
    with first.open(begun["id"]) as one:
        assert one.until("snapshot")["seats"][1]["name"] == "Free seat"
        second.accept(begun["id"], begun["tokens"][1])
        with second.open(begun["id"]) as two:
            shown = two.until("snapshot")
            assert shown["seats"][0]["name"] == f"{OPENING}Guest{CLOSING}"
            assert shown["view"]["game"]["title"] == f"{OPENING}Gekitai{CLOSING}"
            assert one.until("state")["seats"][1]["name"] == "Guest"
            two.send("move", ply=0, text="c3")
            assert unmarked(two.until("refusal")["reason"]).strip(" .") == ""
            told = one.move("c3"), two.until("move")
            assert [each["text"] for each in told] == ["c3", "c3"]
            one.send("resign")
            ends = one.until("end"), two.until("end")
            assert ends[0]["outcome"]["winner"] == ends[1]["outcome"]["winner"] == 1
            assert OPENING not in str(ends[0])
            assert unmarked(ends[1]["outcome"]["reason"]) == ""
            one.send("move", ply=0, text="d4")
            assert OPENING not in one.until("refusal")["reason"]
    record = second.http.get(f"/api/v1/games/{begun['id']}/record").text
    assert OPENING not in record
    assert OPENING not in first.http.get("/mine").text
    assert not forgotten(second.http.get("/mine").text)


def test_whoever_comes_back_in_another_language_is_told_everything_in_it(server):
    one, two, game = two_players(server)
    told = one.move("c3")
    two.until("move")
    two.close()
    one.close()
    watcher = server.client()
    with watcher.open(game, seq=told["seq"] - 1) as same:  # it was told in English
        assert same.until("move", "snapshot")["type"] == "move"
    watcher.http.cookies.set("language", "xx")
    with watcher.open(game, seq=told["seq"] - 1) as other:
        shown = other.until("move", "snapshot")
        assert shown["type"] == "snapshot"
        assert shown["view"]["game"]["title"] == f"{OPENING}Gekitai{CLOSING}"


def test_a_hint_is_in_the_language_of_who_asked(server):
    client = server.client()
    begun = client.begin(opponent="device")
    client.http.cookies.set("language", "xx")
    with client.open(begun["id"]) as socket:
        socket.until("snapshot")
        socket.send("hint")
        hint = socket.until("hint", "refusal")
    assert hint["type"] == "hint"
    assert OPENING in hint["reason"]
    assert not re.search(r"[^\W\d_]{2}", unmarked(hint["reason"]))


def test_what_pages_share_stays_in_english_when_a_page_is_in_another_language():
    templates = page_templates()
    with written_in("xx"):
        said = templates.from_string("{{ games[0].title }} {{ data | script_json }}").render(
            games=library(), data={"title": library()[0]["title"]}
        )
    title = str(in_english(library()[0]["title"]))
    assert said == f'{OPENING}{title}{CLOSING} {{"title": "{title}"}}'
    assert library()[0]["title"] == title


def test_places_of_a_sentence_are_escaped_and_markup_is_not():
    shown = page_templates().from_string(
        "{% set link %}<a>{{ name }}</a>{% endset %}"
        "{{ t('{link} & {name}, {count} {count:move|moves}', link=link, name=name, count=1) }}"
    )
    assert shown.render(name="<b>") == "<a>&lt;b&gt;</a> &amp; &lt;b&gt;, 1 move"


def test_names_that_we_gave_are_words_and_names_of_people_are_not():
    seats = [{"kind": "human", "name": name} for name in ("Guest", "Free seat", "Player 2", "Ana")]
    assert [in_language(seat_name(seat), "xx") for seat in seats[:2]] == ["⟦Guest⟧", "⟦Free seat⟧"]
    assert in_language(seat_name(seats[2]), "xx") == "⟦Player 2⟧"
    assert in_language(seat_name(seats[3]), "xx") == "Ana"


def test_a_list_of_games_says_reasons_and_times_again():
    reason = t("{player} has {count} stones", player=t("Red"), count=3)
    kept = stored_text(reason)
    assert in_language(read_text(kept), "xx") == "⟦⟦Red⟧ has 3 stones⟧"
    assert read_text(kept) == "Red has 3 stones"
    assert read_text(stored_text("three in line")) == "three in line"
    assert read_text('{"template": damaged') == '{"template": damaged'
    item = {"readable": True, "state": "over", "winner": 0, "you": 0, "reason": read_text(kept), "seats": []}
    assert in_language(standing_words(item), "xx") == "⟦You won: ⟦⟦Red⟧ has 3 stones⟧⟧"
    assert in_language(ago(now_ms() - 3 * 60_000), "xx") == "⟦3 minutes ago⟧"


def test_rules_are_in_the_language_with_what_players_need_unfolded():
    english, marked = rules_html("gekitai"), rules_html("gekitai", "xx")
    assert english.count("<details") == marked.count("<details") > 0
    assert f"<h2>{OPENING}" in marked
    assert OPENING not in english


def test_scripts_get_the_sentences_that_pages_can_need(monkeypatch):
    shared = (("web/a.py", "one"), ("terminal/b.py", "two"), ("games/gekitai/rules.md", "three"))
    own = (("rules.md", "four"), ("fact", "five"))
    sources = [po_text("pt", told, {words: f"{words}!" for _, words in told}).encode() for told in (shared, own)]
    monkeypatch.setattr(script_catalogues, "catalogue_sources", lambda _: sources)
    script_catalogues.catalogue_script.cache_clear()
    script = script_catalogues.catalogue_script("pt")
    script_catalogues.catalogue_script.cache_clear()
    assert script == 'globalThis.ludotecaCatalogue = {"one":"one!","five":"five!"};\n'


def test_scripts_get_the_sentences_of_every_game():
    said = json.loads(script_catalogues.catalogue_script("pt").partition("=")[2].strip(" ;\n"))
    for name in game_names():
        game = find_game(name)
        assert said[game.goal] == game.translations("pt")[game.goal]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_page_brings_the_catalogue_of_its_language_for_its_scripts(server, language):
    http = server.client().http
    page = http.get("/", headers={"accept-language": language}).text
    address = re.search(r'<script defer src="(/languages/[^"]+)"', page)
    assert address is not None
    answer = http.get(address[1])
    assert answer.text.startswith("globalThis.ludotecaCatalogue = {")
    assert "immutable" in answer.headers["cache-control"]
    assert http.get(re.sub(r"-\w+\.js", "-000000000000.js", address[1])).status_code == 404
    assert "/languages/" not in http.get("/").text
