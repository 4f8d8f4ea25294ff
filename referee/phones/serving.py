"""The HTTP server of the pages: connections time out and free their memory, and an idle server does no work."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.phones.safety import LONGEST_HEAD, LONGEST_WAIT
from referee.phones.server import Telephones


class _Parser(h11.Connection):
    """An HTTP parser whose errors don't keep requests alive by a traceback."""

    def next_event(self) -> Any:
        """Return the next event. Raises RemoteProtocolError."""
        try:
            return super().next_event()
        except h11.RemoteProtocolError as error:
            raise error.with_traceback(None) from None


class Connection(H11Protocol):
    """A connection that is closed after a while without a request, and on invalid data."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        """Wait for a connection."""
        super().__init__(*parts, **more)
        self.conn = _Parser(h11.SERVER, LONGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(LONGEST_WAIT, self._expect_request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout, and break a reference cycle so that memory is freed at once."""
        self._patience.cancel()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # it refers back to this

    def handle_events(self) -> None:
        """Read incoming data; if even the error response to invalid data fails, close the connection."""
        try:
            super().handle_events()
        except h11.ProtocolError:
            self.transport.close()

    def _expect_request(self) -> None:
        if getattr(self, "cycle", None) is None:  # not defined before the first request
            self.transport.close()


class Server(uvicorn.Server):
    """A server that sleeps while idle, and ends the streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, pages: Telephones) -> None:
        """Serve `pages` in the running event loop."""
        super().__init__(config)
        self._pages, self._ended, self._loop = pages, asyncio.Event(), asyncio.get_running_loop()

    async def main_loop(self) -> None:
        """Wait for the end; uvicorn would poll for it ten times a second."""
        await self._ended.wait()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End gracefully at the first signal, at once at the second."""
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._ended.set)

    async def shutdown(self, sockets: Any = None) -> None:
        """End the streams, then the server."""
        await self._pages.close()
        await super().shutdown(sockets)
