"""The pages of a table: joining, questions, public and private views, and a stream for each telephone."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from hmac import compare_digest
from secrets import token_hex, token_urlsafe
from typing import Any

from msgspec import Struct, field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from referee.asking.interrupts import all_interruptions
from referee.asking.question import Option, Question
from referee.errors import BadInput, RefereeError
from referee.evenings.story import show_story, story_of
from referee.phones.fragments import PAGES, Fragments, pages
from referee.phones.remembered import DAY, Remembered, digest_of
from referee.phones.safety import AccessControl, read_form
from referee.phones.screen import SMALL, WIDE, Block
from referee.phones.table import PhoneTable, SharedGame
from referee.phones.voice import Voice
from referee.pictures.svg import NAMED
from referee.rulebook.rules import rulebook
from referee.saves.table import SavedTable
from referee.text.names import fold
from referee.text.screen import Screen

MOST_PHONES, MOST_STREAMS, MOST_REMEMBERED = 24, 3, 40
"""Most telephones at a table, streams per telephone, and remembered form ids per telephone."""

PULSE = 20.0
"""Seconds between keep-alive messages of a silent stream."""

SLOWEST, MOST_WAITING = 4.0, 20
"""Longest delay of a wrong key in seconds, and most delayed requests: more would starve the others."""

TOLD = 6
"""Most lines of news above a question; the others are a tap away."""

MOST_WORDS = 60
"""Most words to tap on a page."""

LISTED = 60
"""Most entries on the page of the log; the others are a tap away."""

LONGEST_LINE = 2000
"""Longest accepted line, in letters."""


class Phone(Struct):
    """A telephone that has joined, with its players' names (none: it only watches) and its last reply.

    `digest` is that of its cookie, `token` is sent with its forms.
    """

    names: tuple[str, ...]
    digest: str = ""
    token: str = ""
    seen: int = 0
    reply: Sequence[Block] = ()
    voice: Voice = field(default_factory=lambda: Voice(()))
    asked: str = ""
    streams: int = 0
    came: OrderedDict[str, None] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.voice = Voice(self.names)

    def repeats(self, once: str) -> bool:
        """Record a form's id; return whether it has come before."""
        if once in self.came:
            return True
        self.came[once] = None
        while len(self.came) > MOST_REMEMBERED:
            self.came.popitem(last=False)
        return False


class Telephones:
    """The telephones at a game, and their pages. `key` admits new ones; with `open_board` the board needs none.

    `show_evenings` shows the other games of the folder. `remembered` telephones have joined already; `keep` is called
    to store the present ones.
    """

    def __init__(
        self,
        game: SharedGame,
        *,
        open_board: bool = False,
        show_evenings: Callable[[Screen], None] = lambda screen: screen.line("There are no other evenings here."),
        remembered: Remembered | None = None,
        keep: Callable[[Telephones], None] = lambda pages: None,
    ) -> None:
        self.game, self.open_board, self.show_evenings = game, open_board, show_evenings
        self.key = remembered.key if remembered is not None else token_urlsafe(16)
        self.cookie = f"referee-{digest_of(self.key)[:12]}"  # browsers share cookies between all ports of a machine
        game.seal = digest_of(self.key)[:32].encode()
        self._keep = keep
        self._run = token_hex(4)  # a page of an earlier run reloads
        self.phones: dict[str, Phone] = {}
        for digest, names in remembered.phones.items() if remembered is not None else ():
            known = tuple(name for name in names if name in game.players and self.owner_of(name) is None)
            if known or not names:
                self._add(known, digest)
        self._changed = asyncio.Event()
        self.closing = False
        self._drawing = asyncio.Lock()
        self._drawn: dict[tuple[str, bool], tuple[int, bytes]] = {}
        self._wrong = self._waiting = self._watching = 0
        self.loop: asyncio.AbstractEventLoop | None = None

    def app(self, hosts: Sequence[str], *, anywhere: bool = False) -> AccessControl:
        """Return the application for these hosts with their port; its pages work without the script, too."""
        style, script = (PAGES / "style.css").read_bytes() + _colours().encode(), (PAGES / "page.js").read_bytes()
        routes = [
            Route("/", self.decide, methods=["GET"]),
            Route("/join", self.join, methods=["GET", "POST"]),
            Route("/say", self.say, methods=["POST"]),
            Route("/seen", self.seen, methods=["POST"]),
            Route("/me", self.me),
            Route("/table", self.table),
            Route("/board", self.board),
            Route("/rules", self.rules),
            Route("/log", self.log),
            Route("/why", self.why),
            Route("/number", self.number),
            Route("/score", self.score),
            Route("/story", self.story),
            Route("/evenings", self.evenings),
            Route("/stream", self.stream),
            Route("/style.css", Response(style, media_type="text/css"), methods=["GET"]),
            Route("/page.js", Response(script, media_type="text/javascript"), methods=["GET"]),
            Route("/favicon.ico", Response(status_code=204), methods=["GET"]),
        ]
        return AccessControl(Starlette(routes=routes), hosts, anywhere=anywhere)

    @cached_property
    def _draw(self) -> Fragments:
        """Renderer of page fragments; players are marked by seat and, if they have one, by colour."""
        colours = self.game.table.colours
        return Fragments({name: f"seat-{at} {colours.get(name, '')}" for at, name in enumerate(self.game.players, 1)})

    # --- telephones -------------------------------------------------------------------------------

    def phone_of(self, request: Request) -> Phone | None:
        """Return the telephone that sent a request, if it has joined."""
        return self.phones.get(digest_of(request.cookies.get(self.cookie, "")))

    def _add(self, names: Sequence[str], digest: str) -> Phone:
        """Add a telephone whose cookie has this digest."""
        phone = Phone(tuple(names), digest, digest_of(f"{self.key} {digest}")[:24])
        self.phones[digest] = phone
        return phone

    def owner_of(self, name: str) -> Phone | None:
        """Return the telephone of a player."""
        return next((phone for phone in self.phones.values() if name in phone.names), None)

    def let_go(self, name: str) -> bool:
        """Take a player's name from a telephone; return whether one had it."""
        phone = next((one for one in self.phones.values() if fold(name) in map(fold, one.names)), None)
        if phone is None:
            return False
        phone.names = tuple(one for one in phone.names if fold(one) != fold(name))
        phone.voice = Voice(phone.names)
        if not phone.names:
            del self.phones[phone.digest]
        self._keep(self)
        return True

    async def _knows_key(self, given: str) -> bool:
        """Check a key; a wrong one is delayed, more with each failure, but only a limited number at once."""
        if compare_digest(given.encode(), self.key.encode()):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._waiting < MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(min(SLOWEST, 0.05 * self._wrong))
            finally:
                self._waiting -= 1
        return False

    async def join(self, request: Request) -> Response:
        """Choose one or several names, with the key that was scanned."""
        phone = self.phone_of(request)
        if request.method == "GET":
            if phone is not None and phone.names and "more" not in request.query_params:
                return _redirect("/")
            key = request.query_params.get("key", "")
            if phone is None and not await self._knows_key(key):
                return self._stranger()
            return await self._join_page(key, phone)
        form = await read_form(request)
        if form is None:
            return PlainTextResponse("That form can't be read.", 400)
        if phone is None and not await self._knows_key(_first(form, "key")):
            return self._stranger()
        if phone is not None and not self._is_own(phone, form):
            return PlainTextResponse("That form isn't from this table's pages.", 403)
        wanted = tuple(dict.fromkeys(form.get("player", ())))
        known = await run_in_threadpool(lambda: self.game.players)
        taken = [name for name in wanted if (owner := self.owner_of(name)) is not None and owner is not phone]
        if any(name not in known for name in wanted) or taken:
            return await self._join_page(_first(form, "key"), phone, "Somebody else has just taken that name.")
        if phone is None and len(self.phones) >= MOST_PHONES:
            return self._page("message.html", None, 503, text=f"{MOST_PHONES} telephones are at the table already.")
        if phone is not None:
            del self.phones[phone.digest]
        cookie = token_urlsafe(24)
        phone = self._add(wanted, digest_of(cookie))
        if self.game.news:
            phone.seen = self.game.news[-1].number
        await run_in_threadpool(self._keep, self)
        await self.tell()
        response = _redirect("/" if wanted else "/board")
        response.set_cookie(self.cookie, cookie, max_age=2 * DAY, httponly=True, samesite="strict", path="/")
        return response

    async def _join_page(self, key: str, phone: Phone | None, wrong: str = "") -> Response:
        question = self.game.question
        players = [
            (name, self.owner_of(name) not in (None, phone), asker(question) == name)
            for name in await run_in_threadpool(lambda: self.game.players)
        ]
        return self._page("join.html", phone, key=key, players=players, wrong=wrong)

    def _stranger(self) -> Response:
        return self._page("message.html", None, 403, text="Scan the code at the laptop to join the table.")

    def _is_own(self, phone: Phone, form: Mapping[str, list[str]]) -> bool:
        return compare_digest(_first(form, "token").encode(), phone.token.encode())

    # --- questions and answers --------------------------------------------------------------------

    async def decide(self, request: Request) -> Response:
        """Show the decision, the news since the last look, and an input line."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()
        if not phone.names:
            return _redirect("/board")
        begun = request.query_params.getlist("begun")
        return await self._locked_page(lambda: self._decide(phone, begun))

    def _decide(self, phone: Phone, begun: Sequence[str]) -> Response:
        question = self.game.question
        token = self.game.token
        reply, phone.reply = phone.reply, ()
        fits = phone.voice.fits if phone.asked == token else ()
        meant = phone.voice.offered_correction if phone.asked == token else ""
        mine = question is not None and phone.voice.may_answer(question)
        shown, path = (question, begun) if mine else (None, [])
        for text in path:
            shown = _rest(shown, text)
        if mine and shown is None:
            shown, path = question, []
        news = [one for one in self.game.news if one.number > phone.seen]
        done = [block for one in news for block in one.blocks]
        stands = self.game.stands
        return self._page(
            "decide.html",
            phone,
            question=question,
            mine=mine,
            begun=path,
            groups=_groups(shown),
            ask=shown or question,
            usual=shown.default if shown is not None and shown.by_enter() else None,
            pairs=[("begun", one) for one in path],
            closed=list(shown.closed()) if shown is not None else [],
            cite=self.game.table.cite,
            fits=fits,
            meant=meant,
            reply=reply,
            last=news[-1].number if news else 0,
            done=done,
            few=_shorten_news(done, phone.names),
            told=self.game.told,
            stands=stands,
            place=token,
            once=token_urlsafe(9),
            trouble=self.game.trouble,
            words=_words(shown),
            interrupts=[*all_interruptions(question, phone.names)] if question is not None else [],
            here="/",
        )

    async def say(self, request: Request) -> Response:
        """Answer, or say something instead of an answer."""
        phone, form = self.phone_of(request), await read_form(request)
        if form is None:
            return PlainTextResponse("That form can't be read.", 400)
        if phone is None or not phone.names:
            return self._stranger()
        if not self._is_own(phone, form):
            return PlainTextResponse("That form isn't from this table's pages.", 403)
        once = _first(form, "once")
        if not once or phone.repeats(once[:40]):
            return _redirect("/")
        meant = "meant" in form
        line, move, begun = _first(form, "line").strip(), _first(form, "move"), form.get("begun", [])
        if claim := _first(form, "claim").strip():
            line = f"claim {claim}"
        if number := _first(form, "number").strip():
            line = f"adjust {_first(form, 'whose')} {_first(form, 'counter')} {number}"
        tapped = bool(move) and line in ("", move)
        lines = [*begun, "" if meant else move if tapped else line]
        if any(len(one) > LONGEST_LINE or "\n" in one or "\r" in one for one in lines):
            phone.reply = [Block("error", "That line is too long.")]
            return _redirect("/")
        await run_in_threadpool(self._say, phone, lines, (tapped or bool(begun)) and not meant, _first(form, "place"))
        await self.tell()
        return _redirect("/")

    def _say(self, phone: Phone, lines: Sequence[str], tapped: bool, place: str) -> None:
        with self.game.lock:
            if phone.asked != self.game.token:
                phone.voice, phone.asked = Voice(phone.names), self.game.token
            phone.reply, entered = self.game.say(phone.voice, lines, tapped=tapped, token=place)
            if entered:
                phone.seen = max((one.number for one in self.game.news[:-1]), default=phone.seen)

    async def seen(self, request: Request) -> Response:
        """Mark news as read."""
        phone, form = self.phone_of(request), await read_form(request)
        if form is None or phone is None or not self._is_own(phone, form):
            return self._stranger()
        number = _first(form, "number")
        if number.isdecimal() and len(number) < 9:
            phone.seen = max(phone.seen, int(number))
        return _redirect("/")

    # --- views ------------------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        """Show the hand, and all that only this telephone's players may see."""
        phone = self.phone_of(request)
        if phone is None or not phone.names:
            return self._stranger()
        names = phone.names
        return await self._locked_page(
            lambda: self._page(
                "me.html",
                phone,
                owns=self.game.hands(names),
                hides_hands=self.game.hides_hands,
                here="/me",
                once=token_urlsafe(9),
                place=self.game.token,
            )
        )

    async def table(self, request: Request) -> Response:
        """Show the board, fit for a telephone."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()
        return await self._cached_page(
            phone,
            lambda: self._page("shown.html", phone, blocks=self.game.board(SMALL), title="Table", here="/table"),
        )

    async def board(self, request: Request) -> Response:
        """Show the board on a television, without secrets and controls."""
        phone = self.phone_of(request)
        if phone is None and not self.open_board:
            return self._stranger()

        def drawn() -> Response:
            large, small = self.game.board(WIDE), self.game.board(SMALL)
            news, question = self.game.news[-1:], self.game.question
            return self._page("board.html", phone, blocks=large, small=small, question=question, news=news)

        return await self._cached_page(phone, drawn)

    async def _cached_page(self, phone: Phone | None, draw: Callable[[], Response]) -> Response:
        """Return a page common to all who have joined, rendered once per version of the game."""
        place = draw.__qualname__, phone is None
        async with self._drawing:  # concurrent requests wait for the first
            version, kept = self.game.version, self._drawn.get(place)
            if kept is None or kept[0] != version:
                kept = self._drawn[place] = version, bytes((await self._locked_page(draw)).body)
        return HTMLResponse(kept[1])

    async def _locked_page(self, draw: Callable[[], Response]) -> Response:
        """Render a page under the game's lock, so that its contents and version match."""

        def drawn() -> Response:
            with self.game.lock:
                return draw()

        return await run_in_threadpool(drawn)

    async def _joined_page(self, request: Request, draw: Callable[[Phone], Response]) -> Response:
        """Render a page for a telephone that has joined, under the game's lock."""
        phone = self.phone_of(request)
        return self._stranger() if phone is None else await self._locked_page(lambda: draw(phone))

    async def rules(self, request: Request) -> Response:
        """Answer a question to the rulebook in plain words."""
        words = request.query_params.get("q", "")[:200].strip()
        return await self._screen_page(
            request, lambda table: table.rules(words), "Rules", "/rules", template="rules.html", words=words
        )

    async def log(self, request: Request) -> Response:
        """Show the log, the last entry first."""

        def draw(phone: Phone) -> Response:
            found = list(enumerate(self.game.table.public_log(), 1))[::-1]
            more = 0 if "all" in request.query_params else max(0, len(found) - LISTED)
            return self._page(
                "log.html",
                phone,
                entries=found[: len(found) - more],
                more=more,
                over=self.game.question is None,
                here="/log",
                battles=self.game.game.battles is not None,
                once=token_urlsafe(9),
                place=self.game.token,
            )

        return await self._joined_page(request, draw)

    async def why(self, request: Request) -> Response:
        """Explain the outcome of an entry."""
        entry = request.query_params.get("n", "")
        number = int(entry) if entry.isdecimal() and len(entry) < 9 else None
        return await self._screen_page(request, lambda table: table.why(number), f"Why {entry}", "/log")

    async def number(self, request: Request) -> Response:
        """Explain a player's number by the entries that changed it."""
        owner, what = (request.query_params.get(name, "")[:60] for name in ("of", "what"))
        return await self._joined_page(
            request,
            lambda phone: self._page(
                "number.html",
                phone,
                owner=owner,
                what=what,
                changes=self.game.table.course(owner, what),
                here="/me",
            ),
        )

    async def score(self, request: Request) -> Response:
        """Show the score as if the game ended now."""
        return await self._screen_page(request, lambda table: table.score(), "Score", "/log")

    async def story(self, request: Request) -> Response:
        """Show the story of the evening, once it is over."""

        def tell(table: PhoneTable) -> None:
            if not (isinstance(table, SavedTable) and table.over):
                raise BadInput("the story of a game is told at the end")
            show_story(story_of(table.open_save), table.screen)

        return await self._screen_page(request, tell, "Story", "/log")

    async def evenings(self, request: Request) -> Response:
        """Show the games of this folder, and who wins how often."""
        return await self._screen_page(
            request, lambda table: self.show_evenings(table.screen), "Evenings", "/log", width=WIDE
        )

    async def _screen_page(
        self,
        request: Request,
        show: Callable[[PhoneTable], None],
        title: str,
        here: str,
        template: str = "shown.html",
        width: int = SMALL,
        **more: Any,
    ) -> Response:
        """Return a page of what `show` writes on the screen, for a telephone that has joined."""

        def draw(phone: Phone) -> Response:
            try:
                blocks = self.game.render(show, width)
            except RefereeError as error:
                blocks = [Block("error", str(error))]
            book = _rule_keys(self.game.game.name)
            return self._page(template, phone, blocks=blocks, title=title, here=here, book=book, **more)

        return await self._joined_page(request, draw)

    # --- notifications ----------------------------------------------------------------------------

    async def tell(self) -> None:
        """Notify all streams that something may have changed."""
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def close(self) -> None:
        """End all streams."""
        self.closing = True
        await self.tell()

    async def stream(self, request: Request) -> Response:
        """Stream the version number of the game; a page of another version reloads."""
        self.loop = asyncio.get_running_loop()
        phone = self.phone_of(request)
        if phone is None and not self.open_board:
            return self._stranger()
        if (phone.streams >= MOST_STREAMS) if phone is not None else (self._watching >= MOST_PHONES):
            return PlainTextResponse("Too many pages are open.", 429)

        async def events() -> AsyncIterator[str]:
            sent = -1
            self._open(phone, 1)
            try:
                while not self.closing and (phone is None or phone.digest in self.phones):
                    changed = self._changed
                    if sent != self.game.version:
                        sent = self.game.version
                        asked = phone is not None and asker(self.game.question) in phone.names
                        yield f"data: {self._run}.{sent} {int(asked)}\n\n"
                    else:
                        yield ": still there\n\n"
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), PULSE)
            finally:
                self._open(phone, -1)

        return StreamingResponse(events(), media_type="text/event-stream")

    def _open(self, phone: Phone | None, more: int) -> None:
        """Add `more` to the number of open streams."""
        if phone is None:
            self._watching += more
        else:
            phone.streams += more

    async def watch(self, period: float = 0.5) -> None:
        """Check every `period` seconds whether another program has written the save."""
        while True:
            await asyncio.sleep(period)
            if self.game.is_behind and await run_in_threadpool(self.game.refresh):
                await self.tell()

    # --- pages ------------------------------------------------------------------------------------

    def _page(self, name: str, phone: Phone | None, status: int = 200, **values: Any) -> Response:
        usual = {
            "phone": phone,
            "version": f"{self._run}.{self.game.version}",
            "game": self.game.game.title,
            "here": "",
            "name": self.game.path.stem,
            "draw": self._draw,
            "asker": asker,
            "alone": not isinstance(self.game.table, SavedTable),
        }
        return HTMLResponse(pages().get_template(name).render(usual | values), status)


def _colours() -> str:
    """Return CSS rules for the players' colours, for light and dark themes."""
    light, dark = ("".join(f".{name}{{--c:{both[at]}}}" for name, both in NAMED.items()) for at in (0, 1))
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def asker(question: Question[Any] | None) -> str:
    """Return the player who decides or throws the dice of a question; "" if it is the whole table's."""
    if question is None:
        return ""
    return question.who or (question.throw.who if question.throw is not None else "")


def _shorten_news(news: Sequence[Block], players: Collection[str]) -> list[Block]:
    """Shorten news to the lines that name these players, and the last lines."""
    if len(news) <= TOLD:
        return list(news)
    named = re.compile(rf"\b({'|'.join(map(re.escape, players))})\b")
    own = [at for at, block in enumerate(news) if named.search(block.text)][-TOLD // 2 :]
    return [block for at, block in enumerate(news) if at in own or at >= len(news) - TOLD // 2]


@cache
def _rule_keys(game: str) -> frozenset[str]:
    """Return the ids and topics by which rules can be looked up."""
    book = rulebook(game)
    return frozenset((*book.entries, *book.topics))


def _redirect(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


def _first(form: Mapping[str, list[str]], name: str) -> str:
    return form.get(name, [""])[0]


def _rest(question: Question[Any] | None, text: str) -> Question[Any] | None:
    """Return the question for the rest of an answer that begins with an option; None if there is none."""
    if question is None:
        return None
    begun = next((one for one in question.grouped() or question.options() if one.text == text), None)
    return begun.more() if begun is not None and begun.more is not None else None


def _groups(question: Question[Any] | None) -> list[tuple[str, list[Option]]]:
    """Group the options of a question, the default first; dice are entered elsewhere on the page."""
    if question is None:
        return []
    options = [one for one in question.grouped() or question.options() if not (one.example and question.throw)]
    usual = None if question.in_parts else question.default
    found: dict[str, list[Option]] = {}
    for option in sorted(options, key=lambda option: option.text != usual):
        found.setdefault(option.group, []).append(option)
    if not options and (others := [Option(text) for text in question.words() if " " in text]):
        found["or else"] = others
    return list(found.items())


def _words(question: Question[Any] | None) -> Sequence[str]:
    """List the words to tap for an answer in parts, or one without options and dice; [] if there are too many."""
    made = question is not None and (question.in_parts or not (question.options() or question.throw))
    found = [one for one in question.words() if " " not in one] if question is not None and made else []
    return found if len(found) <= MOST_WORDS else []
