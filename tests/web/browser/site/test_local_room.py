"""A room in the browser answers as the server's does, keeps its games, and lets no tab spoil another's."""

from __future__ import annotations

import json

import pytest
from browsers import PATIENCE_MS
from compiler_settings import REPRESENTATIVES
from playwright.sync_api import Page

from ludoteca.play.records import read_record
from ludoteca.wasm.build import build_game
from ludoteca.web.table.words import table_words

LOCAL = """
async (data) => {
    const static_ = "/static";
    const { GameLibrary } = await import(`${static_}/wasm/game_library.js`);
    const { LocalEngine } = await import(`${static_}/wasm/local_engine.js`);
    const { LocalGames } = await import(`${static_}/local/local_games.js`);
    const folder = new URL("/built/", location.href);
    const { Explainer } = await import(`${static_}/explain/explainer.js`);
    const newExplainer = async () => new Explainer(folder);
    window.games = new LocalGames(new GameLibrary(folder), () => new LocalEngine(folder), newExplainer, data);
    // one who sits at a table: what is told is kept, and can be waited for
    window.Sitter = class {
        constructor(connect) {
            this.heard = [];
            this.waiting = [];
            this.line = connect({ onmessage: (message) => this.hear(message), onstate: () => {} });
        }
        hear(message) {
            if (message.view) message.view = this.view = { ...this.view, ...message.view };
            for (const name of ["can", "you", "seats", "state"]) if (name in message) this[name] = message[name];
            this.heard.push(message);
            this.waiting = this.waiting.filter(({ wanted, settle }) => !(wanted(message) && (settle(message), true)));
        }
        until(wanted) {
            return new Promise((settle, fail) => {
                this.waiting.push({ wanted, settle });
                const told = () => fail(new Error(`not told; heard ${this.heard.map(({ type }) => type)}`));
                setTimeout(told, 60_000);
            });
        }
        async opened() {
            return this.heard[0] ?? (await this.until(() => true));
        }
        // what one message is answered: all up to the refusal of a message that no room knows
        async ask(message) {
            const from = this.heard.length;
            const done = this.until((heard) => heard.type === "refusal" && heard.about === "fence");
            this.line.send(message);
            this.line.send({ type: "fence" });
            await done;
            return this.heard.slice(from, -1);
        }
    };
    window.sit = async (id) => {
        const room = await games.room(id);
        return new Sitter((handlers) => room.connect(handlers));
    };
}
"""
PLAY_OUT = """
async (id) => {  // the first legal move, whenever it is one's turn, up to the end
    const sitter = await sit(id);
    const ended = sitter.until((message) => message.type === "end");
    const play = ({ type, view, can }) => {
        if (["snapshot", "move"].includes(type) && can.move)
            sitter.line.send({ type: "move", ply: sitter.view.ply, text: view.moves[0].text });
    };
    const { hear } = sitter;
    sitter.hear = (message) => { hear.call(sitter, message); play(message); };
    const end = await ended;
    const { can, view, heard } = sitter;
    return { how: end.how, outcome: end.outcome, types: heard.map(({ type }) => type), can, view };
}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    for game in REPRESENTATIVES:
        build_game(game, folder)
    return folder


@pytest.fixture
def tab(visitors, built):
    """A function that opens a tab; all are of one browser, unless it is another's."""
    first: list[Page] = []

    def open_tab(of=None):
        page = (of or first[0]).context.new_page() if of or first else visitors.page()
        first.append(page)
        page.route("**/built/*", lambda route: route.fulfill(path=built / route.request.url.rsplit("/", 1)[1]))
        page.goto("/rules/gekitai")
        page.evaluate(LOCAL, {"words": table_words()})
        return page

    return open_tab


def begin(page, game="gekitai", **wanted):
    return page.evaluate("(wanted) => games.begin(wanted)", {"game": game, **wanted})


def same_form(message):
    """A message without what differs by nature: numbers, ids, times, and the part of a view that is told only once."""
    kept = {name: value for name, value in message.items() if name not in ("seq", "game_id", "watchers")}
    if kept.get("next"):
        kept["next"] = "another"
    for seat in kept.get("seats", []):
        seat["present"] = True
    if kept.get("clock"):
        kept["clock"] = {name: value for name, value in kept["clock"].items() if name in ("control", "running")}
    if "view" in kept and message["type"] != "snapshot":
        kept["view"] = {name: value for name, value in kept["view"].items() if name not in ("game", "options", "board")}
    for field in ("clocks_played", "clock_ms"):
        kept.pop(field, None)
    return kept


RECORD = """[Game "gekitai"]
[First "Ann"]
[Second "Bo"]
[Date "2024.05.01"]
[Result "1-0"]
[Termination "resignation"]
[Event "Club"]

1. c3 {[%clk 0:09:58] good} 2. d4 1-0
"""
DEVICE = [
    {"type": "why", "ply": 0, "text": "z9"},
    {"type": "why", "ply": 0, "text": "c3"},
    {"type": "move", "ply": 0, "text": "c3"},
    {"type": "move", "ply": 0, "text": "C3"},
    {"type": "move", "ply": 0, "text": "d4"},
    {"type": "move", "ply": 1, "text": "c3"},
    {"type": "move", "ply": 1},
    {"type": "move", "ply": 1, "text": "f6"},
    {"type": "undo"},
    {"type": "undo"},
    {"type": "undo"},
    {"type": "pace", "delay": 50},
    {"type": "again"},
    {"type": "move", "ply": 0, "text": "a1"},
    {"type": "offer_draw"},
    {"type": "offer_draw"},
    {"type": "undo"},
    {"type": "move", "ply": 1, "text": "f6"},
    {"type": "resign"},
    {"type": "resign"},
    {"type": "move", "ply": 2, "text": "a2"},
    {"type": "undo"},
    {"type": "abort"},
    {"type": "abort"},
    {"type": "undo"},
    {"type": "resign", "seat": 2},
    {"type": "resign", "seat": "0"},
    {"type": "resign", "seat": 1},
    {"type": "undo"},
    {"type": "resign", "seat": 0},
    {"type": "again"},
    {"type": "undo"},
    {"type": "ping"},
]
SETTLED = [{"type": "settle"}, {"type": "undo"}, {"type": "settle"}, {"type": "settle"}, {"type": "ping"}]
SERIES = [
    {"type": "move", "ply": 0, "text": "c3"},
    {"type": "resign"},
    {"type": "undo"},
    {"type": "again"},
]


@pytest.mark.parametrize(
    ("wanted", "script"),
    [
        ({"names": ["Ann", "Bo"]}, DEVICE),
        ({"series": 3, "clock": "5+3", "names": ["Ann", ""]}, SERIES),
        ({"game": "greener", "options": {"size": "3x3"}, "position": ".,.,g/.,.,b7:3/.,.,g b 1"}, SETTLED),
    ],
    ids=["moves and endings", "a series with clocks", "nothing can change"],
)
def test_it_answers_as_the_server_does(tab, wanted, script):
    page = tab()
    wanted = {"game": "gekitai", "opponent": "device", **wanted}
    begun = page.context.request.post("/api/v1/games", data=wanted).json()
    local, served = page.evaluate(
        """async ([id, wanted, script]) => {
            const socket = new WebSocket(`ws://${location.host}/ws/game/${id}`);
            const server = new Sitter(({ onmessage }) => {
                socket.onmessage = ({ data }) => onmessage(JSON.parse(data));
                return { send: (message) => socket.send(JSON.stringify(message)) };
            });
            const here = await sit(await games.begin(wanted));
            await Promise.all([server, here].map((sitter) => sitter.opened()));
            const told = [[here.heard[0]], [server.heard[0]]];
            for (const message of script) {
                told[0].push(...await here.ask(message));
                told[1].push(...await server.ask(message));
            }
            socket.close();
            return told;
        }""",
        [begun["id"], wanted, script],
    )
    told, expected = [[same_form(message) for message in messages] for messages in (local, served)]
    for mine, theirs in zip(told, expected, strict=True):
        assert mine == theirs, (mine["type"], theirs["type"])


@pytest.mark.parametrize("game", REPRESENTATIVES)
def test_a_game_against_a_level_comes_to_its_end(tab, game):
    page = tab()
    game_id = begin(page, game, opponent="bot", bot="level1", side="second", name="Ann")
    ended = page.evaluate(PLAY_OUT, game_id)
    assert ended["how"] in ("rules", "resignation") and ended["can"]["again"] and ended["can"]["undo"]
    assert "thinking" in ended["types"] and ended["types"][-1] == "end"
    (listed,) = page.evaluate("async () => (await games.store.list()).items")
    assert listed["state"] == "over" and listed["reason"] == ended["outcome"]["reason"]
    assert [seat["name"] for seat in listed["seats"]] == ["level1", "Ann"] and listed["plies"] == ended["view"]["ply"]
    record = read_record(page.evaluate("(id) => games.recordOf(id)", game_id))
    assert str(record.to_match().position) == ended["view"]["position"] and record.tags["FirstKind"] == "level1"


RESIGNING = """
async () => {  // whatever it searches, the bot finds itself lost
    const { LocalEngine } = await import("/static/wasm/local_engine.js");
    const { choose } = LocalEngine.prototype;
    LocalEngine.prototype.choose = async function (asked) {
        return { ...(await choose.call(this, asked)), resigns: true };
    };
}
"""


@pytest.mark.parametrize("plays_on", [False, True])
def test_a_bot_whose_search_is_lost_resigns_after_two_moves_of_the_player(tab, plays_on):
    page = tab()
    game_id = begin(page, opponent="bot", bot="level1", side="second", plays_on=plays_on)
    page.evaluate(RESIGNING)
    ended = page.evaluate(PLAY_OUT, game_id)
    assert ended["how"] == ("rules" if plays_on else "resignation")
    assert plays_on or (ended["view"]["ply"], ended["outcome"]["winner"]) == (4, 1), "after two moves of the player"


def test_two_bots_play_by_steps_and_to_their_end(tab):
    page = tab()
    game_id = begin(page, opponent="bots", bots=["level2", "random"])
    page.evaluate(
        """async (id) => {
            window.sitter = await sit(id);
            await sitter.opened();
            await sitter.ask({ type: "pace", delay: "step" });
        }""",
        game_id,
    )
    count = page.evaluate("() => sitter.view.ply")
    stepped = page.evaluate("""async () => {
        const moved = sitter.until(({ type }) => type === "move");
        sitter.line.send({ type: "step" });
        return (await moved).ply;
    }""")
    assert stepped == count
    end = page.evaluate("""async () => {
        const ended = sitter.until(({ type }) => type === "end");
        sitter.line.send({ type: "pace", delay: 50 });
        return await ended;
    }""")
    assert end["how"] == "rules" and end["can"]["again"] and not end["can"]["pace"]


def test_a_page_that_was_closed_goes_on_where_it_was(tab):
    page = tab()
    game_id = begin(page, opponent="bot", bot="level1", name="Ann")
    moved = page.evaluate(
        """async (id) => {
            const sitter = await sit(id);
            const own = sitter.until(({ type }) => type === "move");
            sitter.line.send({ type: "move", ply: 0, text: "c3" });
            return await own;  // the bot has not answered yet
        }""",
        game_id,
    )
    other = tab()
    page.close()
    answer = other.evaluate(
        """async (id) => {
            const sitter = await sit(id);
            const first = await sitter.opened();
            if (first.moves_played.length === 1) await sitter.until(({ type }) => type === "move");
            return sitter.view;
        }""",
        game_id,
    )
    assert moved["text"] == "c3" and answer["ply"] == 2 and answer["last"]["by"] == 1


def test_two_tabs_see_each_other_and_none_plays_over_the_other(tab):
    one, two = tab(), tab()
    game_id = begin(one, opponent="device")
    for page in (one, two):
        page.evaluate(
            """async (id) => {
                window.sitter = await sit(id);
                await sitter.opened();
            }""",
            game_id,
        )
    two.evaluate("() => { window.news = sitter.until(({ moves_played }) => moves_played?.length === 1); }")
    one.evaluate('() => sitter.ask({ type: "move", ply: 0, text: "c3" })')
    assert two.evaluate("async () => (await news).moves_played") == ["c3"]
    # both move at once: one of them is told that the game has gone on
    for page, text in ((one, "d4"), (two, "a1")):
        page.evaluate("(text) => { window.answer = sitter.ask({ type: 'move', ply: 1, text }); }", text)
    heard = "async () => (await answer).map(({ type, code }) => code ?? type)"
    answers = [page.evaluate(heard) for page in (one, two)]
    assert ["move"] in answers and any("stale" in answer for answer in answers), answers
    kept = one.evaluate("(id) => games.load(id)", game_id)
    assert len(kept["plies"]) == 2
    for page in (one, two):
        page.wait_for_function("() => sitter.view.ply === 2", timeout=PATIENCE_MS)
        assert page.evaluate("() => sitter.view.last.text") == kept["plies"][1]["text"]
    two.evaluate("(id) => games.remove(id)", game_id)
    one.wait_for_function("() => sitter.heard.some(({ type }) => type === 'withdrawn')", timeout=PATIENCE_MS)


def test_only_one_tab_thinks_for_a_bot(tab):
    one, two = tab(), tab()
    game_id = begin(one, opponent="bot", bot="level1")
    for page in (one, two):
        page.evaluate("async (id) => { window.sitter = await sit(id); }", game_id)
    one.evaluate('() => { sitter.line.send({ type: "move", ply: 0, text: "c3" }); }')
    for page in (one, two):
        page.wait_for_function("() => sitter.view?.ply === 2", timeout=PATIENCE_MS)
    kept = one.evaluate("(id) => games.load(id)", game_id)
    assert len(kept["plies"]) == 2 and kept["version"] == 3


def test_a_clock_runs_out_and_time_that_was_used_stays_used(tab):
    page = tab()
    game_id = begin(page, opponent="device", clock="1s/move")
    end = page.evaluate(
        """async (id) => {
            const sitter = await sit(id);
            const ended = sitter.until(({ type }) => type === "end");
            sitter.line.send({ type: "move", ply: 0, text: "c3" });
            return await ended;
        }""",
        game_id,
    )
    assert end["how"] == "time" and end["outcome"]["reason"].endswith("ran out of time") and not end["can"]["undo"]
    game_id = begin(page, opponent="device", clock="60+0")
    page.evaluate(
        """async (id) => {
            window.sitter = await sit(id);
            await sitter.ask({ type: "move", ply: 0, text: "c3" });
            window.begun = JSON.stringify(localStorage[`clock:${id}`]);
        }""",
        game_id,
    )
    page.wait_for_function("(id) => JSON.parse(localStorage[`clock:${id}`]).ms > 500", arg=game_id, timeout=PATIENCE_MS)
    again = tab()
    page.close()
    clock = again.evaluate("async (id) => (await (await games.room(id)).snapshot()).clock", game_id)
    assert clock["running"] == 1 and clock["left_ms"][0] == 3_600_000 and clock["left_ms"][1] <= 3_600_000 - 500


def test_a_hint_says_why_and_a_move_ends_it(tab):
    page = tab()
    game_id = begin(page, opponent="device")
    hint = page.evaluate(
        """async (id) => {
            window.sitter = await sit(id);
            const told = sitter.until(({ type }) => type === "hint");
            sitter.line.send({ type: "hint" });
            return await told;
        }""",
        game_id,
    )
    assert hint["ply"] == 0 and hint["picks"][0]["name"] == hint["text"] and hint["reason"].endswith(".")
    answers = page.evaluate("""() => {
        sitter.line.send({ type: "hint" });
        return sitter.ask({ type: "move", ply: 0, text: "c3" });
    }""")
    assert [answer["type"] for answer in answers] == ["move"]


def test_a_browser_that_keeps_nothing_says_so_and_the_game_stands(tab):
    page = tab()
    game_id = begin(page, opponent="device")
    answers = page.evaluate(
        """async (id) => {
            const sitter = await sit(id);
            await sitter.opened();
            const { put } = IDBObjectStore.prototype;
            IDBObjectStore.prototype.put = () => { throw new DOMException("the disk is full", "QuotaExceededError"); };
            const refused = await sitter.ask({ type: "move", ply: 0, text: "c3" });
            IDBObjectStore.prototype.put = put;
            return [...refused, ...await sitter.ask({ type: "move", ply: 0, text: "c3" })];
        }""",
        game_id,
    )
    assert [answer["type"] for answer in answers] == ["refusal", "move"]
    assert answers[0]["code"] == "storage" and answers[0]["reason"] == "This browser has no space left for games."


def test_what_cannot_be_begun_is_refused_with_the_servers_words(tab):
    page = tab()
    over = "r.r.r./....../....../....../....../...... b"
    for wanted in (
        {"opponent": "device", "options": {"colour": "red"}},
        {"opponent": "device", "position": "nonsense"},
        {"opponent": "device", "position": over.replace(".r.r", "rr..")},
        {"opponent": "device", "clock": "0+0"},
    ):
        said = page.evaluate(
            "(wanted) => games.begin(wanted).catch((error) => error.message)", {"game": "gekitai", **wanted}
        )
        served = page.context.request.post("/api/v1/games", data={"game": "gekitai", **wanted})
        assert served.status == 400 and said == served.json()["error"], wanted
    assert "no bot called 'greedy' here" in page.evaluate(
        "() => games.begin({ game: 'gekitai', opponent: 'bot', bot: 'greedy' }).catch((error) => error.message)"
    )
    assert page.evaluate("() => games.store.all()") == {"games": [], "damaged": []}


def test_a_record_that_is_over_is_not_continued(tab):
    page = tab()
    (game_id,) = page.evaluate("(text) => games.importRecords(text)", RECORD)
    going = begin(page, opponent="device")
    begun = "(wanted) => games.begin(wanted).catch((error) => error.message)"
    said = [
        page.evaluate(begun, {"game": game, "opponent": "device", "continues": continued})
        for game, continued in (("gekitai", game_id), ("gekitai", going), ("greener", game_id))
    ]
    none = "There is no such record to continue."
    assert said == ["This position is already over: Black resigned.", none, none]


def test_records_come_in_and_go_out(tab):
    page = tab()
    text = RECORD
    (game_id,) = page.evaluate("(text) => games.importRecords(text)", text)
    (listed,) = page.evaluate("async () => (await games.store.list()).items")
    assert listed["kind"] == "record" and listed["reason"] == "Black resigned"
    written = page.evaluate("(id) => games.recordOf(id)", game_id)
    assert written == read_record(text).to_text()
    assert json.loads(page.evaluate("(id) => games.recordOf(id, 'json')", game_id)) == read_record(text).to_json()
    board = page.evaluate("(id) => games.analysisOf(id)", game_id)
    assert board["moves"] == ["c3", "d4"] and board["movers"] == [0, 1] and board["view"]["outcome"]
    wrong = page.evaluate(
        "(text) => games.importRecords(text).catch((error) => error.message)", text.replace("d4", "c3")
    )
    assert wrong == "Line 9, column 32: c3 is taken."
