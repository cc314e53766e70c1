"""The package as Python shows it: names and their help, types, and what is said of libraries that are missing."""

from __future__ import annotations

import pydoc
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import ludoteca
from ludoteca import adapters
from ludoteca.web.translated_scripts import must_be_current

ROOT = Path(__file__).parents[1]


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_dir_shows_what_there_is_to_use():
    shown = [name for name in dir(ludoteca) if not name.startswith("_")]
    assert shown == ["analyse", "bot", "game"]
    assert [name for name in dir(adapters) if not name.startswith("_")] == [
        "DeviceEnv", "VectorEnv", "device", "gymnasium", "notebook", "openspiel", "pettingzoo", "sb3", "vector",
    ]  # fmt: skip


def test_help_shows_what_the_names_mean():
    text = pydoc.render_doc(ludoteca, renderer=pydoc.plaintext)
    for name in ("game", "bot", "analyse"):
        first_line = getattr(ludoteca, name).__doc__.splitlines()[0]
        assert name in text and first_line in text
    assert "TYPE_CHECKING" not in text
    text = pydoc.render_doc(adapters, renderer=pydoc.plaintext)
    assert adapters.VectorEnv.__doc__.splitlines()[0] in text and "pip install 'ludoteca[openspiel]'" in text


def test_looking_at_the_names_imports_nothing_heavy():
    done = python(
        "import sys, ludoteca, ludoteca.adapters; dir(ludoteca); dir(ludoteca.adapters);"
        "print([name for name in ('numba', 'numpy', 'gymnasium', 'pyspiel') if name in sys.modules])"
    )
    assert done.stdout == "[]\n", done.stderr


def test_names_that_do_not_exist_are_refused():
    for module in (ludoteca, adapters):
        with pytest.raises(AttributeError, match="has no attribute 'TYPE_CHEKING'"):
            _ = module.TYPE_CHEKING


EXTRAS = [
    ("gymnasium", "gymnasium", "ludoteca.adapters.gymnasium"),
    ("pettingzoo", "pettingzoo", "ludoteca.adapters.pettingzoo"),
    ("gymnasium", "pettingzoo", "ludoteca.adapters.pettingzoo"),
    ("stable_baselines3", "sb3", "ludoteca.adapters.sb3"),
    ("anywidget", "notebook", "ludoteca.adapters.notebook"),
    ("pyspiel", "openspiel", "ludoteca.adapters.openspiel"),
    ("fastapi", "web", "ludoteca.web.http.app"),
    ("orjson", "web", "ludoteca.web.serve"),
]


@pytest.mark.parametrize(("library", "extra", "module"), EXTRAS)
def test_a_missing_library_names_its_extra(library, extra, module):
    done = python(f"import sys; sys.modules[{library!r}] = None; import {module}")
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert f"MissingExtra: {library}" in last and f"pip install 'ludoteca[{extra}]'" in last


def test_a_missing_library_is_an_import_error_and_help_still_works():
    done = python(
        "import sys; sys.modules['pyspiel'] = None\n"
        "import pydoc, ludoteca.adapters as adapters\n"
        "try:\n    import ludoteca.adapters.openspiel\nexcept ImportError as error:\n    print(error.name)\n"
        "try:\n    adapters.openspiel\nexcept AttributeError as error:\n    print(error)\n"
        "print('VectorEnv' in pydoc.render_doc(adapters))\n"
    )
    sentence = "pyspiel is not installed; install with: pip install 'ludoteca[openspiel]'"
    assert done.stdout.splitlines() == ["pyspiel", sentence, "True"], done.stderr


def test_the_server_without_its_libraries_says_so_in_a_line():
    done = python(
        "import sys; sys.modules['uvicorn'] = sys.modules['jinja2'] = None; sys.argv = ['ludoteca', 'serve']\n"
        "from ludoteca.cli import main; main()"
    )
    assert (done.returncode, done.stderr) == (
        1, "ludoteca: jinja2, uvicorn are not installed; install with: pip install 'ludoteca[web]'\n",
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The package as it is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)
    return next(folder.glob("ludoteca-*.whl"))


def test_links_of_the_readme_are_relative_in_the_repository_and_absolute_in_the_package(wheel):
    with zipfile.ZipFile(wheel) as content:
        page = content.read(f"ludoteca-{ludoteca.__version__}.dist-info/METADATA").decode()
    readme = (ROOT / "README.md").read_text()
    home = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
    link = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")
    here, there = link.findall(readme), link.findall(page)
    assert here and not [address for _, address in here if "://" in address and address.startswith(home)]
    expected = [
        (picture, address if "://" in address else f"{home}/{'raw' if picture else 'blob'}/main/{address}")
        for picture, address in here
    ]
    assert there == expected
    assert "Description-Content-Type: text/markdown" in page


def test_a_wheel_has_the_scripts_that_git_does_not_have(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as content:
        content.extractall(tmp_path)
    package = tmp_path / "ludoteca"
    must_be_current(package, package / "web" / "static" / "translated")
    assert (package / "web" / "static" / "translated" / "play" / "match" / "clock.js").is_file()


def test_what_is_installed_has_its_types_and_nothing_made_for_developers(wheel):
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        sources = {name: content.read(name).decode() for name in names if name.endswith(".py")}
    assert "ludoteca/py.typed" in names
    assert wheel.name.startswith(f"ludoteca-{ludoteca.__version__}-")
    assert {name.partition("/")[0] for name in names} <= {"ludoteca", f"ludoteca-{ludoteca.__version__}.dist-info"}
    assert sources and not [name for name, source in sources.items() if "playwright" in source.lower()]
