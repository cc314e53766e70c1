"""The audit: weaknesses are named, and a question that could not be asked is never taken for a good answer."""

import json
import subprocess

import audit
import pytest

FINE = {"name": "numpy", "version": "2.4.6", "vulns": []}
WEAK = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "PYSEC-1"}]}
SKIPPED = {"name": "rich", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        ({"dependencies": [FINE]}, 0, "no weakness is known in 1 packages"),
        ({"dependencies": [FINE, WEAK]}, 1, "PYSEC-1"),
        ({"dependencies": [FINE, SKIPPED]}, 2, "NOT DONE, no answer for 1 of 2 packages: rich"),
        ({"dependencies": []}, 2, "NOT DONE"),
        (None, 2, "NOT DONE, the list of weaknesses could not be asked: no route to host"),
    ],
)
def test_the_audit_says_what_it_knows_and_what_it_does_not(monkeypatch, capsys, said, code, words):
    def run(command, **_):
        return subprocess.CompletedProcess(command, 1, "" if said is None else json.dumps(said), "no route to host\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert audit.main() == code
    told = capsys.readouterr()
    assert words in told.out + told.err


def test_an_audit_that_takes_too_long_is_not_done(monkeypatch, capsys):
    def run(command, **_):
        raise subprocess.TimeoutExpired(command, 300)

    monkeypatch.setattr(subprocess, "run", run)
    assert audit.main() == 2
    assert "NOT DONE" in capsys.readouterr().err
