"""The static site without a host: kept whole after the first visit, and changed for a new version as a whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browsers import cell, visiting, wait_for_ply, wait_for_table
from playwright.sync_api import Page, expect
from sites import Host

KEPT = "body[data-kept=yes]"


@pytest.fixture(scope="module")
def first_version(tmp_path_factory):
    """A folder with a site of two games."""
    host = Host(tmp_path_factory.mktemp("host"))
    host.build(["gekitai", "greener"])
    return host.folder


@pytest.fixture
def host(tmp_path, first_version):
    running = Host(Path(shutil.copytree(first_version, tmp_path / "host")))
    yield running
    running.stop()


@pytest.fixture
def guest(browser, host):
    """Somebody at the site; requests that fail belong to these tests, errors of scripts do not."""
    with visiting(browser, host.start().base) as people:
        yield people.page()


def shelf(page: Page) -> list[str]:
    return page.locator(".shelf-card h2").all_inner_texts()


def test_after_one_visit_everything_works_without_a_connection(guest, host):
    guest.goto("")
    guest.locator(KEPT).wait_for()
    host.stop()
    guest.context.set_offline(True)
    guest.goto("new/gekitai/?opponent=bot&bot=level1")  # pages that were never seen before
    guest.locator("#preview.drawn").wait_for()
    guest.get_by_role("button", name="Begin").click()
    wait_for_table(guest)
    guest.locator("body[data-turn=yours]").wait_for()
    cell(guest, "d3").click()
    wait_for_ply(guest, 2)
    guest.reload()
    wait_for_table(guest)
    wait_for_ply(guest, 2)
    guest.get_by_role("button", name="Hint").click()
    expect(guest.locator("#refusal.hint")).to_contain_text("Try ")
    guest.goto("analysis/gekitai/?moves=c3,d4")
    guest.locator("#engine").click()
    expect(guest.locator("#best li")).to_have_count(3)
    guest.goto("rules/gekitai")  # as somebody would type it
    expect(guest.get_by_role("heading", name="Gekitai", level=1)).to_be_visible()
    guest.locator("figure .drawn").first.wait_for()
    guest.goto("no/such/page")
    expect(guest.get_by_role("heading", name="Page not found")).to_be_visible()
    guest.get_by_role("link", name="Back to the games").click()
    expect(guest.locator("#unfinished a")).to_have_count(1)


def test_a_new_version_comes_whole_and_when_it_is_asked_for(guest, host):
    loaded: list[str] = []
    guest.on("request", lambda request: loaded.append(request.url))
    guest.goto("game/gekitai/?id=none")
    guest.locator(KEPT).wait_for()
    guest.goto("")
    old = guest.evaluate("caches.keys()")
    other = guest.context.new_page()
    other.goto("mine/")
    new = host.build(["gekitai", "greener", "glaisher"])
    loaded.clear()
    guest.reload()  # the browser looks whether there is a new one
    expect(guest.get_by_text("A new version is ready.")).to_be_visible()
    assert shelf(guest) == ["Gekitai", "Greener"]
    assert not any(new.version in url for url in loaded)  # the page is still wholly of the old one
    guest.get_by_role("button", name="Reload").click()
    expect(guest.locator(".shelf-card")).to_have_count(3)
    expect(guest.get_by_text("A new version is ready.")).to_have_count(0)
    guest.locator(KEPT).wait_for()
    guest.wait_for_function("async (old) => !(await caches.keys()).includes(old)", arg=old[0])
    other.wait_for_function(
        "(version) => [...document.scripts].some(({ src }) => src.includes(version))", arg=new.version
    )
    host.stop()
    guest.context.set_offline(True)
    guest.goto("new/glaisher/")
    guest.locator("#preview.drawn").wait_for()


def test_a_version_that_is_not_whole_is_not_kept(guest, host):
    guest.goto("")
    guest.locator(KEPT).wait_for()
    host.build(["gekitai"])
    spoilt = host.site / "rules" / "gekitai" / "index.html"
    spoilt.write_text(spoilt.read_text() + "<!-- of some other version -->")
    guest.goto("mine/")
    refused = "navigator.serviceWorker.ready.then((found) => found.update()).then(() => '', (error) => 'refused')"
    guest.evaluate(refused)
    guest.wait_for_function(
        "async () => { const found = await navigator.serviceWorker.ready; return !found.installing && !found.waiting; }"
    )
    guest.goto("")
    assert shelf(guest) == ["Gekitai", "Greener"]
    assert guest.evaluate("caches.keys().then((names) => names.length)") <= 2  # an empty one may be left
