"""Attacks the pages as somebody in the network could: `python -m tests.phones_attack 10000` (Linux).

So many random requests are sent to `referee table`: by strangers, with guessed keys, with the cookie of a telephone
and the token of another, from other sites and under other names of the host, with broken heads, and with bodies that
are long, cut off or slow. Nothing may be told to who hasn't joined, nothing changed, nothing written to the terminal,
and the telephones must be answered still.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from tests.phones import Program
from tests.phones_load import Browser
from tests.shipped import shipped

PATHS = (
    "/",
    "/join",
    "/say",
    "/seen",
    "/me",
    "/table",
    "/board",
    "/rules",
    "/log",
    "/why",
    "/score",
    "/story",
    "/evenings",
    "/stream",
    "/style.css",
    "/page.js",
    "/favicon.ico",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//evil.example/",
)
FIELDS = (
    "line",
    "move",
    "begun",
    "number",
    "once",
    "place",
    "token",
    "key",
    "player",
    "meant",
    "claim",
    "counter",
    "whose",
)
LETTERS = "ab/?&=%0.;:\\\"'<>{}[]\u20ac\u202e\u0000\r\n 19-"
FORM = "application/x-www-form-urlencoded"
AT_ONCE, LONGEST = 12, 15.0
"""Requests under way at a time, and seconds in which each has an answer or its end."""


class Attacker:
    """Somebody who sends what no page would: `mine` and `other` are telephones that have joined."""

    def __init__(self, chance: random.Random, address: str, mine: Browser, other: Browser) -> None:
        self.chance, self.mine, self.other = chance, mine, other
        self.host = urlsplit(address).netloc
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    def odd(self, longest: int = 40) -> str:
        """A text that nobody types."""
        return "".join(self.chance.choice(LETTERS) for _ in range(self.chance.randrange(longest)))

    def mark(self) -> str:
        """The same as it can stand in a head, mostly."""
        found = self.odd()
        return found if self.chance.random() < 0.02 else re.sub("[^!-~]", "", found)

    def request(self) -> tuple[bytes, bool]:
        """A request, and whether it could be one of a telephone that has joined."""
        pick, of = self.chance.random, self.chance.choice
        kind = of(("GET", "GET", "POST", "POST", "PUT", "HEAD", "DELETE", self.mark() or "X"))
        path = of(PATHS) if pick() < 0.8 else "/" + quote(self.odd())
        if pick() < 0.5:
            path += "?" + urlencode([(of((*FIELDS, "q", "n", "more")), self.odd()) for _ in range(3)])
        cookie = of(("", self.mine.cookie, self.mine.cookie, self.mine.cookie[:-1] + "x", self.mark(), "=" * 300))
        host = self.host if pick() < 0.7 else of(("evil.example", "", "localhost", self.mark()))
        origin = f"http://{self.host}" if pick() < 0.6 else of(("null", "http://evil.example", self.mark()))
        joined = bool(cookie) and cookie == self.mine.cookie and host == self.host
        fields = [(of(FIELDS), self.odd()) for _ in range(self.chance.randrange(6))]
        fields += re.findall(r'name="(token)" value="([^"]*)"', self.other.page)[:1] if pick() < 0.3 else []
        body = urlencode(fields).encode() if pick() < 0.8 else self.chance.randbytes(of((3, 900, 90_000)))
        said = len(body) if pick() < 0.8 else of((0, len(body) + 50, 10**12, -1))
        lines = [
            f"{kind} {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: {origin}",
            f"Cookie: {cookie}",
            "Connection: close",
            f"Content-Type: {of((FORM, FORM, FORM, 'text/plain', self.mark()))}",
            f"Content-Length: {said}" if pick() < 0.9 else "Transfer-Encoding: chunked",
        ]
        if pick() < 0.05:
            lines.insert(self.chance.randrange(len(lines)), self.odd(20_000))
        head = "\r\n".join(lines).encode(errors="replace") if pick() < 0.95 else self.chance.randbytes(200)
        return head + b"\r\n\r\n" + body, joined

    async def attack(self) -> None:
        """Send a request, and look at what comes back."""
        sent, joined = self.request()
        host, _, port = self.host.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
        try:
            for at in range(0, len(sent), 40_000):
                writer.write(sent[at : at + 40_000])
                await writer.drain()
            got = await asyncio.wait_for(reader.read(2000 if b"/stream" in sent[:40] else -1), LONGEST)
        except (OSError, TimeoutError):
            got = b""
        finally:
            writer.close()
        status = got[9:12].decode(errors="replace") or "none"
        self.answers[status] += 1
        text = got.decode(errors="replace")
        told = [name for name in (*self.mine.names, *self.other.names) if re.search(rf"\b{name}\b", text)]
        if status not in ("none", "200", "204", "303", "400", "403", "404", "405", "429", "503"):
            self.wrong.append(f"{status}: {sent[:200]!r}")
        if (told and not joined) or self.mine.key in text or "Traceback" in text:
            self.wrong.append(f"told {told}: {sent[:200]!r}")


async def slow(host: str, count: int) -> float:
    """Seconds until connections that say nothing, or half of something, are ended."""
    place, _, port = host.rpartition(":")
    began, found = time.monotonic(), []
    for at in range(count):
        found.append(await asyncio.open_connection(place, int(port)))
        half = (
            b"",
            b"GET / HT",
            f"POST /say HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: "
            "application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\na=b".encode(),
        )[at % 3]
        found[-1][1].write(half)
    for reader, writer in found:
        await asyncio.wait_for(reader.read(), 60)
        writer.close()
    return time.monotonic() - began


async def attacked(program: Program, save: Path, players: Sequence[str], times: int) -> list[str]:
    """Attack so many times; what went wrong."""
    mine, other = (Browser(program.address, names=[name]) for name in players[:2])
    await mine.join()
    await other.join()
    before, chance = save.read_bytes(), random.Random(times)
    attacker = Attacker(chance, program.address, mine, other)

    async def some(count: int) -> None:
        for _ in range(count):
            await attacker.attack()

    await asyncio.gather(*(some(times // AT_ONCE) for _ in range(AT_ONCE)))
    print(f"{sum(attacker.answers.values())} requests; answered {dict(attacker.answers.most_common())}")
    print(f"60 connections that say nothing or only half are ended within {await slow(mine.host, 60):.0f} s")
    mine = Browser(program.address, names=[players[3]])
    await mine.join()
    await mine.look()
    if not mine.page.startswith("HTTP/1.1 200"):
        attacker.wrong.append("the telephone isn't answered any more")
    if save.read_bytes() != before:
        attacker.wrong.append("the save was changed")
    return attacker.wrong


def main() -> None:
    """Attack, print what was found, and fail where anything went wrong."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        save = shipped(Path(folder), "conjurers", 19)
        program = Program(save.path)
        try:
            before = program.memory
            players = [player.name for player in save.session.present.players]
            wrong = asyncio.run(attacked(program, save.path, players, times))
            print(f"memory: {before:.0f} MB before, {program.memory:.0f} MB after")
        finally:
            program.end()
        wrong += [f"at the terminal: {line}" for line in program.complaints]
    print("\n".join([*wrong[:60], f"{len(wrong)} went wrong"]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
