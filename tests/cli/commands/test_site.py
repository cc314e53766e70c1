"""`ludoteca site`: a folder with the games, or a sentence that says why not."""

from __future__ import annotations

import pytest
from commands import answer, call, run
from example_games import FOLDER

BUILDING = pytest.mark.parametrize("command", [("site", "{folder}"), ("build", "wasm", "--out", "{folder}")])


def test_a_game_of_a_file_has_a_site_too(tmp_path):
    folder = tmp_path / "site"
    built = answer("site", str(folder), str(FOLDER / "hexapawn.py"), "hexapawn")  # named twice, it is there once
    assert built["games"] == ["hexapawn"] and built["folder"] == str(folder)
    assert built["compressed"] < built["size"]
    for page in ("new", "game", "analysis", "editor", "rules"):
        assert "Hexapawn" in (folder / page / "hexapawn" / "index.html").read_text()
    assert (folder / built["version"] / "modules" / "hexapawn.wasm").is_file()


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ana")
    result = call("site", str(tmp_path), "gekitai")
    assert result.exit_code == 1
    assert "has other files in it; name a new folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def refusal(command: tuple[str, ...], folder: object, game: str) -> str:
    """What a command says that builds into a folder, in one line."""
    done = run(*(word.format(folder=folder) for word in command), game)
    assert done.returncode == 1 and done.stdout == ""
    [said] = done.stderr.splitlines()
    return said


@BUILDING
def test_a_mistake_in_a_game_is_one_sentence(command, tmp_path):
    source = (
        (FOLDER / "hexapawn.py").read_text().replace("return (state.pawns[0] & NORTH)", "return (state.pawn & NORTH)")
    )
    (tmp_path / "typo.py").write_text(source)
    said = refusal(command, tmp_path / "site", str(tmp_path / "typo.py"))
    assert "typo.py" in said and "pawn" in said
    assert not (tmp_path / "site").exists()


@BUILDING
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("no-such-linker", "WASM_LD is set to 'no-such-linker', which is not a program; set it to the path of wasm-ld"),
        ("true", "true is not a linker for WebAssembly: it wrote no module"),
        ("false", "the linker failed: exit code 1"),
        ("{folder}/not-a-program", "not-a-program cannot be run: Exec format error"),
    ],
)
def test_a_bad_linker_is_one_sentence(command, program, reason, tmp_path, monkeypatch):
    (tmp_path / "not-a-program").write_bytes(b"\0")
    (tmp_path / "not-a-program").chmod(0o755)
    monkeypatch.setenv("WASM_LD", program.format(folder=tmp_path))
    assert reason in refusal(command, tmp_path / "site", "gekitai")


@BUILDING
def test_a_folder_that_cannot_be_written_is_one_sentence(command, tmp_path):
    (tmp_path / "letter").write_text("Dear Ana")
    said = refusal(command, tmp_path / "letter" / "site", "gekitai")
    assert said == f"ludoteca: {tmp_path}/letter/site cannot be written: part of its path is a file"
    assert str(tmp_path / "letter") in refusal(command, tmp_path / "letter", "gekitai")
