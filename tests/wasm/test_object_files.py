"""Object files are kept: whoever needs one that another is compiling waits for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from ludoteca.games import find_game
from ludoteca.wasm import build

MOMENT_S = 0.5  # in which a second one would begin too


def test_a_game_that_two_need_at_once_is_compiled_once(monkeypatch, tmp_path):
    compiled, second = [], Event()

    def compile_slowly(name, file):
        compiled.append(name)
        if len(compiled) == 1:
            second.wait(MOMENT_S)
        else:
            second.set()
        file.write_bytes(name.encode())

    monkeypatch.setattr(build, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "compile_apart", compile_slowly)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: build.object_of(find_game("gekitai"), ["moves"]), range(2)))
    assert compiled == ["gekitai"] and found[0] == found[1] and found[0].read_bytes() == b"gekitai"
