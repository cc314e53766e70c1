"""Write the software bill of materials (CycloneDX, JSON) of the server: every locked dependency with its hashes.

cyclonedx-python-lib, which comes with pip-audit, saves writing the format.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

import ludoteca

LOCK = Path(__file__).parents[1] / "requirements" / "server.txt"


def locked(lock: Path) -> list[tuple[Requirement, list[str]]]:
    """The requirements of a lock, each with the SHA-256 hashes of its files."""
    lines = lock.read_text("utf-8").replace("\\\n", " ").splitlines()
    parts = [re.split(r"\s+--hash=sha256:", line.strip()) for line in lines if line.strip()]
    return [(Requirement(requirement), hashes) for requirement, *hashes in parts]


def component(name: str, version: str, hashes: list[str]) -> Component:
    """A package of the index, in one version."""
    address = PackageURL("pypi", None, name, version)
    known = [HashType(alg=HashAlgorithm.SHA_256, content=each) for each in hashes]
    return Component(
        type=ComponentType.LIBRARY, name=name, version=version, purl=address, bom_ref=str(address), hashes=known
    )


def bill(lock: Path = LOCK) -> str:
    """The bill of what a lock installs beside Ludoteca, as JSON."""
    own = Component(type=ComponentType.APPLICATION, name="ludoteca", version=ludoteca.__version__, bom_ref="ludoteca")
    parts = [component(one.name, next(iter(one.specifier)).version, hashes) for one, hashes in locked(lock)]
    bom = Bom(components=parts)
    bom.metadata.component = own
    bom.register_dependency(own, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where to write it")
    file: Path = parser.parse_args().file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(bill() + "\n", encoding="utf-8")
    print(f"{len(locked(LOCK))} packages are listed in {file}")


if __name__ == "__main__":
    main()
