"""A game of another package that cannot be loaded takes nothing else with it."""

from __future__ import annotations

import os

from servers import Server


def test_pages_are_there_without_a_game_that_cannot_be_loaded(tmp_path, monkeypatch):
    site = tmp_path / "site"
    info = site / "badgame-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: badgame\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ludoteca.games]\nbadgame = badgame:GAME\n")
    (site / "badgame.py").write_text("from ludoteca.kernel import Count, State\nState(size=Count(0, 9))\n")
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    server = Server(tmp_path).start()
    try:
        http = server.client().http
        for address in ("/", "/rules/gekitai", "/api/v1/library"):
            assert http.get(address).status_code == 200, address
        assert "badgame" not in http.get("/").text
        refused = http.get("/rules/badgame")
        assert refused.status_code < 500 and "a field cannot be called size" in refused.text
        server.wait_for_log("a field cannot be called size")
    finally:
        server.close()
