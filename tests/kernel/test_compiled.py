"""Machine code on disk: found again, never stale, and nobody else's folders are touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import ludoteca
from ludoteca.compiler.game_sources import game_digest
from ludoteca.kernel import compiled

PACKAGE = Path(ludoteca.__file__).parent
WHERE = "from ludoteca.compiler.compiled import cache_directory; print(cache_directory())"


@compiled
def tripled(number):
    return 3 * number


@compiled
def worth(number):
    return tripled(number) + tripled(number + 1)


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], env=os.environ | environment, capture_output=True, text=True, check=False
    )


def test_other_peoples_folders_are_left_alone(tmp_path):
    for number in range(12):
        (tmp_path / f"code-project{number}").mkdir()
    assert run(WHERE, LUDOTECA_CACHE=str(tmp_path)).returncode == 0
    assert len(list(tmp_path.glob("code-project*"))) == 12


def test_old_directories_of_ours_are_discarded(tmp_path):
    for number in range(12):
        (tmp_path / f"code-{number}").mkdir()
        (tmp_path / f"code-{number}" / "made-by-ludoteca").touch()
    run(WHERE, LUDOTECA_CACHE=str(tmp_path))
    assert len(list(tmp_path.glob("code-*"))) == 6


def test_without_a_place_to_write_it_compiles_all_the_same():
    program = "import ludoteca; print(len(ludoteca.game('gekitai').start().moves()))"
    done = run(program, LUDOTECA_CACHE="/dev/null/nowhere")
    assert (done.returncode, done.stdout) == (0, "36\n")
    assert done.stderr.count("\n") == 1 and "cannot be kept" in done.stderr


def test_a_change_in_a_table_starts_a_new_directory(tmp_path):
    copy = tmp_path / "source" / "ludoteca"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "templates"))
    environment = {"LUDOTECA_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(copy.parent)}
    before = run(WHERE, **environment).stdout
    for shared in ("kernel/boards.py", "games/__init__.py"):
        with (copy / shared).open("a") as file:
            file.write("# changed\n")
        after = run(WHERE, **environment).stdout
        assert after != before
        before = after
    with (copy / "games" / "gekitai" / "rules.py").open("a") as file:  # a game's own source is in its layout
        file.write("# changed\n")
    assert run(WHERE, **environment).stdout == before


def test_what_a_game_in_one_file_imports_from_beside_it_is_never_stale(tmp_path):
    (tmp_path / "toy.py").write_text(
        "from toy_tables import FACTOR, tripled\nfrom ludoteca.kernel import compiled\n\n"
        "@compiled\ndef worth(number):\n    return FACTOR * tripled(number)\n"
    )
    tables = (
        "from ludoteca.kernel import compiled\nFACTOR = {}\n\n@compiled\ndef tripled(number):\n    return {} * number\n"
    )
    environment = {"LUDOTECA_CACHE": str(tmp_path / "cache"), "PYTHONPATH": f"{tmp_path}:{PACKAGE.parent}"}
    for factor, triple in ((1, 3), (2, 3), (2, 4)):
        (tmp_path / "toy_tables.py").write_text(tables.format(factor, triple))
        done = run("import toy; print(toy.worth(10))", **environment)
        assert done.stdout == f"{factor * triple * 10}\n", done.stderr


def test_the_digest_of_a_game_has_the_files_beside_it_that_it_imports(tmp_path):
    game, near, far, other = (tmp_path / f"{name}.py" for name in ("game", "near", "far", "other"))
    game.write_text("import os\nimport near\n")
    near.write_text("from far import TABLE\n")
    far.write_text("TABLE = 1\n")
    other.write_text("TABLE = 1\n")
    before = game_digest(game)
    other.write_text("TABLE = 2\n")
    assert game_digest(game) == before
    far.write_text("TABLE = 2\n")
    assert game_digest(game) != before


def test_machine_code_names_a_state_by_its_layout_and_not_by_a_number_of_this_process(monkeypatch):
    first, second = (numba.typeof(ludoteca.game(name).blank) for name in ("gekitai", "squ"))
    assert first.mangling_args != second.mangling_args
    named = first.mangling_args
    monkeypatch.setattr(first, "_code", second._code)  # noqa: SLF001 (Numba's own number, as in another process)
    assert first.mangling_args == named


COUNTED = """
import sys, time
from pathlib import Path
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
from toy import worth
print("ready", flush=True)
sys.stdin.readline()
worth(10)
print(len(compiled), "numba.np.arraymath" in sys.modules)
"""


def test_processes_that_need_the_same_code_compile_it_once_and_later_ones_load_it_without_the_compiler(tmp_path):
    (tmp_path / "toy.py").write_text(
        "from ludoteca.kernel import compiled\n\n@compiled\ndef tripled(number):\n    return 3 * number\n\n"
        "@compiled\ndef worth(number):\n    return tripled(number) + tripled(number + 1)\n"
    )
    environment = os.environ | {
        "LUDOTECA_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}:{PACKAGE.parent}",
    }

    def begun() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", COUNTED]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = subprocess.Popen(command, env=environment, text=True, **pipes)
        assert process.stdout.readline() == "ready\n"
        return process

    def ended(processes: list[subprocess.Popen[str]]) -> list[str]:
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        return [process.communicate()[0].strip() for process in processes]

    at_once = [answer.split()[0] for answer in ended([begun() for _ in range(2)])]
    assert sorted(at_once) == ["0", "2"]
    assert ended([begun()]) == ["0 False"]


def test_scipy_is_imported_by_who_needs_it_alone(tmp_path):
    pytest.importorskip("scipy")
    program = (
        "import sys, numba, numpy as np, ludoteca; ludoteca.game('gekitai').start().moves()\n"
        "print('scipy.linalg' in sys.modules)\n"
        "print(numba.njit(lambda one: one @ one)(np.full(2, 3.0)), 'scipy.linalg' in sys.modules)"
    )
    done = run(program, LUDOTECA_CACHE=str(tmp_path))
    assert (done.returncode, done.stdout.split()) == (0, ["False", "18.0", "True"]), done.stderr


def test_what_compiled_code_calls_gets_no_machine_code_of_its_own_before_python_calls_it():
    assert worth(10) == 63
    assert not tripled.overloads
    assert tripled(10) == 30
    assert len(tripled.overloads) == 1
    assert len(tripled.linked().overloads) <= 1  # none where what calls it was kept
