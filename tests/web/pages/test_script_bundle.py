"""Modules in one file do what they do in many, and a form that a bundle does not know is refused."""

from __future__ import annotations

import subprocess

import pytest

from ludoteca.web.http.script_bundle import UnknownForm, bundle
from ludoteca.web.http.static_files import LATE, bundle_named

MODULES = {
    "main.js": """/** Starts. */
import * as sums from "./parts/sums.js";
import { double, half as halved } from "./parts/halves.js";
// a remark
const late = await import("./parts/late.js");
console.log(sums.add(1, 2), double(4), halved(4), late.where);
""",
    "parts/sums.js": """import { counter } from "./halves.js";

/** @type {number} */ export const start = counter.made;

/**
 * @param {number} a
 */
export function add(a, b) {
  return a + b + start;
}
""",
    "parts/halves.js": """export const counter = { made: 0 };
counter.made += 10; // a remark beside it
export class Never {}
export const double = (number) => 2 * number, unseen = 1;
export async function later() {}
export function half(number) {
  return /** @type {number} */ (number) / 2;
}
""",
    "parts/late.js": """export const where = new URL("x.svg", import.meta.url).pathname.split("/").slice(-2).join("/");
export {};
""",
}


def run(folder, text):
    (folder / "bundle.mjs").write_text(text)
    done = subprocess.run(["node", str(folder / "bundle.mjs")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path):
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_modules_do_the_same_in_one_file(folder):
    text = bundle(folder, ["main.js"], bundle_name="bundle.mjs", ending='await need("main.js");')
    assert run(folder, text) == "13 8 2 parts/x.svg"
    assert not any(word in text for word in ("remark", "@param", "@type"))


def test_a_module_that_is_not_needed_yet_does_nothing(folder):
    text = bundle(folder, ["main.js"], bundle_name="bundle.mjs", ending='console.log(need("parts/halves.js").half(2));')
    assert run(folder, text) == "1"


@pytest.mark.parametrize(
    "line",
    ['import "./parts/sums.js";', "export default 3;", 'export { add } from "./parts/sums.js";', "export let a = 1;"],
)
def test_other_forms_are_refused(folder, line):
    (folder / "odd.js").write_text(f"{line}\n")
    with pytest.raises(UnknownForm, match=r"odd\.js"):
        bundle(folder, ["odd.js"], bundle_name="bundle.mjs", ending="")


def test_what_pages_import_late_comes_in_one_file():
    found = bundle_named(LATE)
    assert found is not None and b"wasm/local_engine.js" in found[0]
