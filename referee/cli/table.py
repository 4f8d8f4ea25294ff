"""`referee table`: a game at everybody's telephone, as pages in the home network."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from ipaddress import ip_address
from time import time
from typing import TYPE_CHECKING, Annotated

import typer

from referee import games, preferences
from referee.cli.common import complain, leave
from referee.cli.options import PlayedArgument
from referee.errors import BadInput
from referee.files.files import read_toml

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from referee.phones.server import Telephones
    from referee.text.screen import Screen


def table(
    file: PlayedArgument,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Serve at this address of this machine.")
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="At this port; 0: a free one.")
    ] = 0,
    open_board: Annotated[
        bool, typer.Option("--open-board", help="Let everybody in the network see the board, at /board.")
    ] = False,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new code; who has joined before scans it again.")
    ] = False,
) -> None:
    """Let everybody play on a telephone: scan the code, pick a name, tap. Ctrl-C ends it; all is saved at once.

    The pages are there in the home network only, and only for who has the code. `referee play` goes on beside it.
    Started again within a day, it has the same code, and knows the telephones that have joined.
    """
    from referee.phones.remembered import Remembered, keep, recall
    from referee.phones.server import Telephones
    from referee.phones.table import SharedGame
    from referee.saves.table import SavedTable

    data = read_toml(file)
    game = games.of(data, str(file))
    shared = SharedGame(game, file)
    if isinstance(shared.table, SavedTable) and shared.table.open_save.changed:
        raise BadInput(f"{file}: it was changed by hand; see: referee verify {shlex.quote(str(file))}")
    address = host or _home_address()
    try:
        shown = _home_address() if ip_address(address).is_unspecified else address
    except ValueError:
        leave(f"{address} isn't an address; --host takes one of this machine, like 192.168.0.5")
    before = None if new_key else recall(file, shown)
    try:
        listening = _listen(address, port, before.port if before is not None else 0)
    except OSError as error:
        leave(f"{address} can't be served: {error.strerror or error}; name another one with --host and --port")
    served = listening.getsockname()[1]
    there = f"{f'[{shown}]' if ':' in shown else shown}:{served}"

    def remember(pages: Telephones) -> None:
        phones = {phone.digest: phone.names for phone in pages.phones.values()}
        keep(file, Remembered(time(), shown, served, pages.key, phones))

    pages = Telephones(
        shared,
        open_board=open_board,
        show_evenings=lambda screen: _show_evenings(file.parent, screen),
        remembered=before,
        keep=remember,
    )
    remember(pages)
    _print_code(pages, there)
    if not ip_address(address).is_private:
        complain(f"note: {address} isn't an address of the home network; whoever has the code can come in.")
    _serve(pages, there, listening, anywhere=not ip_address(address).is_private)
    remember(pages)
    complain(f"Saved in {file}.")


def _show_evenings(folder: Path, screen: Screen) -> None:
    """Show the games of a folder, and who wins how often."""
    from referee.evenings import screen as shown
    from referee.evenings.index import gather
    from referee.evenings.standings import People, tables

    found = gather([folder], games.of)
    people = People(found.played, preferences.load().alias)
    shown.show_evenings(found.played, people, screen)
    shown.show_standings(tables(found.played, people), screen)


def _home_address() -> str:
    """Return this machine's address in the home network; its loopback address if there is none."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.168.0.1", 9))  # sends nothing: it only chooses the route
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found if ip_address(found).is_private else "127.0.0.1"


def _listen(address: str, port: int, before: int) -> socket.socket:
    """Listen at a port; if none is named at `before` if it is free, else at any."""
    import socket

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # otherwise asyncio delays responses
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port or before))
    except OSError:
        if port or not before:
            raise
        listening.bind((address, 0))
    listening.listen()
    return listening


def _print_code(pages: Telephones, there: str) -> None:
    """Print the code to scan, and its address."""
    import segno

    url = f"http://{there}/join?key={pages.key}"
    if sys.stdout.isatty():
        segno.make(url, error="l").terminal(compact=True)
    typer.echo(f"Scan the code, or type: {url}")
    if pages.open_board:
        typer.echo(f"The board for everybody: http://{there}/board")
    typer.echo("Let somebody else have a name with: let go NAME. Ctrl-C ends it.")


def _serve(pages: Telephones, there: str, listening: socket.socket, *, anywhere: bool) -> None:
    """Serve until Ctrl-C."""
    import asyncio
    from threading import Thread

    import uvicorn

    from referee.phones.serving import Connection, Server

    config = uvicorn.Config(
        pages.app([there], anywhere=anywhere),
        http=Connection,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        limit_concurrency=200,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=1,
    )

    async def all_of_it() -> None:
        watching = asyncio.ensure_future(pages.watch())
        if sys.stdin is not None and sys.stdin.isatty():
            Thread(target=_read_terminal, args=(pages, asyncio.get_running_loop(), there), daemon=True).start()
        try:
            await Server(config, pages).serve(sockets=[listening])
        finally:
            watching.cancel()

    with suppress(KeyboardInterrupt):
        asyncio.run(all_of_it())


def _read_terminal(pages: Telephones, loop: object, there: str) -> None:
    """Read "let go NAME" lines from the terminal; any other line prints the code again."""
    import asyncio

    assert isinstance(loop, asyncio.AbstractEventLoop)
    for line in sys.stdin:
        words = line.split(maxsplit=2)
        if words[:2] == ["let", "go"] and len(words) > 2:
            name = words[2].strip()
            released = pages.let_go(name)
            complain(f"{name} is free now." if released else f"No telephone has the name {name}.")
            asyncio.run_coroutine_threadsafe(pages.tell(), loop)
        elif words:
            _print_code(pages, there)
