"""Access control: requests must come from the home network and the pages themselves, for this host, and be short."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY, LONGEST_WAIT = 64 * 1024, 10.0
"""Longest form in bytes, and the timeout for receiving it in seconds."""

MOST_FIELDS, LONGEST_ADDRESS, LONGEST_HEAD = 60, 2048, 16_384
"""Most fields of a form, longest path with query in characters, and longest head of a request in bytes."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # without one a form's Origin would be null
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of every response."""


class _Gone(Exception):
    """The client has disconnected."""


class AccessControl:
    """Middleware that only admits requests from the home network, for this host, and from its own pages."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], *, anywhere: bool = False) -> None:
        """Guard `app`; `hosts` are its names with their port; `anywhere` admits clients outside the home network."""
        self._app, self._hosts, self._anywhere = app, frozenset(hosts), anywhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        begun = False

        async def safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                named = {name for name, _ in own}
                message["headers"] = [one for one in message["headers"] if one[0] not in named] + own
            try:
                await send(message)
            except Exception:  # of the connection: it sent invalid data meanwhile, or is closed
                raise _Gone from None

        refusal = self._refusal(scope)
        try:
            await (PlainTextResponse(refusal, 403) if refusal else self._app)(scope, receive, safely)
        except _Gone:
            return
        except Exception as error:  # not shown: it may contain secrets
            print_trouble(error)
            if not begun:
                await PlainTextResponse("Something went wrong here; the game is safe on the disk.", 500)(
                    scope, receive, safely
                )

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused; "" if it isn't."""
        headers = Headers(scope=scope)
        if not self._anywhere and not _is_near(scope.get("client")):
            return "Only the home network may come here."
        if headers.getlist("host") != [headers.get("host", "")] or headers["host"] not in self._hosts:
            return "This isn't the address of the table."
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return "That address is too long."
        if scope["method"] not in ("GET", "POST"):
            return "That can't be asked for."
        foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if scope["method"] == "POST" and (foreign or headers.get("origin") != f"http://{headers['host']}"):
            return "That form isn't from this table's pages."
        return ""


def _is_near(client: tuple[str, int] | None) -> bool:
    """Return whether a request comes from this machine or a private network."""
    try:
        address = ip_address(client[0].partition("%")[0]) if client else None
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address is not None and (address.is_private or address.is_loopback or address.is_link_local)


def print_trouble(error: Exception) -> None:
    """Print that a page failed, and where; nothing of its data, which may be secret."""
    import sys
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({last[0].filename}:{last[0].lineno})" if last else ""
    sys.stderr.write(f"note: a page failed: {type(error).__name__}{where}\n")


async def read_form(request: Request) -> Mapping[str, list[str]] | None:
    """Read the fields of a form; None for one that is too long, malformed, or takes too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        return None

    async def whole() -> bytes:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                raise ValueError
        return body

    if (length := request.headers.get("content-length", "0")).isdecimal() and int(length[:9]) > LONGEST_BODY:
        return None
    try:
        body = (await asyncio.wait_for(whole(), LONGEST_WAIT)).decode("utf-8")
        fields: dict[str, list[str]] = {}
        for name, value in parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS):
            fields.setdefault(name, []).append(value)
    except (ValueError, TimeoutError):
        return None
    return fields
