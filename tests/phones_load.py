"""Measures what telephones wait: `python -m tests.phones_load` (Linux).

Twelve telephones and two televisions look on while the shipped game for four is played as fast as taps go: each has
its stream, and fetches its page anew when something is new, as a browser does. The time from an answer to the last
page shown is compared to a bare page of Starlette that is fetched in the same run. Then: what idle costs, and what
the program holds after many moves and many lost connections.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from referee import games
from referee.phones.table import SharedGame
from referee.phones.voice import Voice
from tests.phones import Program, next_answer
from tests.shipped import shipped

PAGES = ("/table", "/log", "/table", "/rules", "/table", "/log", "/table", "/table", "/board", "/board")
"""What those look at who have no player: eight telephones and two televisions."""

MOVES, RECONNECTS, IDLE = 1_000, 200, 10.0
"""Moves and lost connections after which the memory is looked at, and seconds in which nothing happens."""


class Statement(NamedTuple):
    """What a player says, and whether it must be said twice because there is a warning."""

    who: str
    line: str
    twice: bool


def script(folder: Path) -> list[Statement]:
    """What is said in the shipped game, found by playing it."""
    wanted = shipped(folder, "conjurers", 10_000).session.steps
    shared = SharedGame(games.load("conjurers"), shipped(folder, "conjurers", 0).path)
    found: list[Statement] = []
    while (asked := next_answer(shared, wanted)) is not None:
        question, line = asked
        who = question.who or (question.throw.who if question.throw is not None else "") or shared.players[0]
        voice = Voice([who])
        twice = not shared.say(voice, [line], tapped=False, token=shared.token).entered
        if twice and not shared.say(voice, [""], tapped=False, token=shared.token).entered:
            raise ValueError(f"{question.prompt}: {line} was refused")
        found.append(Statement(who, line, twice))
    return found


class Browser:
    """A telephone's browser as far as it loads a page: one connection for pages and one for the stream."""

    def __init__(self, address: str, path: str = "/", names: Sequence[str] = ()) -> None:
        self.host, self.path, self.names = urlsplit(address).netloc, path, names
        self.key = address.partition("key=")[2]
        self.cookie = self.page = ""
        self._there: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._stream: asyncio.StreamWriter | None = None
        self._one = asyncio.Lock()  # what is said comes back as a page; nothing else is loaded meanwhile

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, _, port = self.host.rpartition(":")
        return await asyncio.open_connection(host, int(port), limit=2**20)

    def _head(self, method: str, path: str, body: bytes | None = None) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        if body is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + (body or b"")

    async def ask(self, method: str, path: str, form: Mapping[str, str] | None = None) -> str:
        """The answer to a request, with its head."""
        if self._there is None:
            self._there = await self._open()
        reader, writer = self._there
        writer.write(self._head(method, path, urlencode(form).encode() if form is not None else None))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?i)content-length: (\d+)", head)
        return head + (await reader.readexactly(int(length[1]) if length else 0)).decode()

    async def join(self) -> None:
        """Come in, and look at the page."""
        form = {"key": self.key, **({"player": self.names[0]} if self.names else {})}
        head = await self.ask("POST", "/join", form)
        self.cookie = re.search(r"(?i)set-cookie: ([^;]+)", head)[1]  # type: ignore[index]
        await self.look()

    async def look(self) -> None:
        """Load the page."""
        self.page = await self.ask("GET", self.path)

    @property
    def version(self) -> str:
        """The version that the page has."""
        found = re.search(r'data-version="([^"]*)"', self.page)
        return found[1] if found else ""

    async def say(self, line: str, **more: str) -> str:
        """Say something at what the page asks; the page that comes of it."""
        async with self._one:
            form = self.page.partition('id="answer"')[2]
            fields = dict(re.findall(r'name="(token|once|place)" value="([^"]*)"', form)[:3])
            await self.ask("POST", "/say", {**fields, "line": line, **more})
            await self.look()
        return self.page

    async def listen(self, shown: asyncio.Queue[tuple[Browser, float]]) -> None:
        """Load the page whenever the stream says so, and tell when it is there."""
        reader, self._stream = await self._open()
        self._stream.write(self._head("GET", "/stream"))
        while line := await reader.readline():
            if line.startswith(b"data: "):
                async with self._one:
                    if line.split()[1].decode() != self.version:
                        await self.look()
                shown.put_nowait((self, time.perf_counter()))

    def lose(self) -> None:
        """Lose the stream."""
        if self._stream is not None:
            self._stream.close()


def serve_bare(listening: socket.socket) -> None:
    """Serve a bare page of Starlette."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    app = Starlette(routes=[Route("/", lambda request: HTMLResponse("<!DOCTYPE html><title>bare</title><p>bare"))])
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    asyncio.run(server.serve(sockets=[listening]))


async def all_shown(browsers: Sequence[Browser], shown: asyncio.Queue[tuple[Browser, float]], version: str) -> float:
    """When the last of these has loaded its page of a version."""
    last = time.perf_counter()
    while any(browser.version != version for browser in browsers):
        _, last = await asyncio.wait_for(shown.get(), 20)
    return last


async def measured(program: Program, said: Sequence[Statement], players: Sequence[str], beside: str) -> None:
    """Play, idle, and lose connections; print what was found. A bare page is `beside`."""
    bare, alone = Browser(beside), []
    await bare.look()
    browsers = [Browser(program.address, names=[name]) for name in players]
    browsers += [Browser(program.address, path) for path in PAGES]
    shown: asyncio.Queue[tuple[Browser, float]] = asyncio.Queue()
    for browser in browsers:
        await browser.join()
    streams = [asyncio.ensure_future(browser.listen(shown)) for browser in browsers]
    of = {browser.names[0]: browser for browser in browsers if browser.names}
    waits, own, worked = [], [], program.worked
    for one in said:
        teller = of[one.who]
        version, began = teller.version, time.perf_counter()
        await teller.say(one.line)
        if one.twice and "meant" in teller.page:  # the warning is read first
            began = time.perf_counter()
            await teller.say("", meant="1")
        own.append((time.perf_counter() - began) * 1000)
        if teller.version == version:
            raise ValueError(f"{one} wasn't entered")
        shown_at = await all_shown(browsers, shown, teller.version)
        waits.append((shown_at - began) * 1000)
        began = time.perf_counter()
        await bare.look()
        alone.append((time.perf_counter() - began) * 1000)
    report("a bare page", alone, statistics.median(alone))
    report("an answer, to the page of who gave it", own, statistics.median(alone))
    report(f"an answer, to all {len(browsers)} pages", waits, statistics.median(alone))
    before = program.worked
    print(f"the program works {(before - worked) / len(said) * 1000:.0f} ms of CPU an answer")
    await asyncio.sleep(IDLE)
    print(f"idle: {(program.worked - before) / IDLE:.2%} of a core for {IDLE:.0f} s")
    before = program.memory
    for at in range(MOVES):
        teller = of[said[-1].who]
        await teller.say("undo" if at % 2 == 0 else said[-1].line)
        await all_shown(browsers, shown, teller.version)
    print(f"memory: {before:.0f} MB after {len(said)} answers, {program.memory:.0f} MB after {MOVES} more")
    for stream in streams:
        stream.cancel()
    for browser in browsers:
        browser.lose()
    loser = of[players[0]]
    for at in range(RECONNECTS):
        stream = asyncio.ensure_future(loser.listen(shown))
        await asyncio.wait_for(shown.get(), 20)
        stream.cancel()
        loser.lose()
        await asyncio.sleep(0.01 if at % 10 else 0.1)
    print(f"memory: {program.memory:.0f} MB after {RECONNECTS} lost connections")


def report(what: str, found: Sequence[float], alone: float) -> None:
    """Print milliseconds, median and 99th percentile, and what they are to a bare page."""
    middle, worst = statistics.median(found), statistics.quantiles(found, n=100)[98]
    print(
        f"{what}: {middle:.0f} ms, 99 of 100 {worst:.0f} ms; {middle / alone:.1f} and {worst / alone:.1f} bare pages"
    )


def main() -> None:
    """Measure all, or so many answers of the game as are named."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        said = script(place)
        said = said[: int(sys.argv[1]) if len(sys.argv) > 1 else -1]
        save = shipped(place, "conjurers", 0)
        program = Program(save.path)
        with socket.socket(proto=socket.IPPROTO_TCP) as listening:  # else asyncio lets answers wait
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            other = multiprocessing.get_context("spawn").Process(target=serve_bare, args=(listening,))
            other.start()
            beside = f"http://127.0.0.1:{listening.getsockname()[1]}/?key="
            try:
                players = [player.name for player in save.session.present.players]
                asyncio.run(measured(program, said, players, beside))
            finally:
                other.terminate()
                other.join()
                program.end()


if __name__ == "__main__":
    main()
