"""The big database: it can be filled, and no page reads a growing table as a whole."""

import asyncio

import pytest
from big_database import BUSY, fill, measure, pages
from clusters import Cluster
from sqlalchemy import text

from ludoteca.web.storage.profiles import Wanted, history
from ludoteca.web.storage.storage import Storage


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(request, tmp_path_factory):
    cluster = Cluster().start() if request.param == "postgresql" else None
    file = tmp_path_factory.mktemp("big") / "games.db"
    storage = Storage(f"sqlite:///{file}" if cluster is None else cluster.address(cluster.new_database()))
    storage.open()
    fill(storage, 6000, 500)
    yield storage
    storage.close()
    if cluster is not None:
        cluster.close()


@pytest.mark.parametrize("page", pages(), ids=[name for name, _ in pages()])
def test_no_page_reads_a_growing_table_as_a_whole(filled, page):
    assert measure(filled, page, is_small=True)["scans"] == "-"


def test_it_has_what_the_pages_show(filled):
    found = asyncio.run(filled.read(lambda session: history(session, BUSY, Wanted(only_listed=False))))
    assert len(found) >= 12 and found[0]["changed"] > found[-1]["changed"]
    assert asyncio.run(filled.read(lambda session: session.scalar(text("SELECT count(*) FROM moves")))) == 12_000
