"""The static site as files: nothing in it says where it stands, and every version has addresses of its own."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import struct
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from ludoteca.games import game_names
from ludoteca.languages.choice import LANGUAGES
from ludoteca.site.build import (
    BOTS,
    CARDS,
    BadAddress,
    NotASite,
    build_site,
    home_address,
    icons,
    listed_files,
    write_cards,
)
from ludoteca.site.pages import NOT_FOUND, Pages, site_entry, sitemap
from ludoteca.web.catalogue import showcase_svg

HOME_PAGE = 150_000  # bytes, compressed, with the pictures of all games
FIRST_PAGE = 400_000
ONE_GAME = 150_000
WHOLE_SITE = 6_000_000  # with all games, in all languages


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("site") / "gekitai", ["gekitai"], lambda _: None)


def listed(built):
    first, _ = (built.folder / "service_worker.js").read_text().split("\n", 1)
    return json.loads(first.removeprefix("self.site = ").removesuffix(";"))


def test_no_page_knows_its_own_address(built):
    for page in built.folder.rglob("*.html"):
        text = re.sub(r"<script type=\"application/json\".*?</script>", "", page.read_text(), flags=re.DOTALL)
        assert not re.findall(r'(?:href|src|action)="(?:/|\w+:)[^"]*"', text), page
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert policy is not None and "default-src &#39;none&#39;" in policy[1]
        assert "unsafe" not in policy[1].replace("wasm-unsafe-eval", "")
        assert not re.search(r"<script(?![^>]* src=)(?![^>]*application/json)|<style|\son\w+=|\sstyle=", text), page


def test_every_address_in_a_page_leads_to_a_file(built):
    for page in built.folder.rglob("*.html"):
        for address in re.findall(r'(?:href|src|action)="([^"#?]+)[^"]*"', page.read_text()):
            found = (page.parent / address).resolve()
            assert found.is_relative_to(built.folder.resolve()), (page, address)
            assert (found / "index.html" if address.endswith("/") else found).is_file(), (page, address)


def test_the_list_names_every_file_with_its_digest(built):
    site = listed(built)
    assert site["version"] == built.version
    for address, digest in site["files"].items():
        path = built.folder / (f"{address}index.html" if not address or address.endswith("/") else address)
        assert b64decode(digest.removeprefix("sha256-")) == hashlib.sha256(path.read_bytes()).digest()
    files = {path.relative_to(built.folder).as_posix() for path in built.folder.rglob("*") if path.is_file()}
    named = {f"{address}index.html" if not address or address.endswith("/") else address for address in site["files"]}
    assert files - named == {"service_worker.js", "site.json"}


def test_the_first_playable_page_is_small(built):
    own = built.folder / built.version
    files = [built.folder / "game" / "gekitai" / "index.html", own / "theme.js"]
    files += [
        own / "boards.js",
        own / "ludoteca.js",
        *own.glob("*.css"),
        *own.glob("*.svg"),
        *(own / "wasm").glob("*.js"),
        *(own / "modules").iterdir(),
    ]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < FIRST_PAGE


def test_the_home_page_of_all_games_is_small(built):
    entries = [{**site_entry(name, BOTS), "module_files": []} for name in game_names()]
    address, text = next(Pages(entries, built.version, "en", LANGUAGES).all())
    assert address == ""
    named = set(re.findall(rf'(?:href|src)="\./{built.version}/([^"#]+)', text))
    pictures = {f"pictures/{name}.svg" for name in game_names()}
    assert pictures < named and "boards.js" not in named
    loaded = [text.encode(), *((built.folder / built.version / name).read_bytes() for name in named - pictures)]
    loaded += [showcase_svg(name).encode() for name in game_names()]
    assert sum(len(gzip.compress(content)) for content in loaded) < HOME_PAGE


def test_a_game_is_small(built):
    sizes = [len(gzip.compress(file.read_bytes())) for file in (built.folder / built.version / "modules").iterdir()]
    assert sum(sizes) < ONE_GAME


@pytest.mark.thorough
def test_the_site_of_all_games_is_small(tmp_path):
    whole = build_site(tmp_path / "site", game_names(), lambda _: None)
    assert list(whole.games) == game_names() and whole.compressed < WHOLE_SITE


def test_building_again_gives_the_same_version_and_keeps_the_files_of_the_one_before(built, tmp_path):
    folder = tmp_path / "site"
    same = build_site(folder, ["gekitai"], lambda _: None)
    assert same.version == built.version
    other = build_site(folder, ["gekitai", "greener"], lambda _: None)
    assert other.version != same.version
    assert sorted(path.name for path in folder.glob("v-*")) == sorted([same.version, other.version])
    assert not any(address.startswith(same.version) for address in listed(other)["files"])
    build_site(folder, ["greener"], lambda _: None)
    assert not (folder / same.version).exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ana")
    with pytest.raises(NotASite, match="other files"):
        build_site(tmp_path, ["gekitai"], lambda _: None)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_icons_are_the_mark():
    drawn = {name: Image.open(BytesIO(icon)) for name, icon in icons().items()}
    assert [(name, picture.size) for name, picture in drawn.items()] == [
        ("icon-192.png", (192, 192)), ("icon-512.png", (512, 512)), ("icon-maskable.png", (512, 512)),
    ]  # fmt: skip
    plain, maskable = drawn["icon-192.png"], drawn["icon-maskable.png"]
    assert plain.getpixel((0, 0))[3] == 0  # outside the rounded square
    assert plain.getpixel((66, 66)) == (0x2D, 0x2A, 0x27, 255)  # the black disc
    assert plain.getpixel((66, 132)) == (0xB9, 0x3B, 0x2C, 255)  # the red hexagon
    assert {maskable.getpixel(place) for place in ((0, 0), (256, 80), (80, 256))} == {(0xF6, 0xF1, 0xE7, 255)}


HOME = "https://example.org/games/"


@pytest.fixture(scope="module")
def entries():
    return [{**site_entry(name, BOTS), "module_files": []} for name in ("gekitai", "greener")]


def test_without_an_address_no_page_names_a_card(entries):
    assert not [address for address, text in Pages(entries, "v-1", "en", LANGUAGES).all() if "og:image" in text]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_with_an_address_every_page_names_the_card_of_its_game(entries, tmp_path, language):
    write_cards(tmp_path, entries)
    for address, text in Pages(entries, "v-1", language, LANGUAGES, HOME).all():
        if address.endswith(NOT_FOUND):
            continue
        [card] = re.findall(r'property="og:image" content="([^"]+)"', text)
        game = address.rstrip("/").rpartition("/")[2]
        if game in ("gekitai", "greener"):
            assert card == f"{HOME}{CARDS}/{game}.png"
        picture = (tmp_path / card.removeprefix(HOME)).read_bytes()
        assert picture.startswith(b"\x89PNG") and struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert not listed_files(tmp_path)  # no page shows them, so that no browser keeps them


def test_with_an_address_every_page_says_what_it_is_called_and_the_map_leads_to_it(entries):
    pages = dict(Pages(entries, "v-1", "en", LANGUAGES, HOME).all())
    for address, text in pages.items():
        canonical = re.findall(r'rel="canonical" href="([^"]+)"', text)
        assert canonical == ([] if address.endswith(NOT_FOUND) else [HOME + address])
    listed = re.findall("<loc>([^<]+)</loc>", sitemap(entries, LANGUAGES, HOME))
    assert {HOME, f"{HOME}rules/gekitai/", f"{HOME}pt/puzzles/greener/"} < set(listed)
    in_english = [address for address in listed if not re.search("/(pt|es)/", address)]
    assert {address.removeprefix(HOME) for address in in_english} < {*pages}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_with_an_address_the_page_for_what_is_not_there_finds_its_files_at_any_depth(entries, language):
    pages = Pages(entries, "v-1", language, LANGUAGES, HOME).all()
    [text] = [text for address, text in pages if address.endswith(NOT_FOUND)]
    links = re.findall(r'(?:href|src)="([^"#]+)', text)
    assert "/games/v-1/ludoteca.css" in links
    assert all(link.startswith("/games/") for link in links)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://example.org", "https://example.org/"),
        (" http://[::1]:8000/a/b ", "http://[::1]:8000/a/b/"),
        ("https://example.org/games/", HOME),
    ],
)
def test_an_address_ends_with_a_slash(given, meant):
    assert home_address(given) == meant


@pytest.mark.parametrize(
    "given", ["", "example.org", "ftp://example.org/", "https:///x", "http://[::1", "https://a.org/?b"]
)
def test_an_address_that_browsers_cannot_open_is_refused(given):
    with pytest.raises(BadAddress, match="not the address of a site"):
        home_address(given)
