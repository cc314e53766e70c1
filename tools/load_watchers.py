"""Watchers of the load test: people who come to analyse, whose browsers think for themselves."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Sequence
from typing import Any

import httpx

MODULES = re.compile(r'data-modules="([^"]+)"')
AT_ONCE = 50


class Watchers:
    """So many people, who come one after the other."""

    def __init__(self, count: int, games: Sequence[str]) -> None:
        self.count = count
        self.games = games
        self.delays: list[float] = []  # from the page asked for to all that it needs
        self.requests = self.bytes = 0

    async def come(self, base: str, seconds: float) -> None:
        """All come in so many seconds; each then stays and asks nothing."""
        if not self.count:
            return
        chance, gate = random.Random(1), asyncio.Semaphore(AT_ONCE)
        async with httpx.AsyncClient(base_url=base, timeout=60) as client:

            async def one(number: int) -> None:
                await asyncio.sleep(chance.uniform(0, seconds))
                async with gate:
                    await self.analyse(client, self.games[number % len(self.games)])

            await asyncio.gather(*(one(number) for number in range(self.count)))

    async def analyse(self, client: httpx.AsyncClient, game: str) -> None:
        """Open the analysis board: the page with its data, and the game's module.  Scripts are in the cache."""
        began = time.perf_counter()
        page = await self.get(client, f"/analysis/{game}")
        found = MODULES.search(page)
        if found is None:
            raise SystemExit("the server offers no modules")
        for ending in ("json", "wasm"):
            await self.get(client, f"/{found[1]}{game}.{ending}")
        self.delays.append(time.perf_counter() - began)

    async def get(self, client: httpx.AsyncClient, path: str) -> str:
        """One file."""
        answer = (await client.get(path)).raise_for_status()
        self.requests += 1
        self.bytes += answer.num_bytes_downloaded
        return answer.text if "html" in answer.headers["content-type"] else ""

    def figures(self) -> dict[str, Any]:
        """What they asked for, and how long they waited."""
        if not self.count:
            return {}
        delays = sorted(self.delays)
        return {
            "watchers": len(delays),
            "requests_per_watcher": round(self.requests / len(delays), 2),
            "kilobytes_per_watcher": round(self.bytes / len(delays) / 1000, 1),
            "watchers_median_ms": round(1000 * delays[len(delays) // 2], 1),
            "watchers_p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
        }
