"""Audit: ask the public list of weaknesses about every locked dependency, with pip-audit.

Exit code 0: none is known; 1: some are, each named; 2: the question could not be asked, which says nothing either way.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from soak_table import print_rows

LOCK = Path(__file__).parents[1] / "requirements" / "dev.txt"  # the others are parts of it
AUDIT = ["pip_audit", "--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--format", "json"]
LONGEST_S = 300
NOT_DONE = "NOT DONE"


def ask() -> list[dict[str, Any]] | str:
    """What pip-audit says of each package, or why it says nothing."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", *AUDIT, "--progress-spinner", "off", "--timeout", "15"],
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return f"no answer within {LONGEST_S} s"
    except json.JSONDecodeError:
        lines = done.stderr.strip().splitlines()
        return lines[-1] if lines else f"pip-audit ended with {done.returncode}"
    return packages


def main() -> int:
    found = ask()
    if isinstance(found, str):
        print(f"audit: {NOT_DONE}, the list of weaknesses could not be asked: {found[:300]}", file=sys.stderr)
        return 2
    weak = [
        {"package": package["name"], "version": package["version"], "weakness": each["id"]}
        for package in found
        for each in package.get("vulns", [])
    ]
    if weak:
        print_rows("Known weaknesses", weak, as_json=False)
        return 1
    unanswered = [package["name"] for package in found if "skip_reason" in package]
    if unanswered or not found:
        names = ", ".join(unanswered[:10]) + (" …" if len(unanswered) > 10 else "")
        print(f"audit: {NOT_DONE}, no answer for {len(unanswered)} of {len(found)} packages: {names}", file=sys.stderr)
        return 2
    print(f"audit: no weakness is known in {len(found)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
