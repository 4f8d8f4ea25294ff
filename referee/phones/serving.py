"""The server of the pages: connections that end and hold nothing then, and no work where nothing is asked."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.phones.safety import LONGEST_HEAD, LONGEST_WAIT
from referee.phones.server import Telephones


class _Parser(h11.Connection):
    """What reads requests; one that can't be read isn't held by a traceback."""

    def next_event(self) -> Any:
        """Return what comes next. Raises RemoteProtocolError."""
        try:
            return super().next_event()
        except h11.RemoteProtocolError as error:
            raise error.with_traceback(None) from None


class Connection(H11Protocol):
    """A connection that ends where nothing is asked for a while, and where nonsense is said."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        """Wait for a connection."""
        super().__init__(*parts, **more)
        self.conn = _Parser(h11.SERVER, LONGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(LONGEST_WAIT, self._expect_request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more; what it holds is free at once."""
        self._patience.cancel()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # it refers to this in turn

    def handle_events(self) -> None:
        """Read what came; the answer to what can't be read may not be possible either."""
        try:
            super().handle_events()
        except h11.ProtocolError:
            self.transport.close()

    def _expect_request(self) -> None:
        if getattr(self, "cycle", None) is None:  # it has no type of its own before the first request
            self.transport.close()


class Server(uvicorn.Server):
    """A server that sleeps where nothing is asked, and ends the streams before it waits for all to be answered."""

    def __init__(self, config: uvicorn.Config, pages: Telephones) -> None:
        """Serve `pages` in the loop that is running."""
        super().__init__(config)
        self._pages, self._ended, self._loop = pages, asyncio.Event(), asyncio.get_running_loop()

    async def main_loop(self) -> None:
        """Wait for the end, which uvicorn looks for ten times a second."""
        await self._ended.wait()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End soon; a second time at once."""
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._ended.set)

    async def shutdown(self, sockets: Any = None) -> None:
        """End all."""
        await self._pages.close()
        await super().shutdown(sockets)
