"""A server offers the games' modules to browsers once they are built, and keeps them for its next start."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time

import httpx
import pytest
from servers import PATIENCE_S, Server

from ludoteca.web import module_files
from ludoteca.web.module_files import ModuleFiles

ONE_GAME = """
import ludoteca.web.module_files as module_files
module_files.game_names = lambda: ["gekitai"]
"""


def wait_for_modules(server):
    for _ in range(int(PATIENCE_S * 50)):
        if httpx.get(f"{server.base}/readyz", timeout=PATIENCE_S).json()["modules"]:
            return
        time.sleep(0.1)
    raise AssertionError(server.log.read_text())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = (
        Server(tmp_path_factory.mktemp("server"), offers_modules=True, prelude=ONE_GAME).start().wait_until_ready()
    )
    wait_for_modules(running)
    yield running
    running.close()


def folder_of(server):
    page = httpx.get(f"{server.base}/analysis/gekitai", timeout=PATIENCE_S).text
    found = re.search(r'data-modules="([^"]*)"', page)
    return found and found[1]


def test_pages_say_where_they_are_and_each_version_keeps_its_address(server):
    folder = folder_of(server)
    answer = httpx.get(f"{server.base}/{folder}gekitai.wasm")
    assert answer.headers["content-type"] == "application/wasm" and answer.content[:4] == b"\0asm"
    assert "immutable" in answer.headers["cache-control"] and answer.headers["content-encoding"] == "gzip"
    plain = httpx.get(f"{server.base}/{folder}gekitai.wasm", headers={"accept-encoding": "identity"})
    assert plain.content == answer.content and "content-encoding" not in plain.headers
    assert json.loads(httpx.get(f"{server.base}/{folder}gekitai.json").content)["name"] == "gekitai"
    assert len(gzip.compress(plain.content)) < 100_000


@pytest.mark.parametrize(
    "path", ["modules/m-000000000000/gekitai.wasm", "FOLDERnothing.wasm", "FOLDER..%2f..%2fsecret"]
)
def test_nothing_else_is_there(server, path):
    answer = httpx.get(f"{server.base}/{path.replace('FOLDER', folder_of(server))}")
    assert answer.status_code == 404 and "error" in answer.json()


def test_a_game_that_cannot_be_built_is_left_out_and_tried_again(tmp_path, monkeypatch, caplog):
    broken = {"two"}

    async def build_apart(name, folder):
        (folder / f"{name}.wasm").write_bytes(b"")
        if name in broken:
            (folder / f"{name}.wasm").unlink()
        return "no room" if name in broken else ""

    monkeypatch.setattr(module_files, "game_names", lambda: ["one", "two"])
    monkeypatch.setattr(module_files, "build_apart", build_apart)
    monkeypatch.setattr(module_files, "trouble", lambda: None)
    monkeypatch.setattr(module_files, "kept_folder", lambda: tmp_path / "modules" / "kept")
    offered = ModuleFiles()
    asyncio.run(offered.offer())
    assert list(offered.files) == ["one.wasm"] and "module not built" in caplog.text
    assert list((tmp_path / "modules").iterdir()) == []
    broken.clear()
    asyncio.run(offered.offer())
    assert list(offered.files) == ["one.wasm", "two.wasm"] and (tmp_path / "modules" / "kept").is_dir()


def test_the_next_start_finds_them_built(server, tmp_path):
    again = Server(tmp_path, offers_modules=True, prelude=ONE_GAME + "module_files.build_apart = None\n").start()
    try:
        wait_for_modules(again.wait_until_ready())
        assert folder_of(again) == folder_of(server)
    finally:
        again.close()


def test_without_a_linker_the_pages_ask_the_server(tmp_path):
    without = Server(tmp_path, offers_modules=True, prelude="import os; os.environ['PATH'] = '/nowhere'\n").start()
    try:
        without.wait_until_ready().wait_for_log("no modules")
        assert "browsers cannot compute positions or think for bots" in without.log.read_text()
        assert folder_of(without) is None
    finally:
        without.close()
