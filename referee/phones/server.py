"""The pages of a table: who joins, what is asked, what may be seen, one stream a telephone."""

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

from referee.asking.interrupts import said_in_full
from referee.asking.question import Option, Question
from referee.errors import BadInput, RefereeError
from referee.evenings.story import show_story, story_of
from referee.phones.fragments import PAGES, Fragments, pages
from referee.phones.remembered import DAY, Remembered, digest_of
from referee.phones.safety import Doorkeeper, TooMuch, read_form
from referee.phones.screen import SMALL, WIDE, Block
from referee.phones.table import PhoneTable, SharedGame
from referee.phones.voice import Voice
from referee.pictures.svg import NAMED
from referee.rulebook.rules import rulebook
from referee.saves.table import SavedTable
from referee.text.names import fold
from referee.text.screen import Screen

MOST_PHONES, MOST_STREAMS, MOST_REMEMBERED = 24, 3, 40
"""Telephones at a table, streams of each, and forms of each that are known to have come."""

PULSE = 20.0
"""Seconds after which a silent stream shows that it is there."""

SLOWEST, MOST_WAITING = 4.0, 20
"""Seconds that a wrong key waits at most, and how many wait: more would leave no room for the others."""

TOLD = 6
"""Lines of what was done on the board that leave room for what is asked; the others are a tap away."""

MOST_WORDS = 60
"""Words that stand on a page to be tapped."""

LISTED = 60
"""Entries of the log on its page; the others are a tap away."""

LONGEST_LINE = 2000
"""Letters of a line that is read."""


class Phone(Struct):
    """A telephone that has joined: its players, none where it only watches, and what it was told last.

    `digest` is that of its cookie, `token` what its forms have.
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
        """Whether a form has come before."""
        if once in self.came:
            return True
        self.came[once] = None
        while len(self.came) > MOST_REMEMBERED:
            self.came.popitem(last=False)
        return False


class Telephones:
    """The telephones at a game. `key` lets in; with `open_board` the board is there for everybody.

    `show_evenings` shows the other games of the folder. Telephones that are `remembered` are in, and what is to be
    is given to `keep`.
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
        self.cookie = f"referee-{digest_of(self.key)[:12]}"  # a browser keeps one name for all ports of a machine
        game.seal = digest_of(self.key)[:32].encode()
        self._keep = keep
        self._run = token_hex(4)  # a page of an earlier run looks again
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
        self._files = {name: (PAGES / name).read_bytes() for name in ("style.css", "page.js")}
        self._files["style.css"] += _colours().encode()

    def app(self, hosts: Sequence[str], *, anywhere: bool = False) -> Doorkeeper:
        """The application, under these hosts with their port."""
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
            Route("/style.css", self.style),
            Route("/page.js", self.script),
            Route("/favicon.ico", self.icon),
        ]
        return Doorkeeper(Starlette(routes=routes), hosts, anywhere=anywhere)

    @cached_property
    def _draw(self) -> Fragments:
        """What draws pieces of pages; players have a shape by the seat, and the colour, if they have one."""
        colours = self.game.table.colours
        return Fragments({name: f"seat-{at} {colours.get(name, '')}" for at, name in enumerate(self.game.players, 1)})

    # --- who --------------------------------------------------------------------------------------

    def phone_of(self, request: Request) -> Phone | None:
        """The telephone that a request comes from, if it has joined."""
        return self.phones.get(digest_of(request.cookies.get(self.cookie, "")))

    def _add(self, names: Sequence[str], digest: str) -> Phone:
        """Let a telephone in, whose cookie has this digest."""
        phone = Phone(tuple(names), digest, digest_of(f"{self.key} {digest}")[:24])
        self.phones[digest] = phone
        return phone

    def owner_of(self, name: str) -> Phone | None:
        """The telephone of a player."""
        return next((phone for phone in self.phones.values() if name in phone.names), None)

    def let_go(self, name: str) -> bool:
        """Take a player's name from a telephone; whether one had it."""
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
        """Whether a key is right; a wrong one waits, the longer the more there were, but not too many at once."""
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
        """Pick a name, or several, with the key that was scanned."""
        phone = self.phone_of(request)
        if request.method == "GET":
            if phone is not None and phone.names and "more" not in request.query_params:
                return _to("/")
            key = request.query_params.get("key", "")
            if phone is None and not await self._knows_key(key):
                return self._stranger()
            return await self._join_page(key, phone)
        form = await self._form(request)
        if form is None:
            return PlainTextResponse("That form can't be read.", 400)
        if phone is None and not await self._knows_key(_one(form, "key")):
            return self._stranger()
        if phone is not None and not self._is_own(phone, form):
            return PlainTextResponse("That form isn't from this table's pages.", 403)
        wanted = tuple(dict.fromkeys(form.get("player", ())))
        known = await run_in_threadpool(lambda: self.game.players)
        taken = [name for name in wanted if (owner := self.owner_of(name)) is not None and owner is not phone]
        if any(name not in known for name in wanted) or taken:
            return await self._join_page(_one(form, "key"), phone, "Somebody else has just taken that name.")
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
        response = _to("/" if wanted else "/board")
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
        return compare_digest(_one(form, "token").encode(), phone.token.encode())

    async def _form(self, request: Request) -> Mapping[str, list[str]] | None:
        try:
            return await read_form(request)
        except TooMuch:
            return None

    # --- what is asked ----------------------------------------------------------------------------

    async def decide(self, request: Request) -> Response:
        """My decision, what happened since I last looked, and a line to type into."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()
        if not phone.names:
            return _to("/board")
        begun = request.query_params.getlist("begun")
        return await self._at_once(lambda: self._decide(phone, begun))

    def _decide(self, phone: Phone, begun: Sequence[str]) -> Response:
        question = self.game.question
        token = self.game.token
        reply, phone.reply = phone.reply, ()
        fits = phone.voice.fits if phone.asked == token else ()
        meant = phone.voice.meant if phone.asked == token else ""
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
            pairs=[("begun", one) for one in path],
            closed=list(shown.closed()) if shown is not None else [],
            cite=self.game.table.cite,
            fits=fits,
            meant=meant,
            reply=reply,
            last=news[-1].number if news else 0,
            done=done,
            few=_few_of(done, phone.names),
            told=self.game.told,
            stands=stands,
            place=token,
            once=token_urlsafe(9),
            trouble=self.game.trouble,
            words=_words(shown),
            interrupts=[*said_in_full(question, phone.names)] if question is not None else [],
            here="/",
        )

    async def say(self, request: Request) -> Response:
        """Answer, or say something instead of an answer."""
        phone, form = self.phone_of(request), await self._form(request)
        if form is None:
            return PlainTextResponse("That form can't be read.", 400)
        if phone is None or not phone.names:
            return self._stranger()
        if not self._is_own(phone, form):
            return PlainTextResponse("That form isn't from this table's pages.", 403)
        once = _one(form, "once")
        if not once or phone.repeats(once[:40]):
            return _to("/")
        meant = "meant" in form
        line, move, begun = _one(form, "line").strip(), _one(form, "move"), form.get("begun", [])
        if claim := _one(form, "claim").strip():
            line = f"claim {claim}"
        if number := _one(form, "number").strip():
            line = f"adjust {_one(form, 'whose')} {_one(form, 'counter')} {number}"
        tapped = bool(move) and line in ("", move)
        said = [*begun, "" if meant else move if tapped else line]
        if any(len(one) > LONGEST_LINE or "\n" in one or "\r" in one for one in said):
            phone.reply = [Block("error", "That line is too long.")]
            return _to("/")
        await run_in_threadpool(self._say, phone, said, (tapped or bool(begun)) and not meant, _one(form, "place"))
        await self.tell()
        return _to("/")

    def _say(self, phone: Phone, said: Sequence[str], tapped: bool, place: str) -> None:
        with self.game.lock:
            if phone.asked != self.game.token:
                phone.voice, phone.asked = Voice(phone.names), self.game.token
            phone.reply, entered = self.game.say(phone.voice, said, tapped=tapped, token=place)
            if entered:
                phone.seen = max((one.number for one in self.game.news[:-1]), default=phone.seen)

    async def seen(self, request: Request) -> Response:
        """Tick off what was done on the board."""
        phone, form = self.phone_of(request), await self._form(request)
        if form is None or phone is None or not self._is_own(phone, form):
            return self._stranger()
        number = _one(form, "number")
        if number.isdecimal() and len(number) < 9:
            phone.seen = max(phone.seen, int(number))
        return _to("/")

    # --- what may be seen -------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        """My hand, and all that only I may see."""
        phone = self.phone_of(request)
        if phone is None or not phone.names:
            return self._stranger()
        names = phone.names
        return await self._at_once(
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
        """The board, fit for a telephone."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()
        return await self._same_for_all(
            phone,
            lambda: self._page("shown.html", phone, blocks=self.game.board(SMALL), title="Table", here="/table"),
        )

    async def board(self, request: Request) -> Response:
        """The board on a television: nothing secret, nothing to touch."""
        phone = self.phone_of(request)
        if phone is None and not self.open_board:
            return self._stranger()

        def drawn() -> Response:
            large, small = self.game.board(WIDE), self.game.board(SMALL)
            news, question = self.game.news[-1:], self.game.question
            return self._page("board.html", phone, blocks=large, small=small, question=question, news=news)

        return await self._same_for_all(phone, drawn)

    async def _same_for_all(self, phone: Phone | None, draw: Callable[[], Response]) -> Response:
        """A page that is the same for all who have joined, drawn once as the game stands now."""
        place = draw.__qualname__, phone is None
        async with self._drawing:  # all others wait for the first
            version, kept = self.game.version, self._drawn.get(place)
            if kept is None or kept[0] != version:
                kept = self._drawn[place] = version, bytes((await self._at_once(draw)).body)
        return HTMLResponse(kept[1])

    async def _at_once(self, draw: Callable[[], Response]) -> Response:
        """A page of one moment: nothing is entered between what it shows and the version that it says it is of."""

        def drawn() -> Response:
            with self.game.lock:
                return draw()

        return await run_in_threadpool(drawn)

    async def rules(self, request: Request) -> Response:
        """The rulebook, asked in plain words."""
        words = request.query_params.get("q", "")[:200].strip()
        return await self._shown(
            request, lambda table: table.rules(words), "Rules", "/rules", template="rules.html", words=words
        )

    async def log(self, request: Request) -> Response:
        """What happened, the last first."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()

        def drawn() -> Response:
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

        return await self._at_once(drawn)

    async def why(self, request: Request) -> Response:
        """Why an entry came out as it did."""
        said = request.query_params.get("n", "")
        number = int(said) if said.isdecimal() and len(said) < 9 else None
        return await self._shown(request, lambda table: table.why(number), f"Why {said}", "/log")

    async def number(self, request: Request) -> Response:
        """Why a number of somebody's is what it is: the entries that changed it."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()
        owner, what = (request.query_params.get(name, "")[:60] for name in ("of", "what"))

        return await self._at_once(
            lambda: self._page(
                "number.html",
                phone,
                owner=owner,
                what=what,
                changes=self.game.table.course(owner, what),
                here="/me",
            )
        )

    async def score(self, request: Request) -> Response:
        """The score if the game ended now."""
        return await self._shown(request, lambda table: table.score(), "Score", "/log")

    async def story(self, request: Request) -> Response:
        """The evening told, once it is over."""

        def tell(table: PhoneTable) -> None:
            if not (isinstance(table, SavedTable) and table.over):
                raise BadInput("the story of a game is told at the end")
            show_story(story_of(table.open_save), table.screen)

        return await self._shown(request, tell, "Story", "/log")

    async def evenings(self, request: Request) -> Response:
        """The games of this folder, and who wins how often."""
        return await self._shown(
            request, lambda table: self.show_evenings(table.screen), "Evenings", "/log", width=WIDE
        )

    async def _shown(
        self,
        request: Request,
        show: Callable[[PhoneTable], None],
        title: str,
        here: str,
        template: str = "shown.html",
        width: int = SMALL,
        **more: Any,
    ) -> Response:
        """A page of what something writes on the screen, for a telephone that has joined."""
        phone = self.phone_of(request)
        if phone is None:
            return self._stranger()

        def drawn() -> Response:
            try:
                blocks = self.game.written(show, width)
            except RefereeError as error:
                blocks = [Block("error", str(error))]
            book = _asked_for(self.game.game.name)
            return self._page(template, phone, blocks=blocks, title=title, here=here, book=book, **more)

        return await self._at_once(drawn)

    # --- what is new ------------------------------------------------------------------------------

    async def tell(self) -> None:
        """Tell all streams that something may have changed."""
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def close(self) -> None:
        """End all streams."""
        self.closing = True
        await self.tell()

    async def stream(self, request: Request) -> Response:
        """What is new, as a number that counts on; a page that has another one looks again."""
        self.loop = asyncio.get_running_loop()
        phone = self.phone_of(request)
        if phone is None and not self.open_board:
            return self._stranger()
        if (phone.streams >= MOST_STREAMS) if phone is not None else (self._watching >= MOST_PHONES):
            return PlainTextResponse("Too many pages are open.", 429)

        async def events() -> AsyncIterator[str]:
            told = -1
            self._open(phone, 1)
            try:
                while not self.closing and (phone is None or phone.digest in self.phones):
                    changed = self._changed
                    if told != self.game.version:
                        told = self.game.version
                        yield f"data: {self._run}.{told} {int(self._is_asked(phone))}\n\n"
                    else:
                        yield ": still there\n\n"
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), PULSE)
            finally:
                self._open(phone, -1)

        return StreamingResponse(events(), media_type="text/event-stream")

    def _open(self, phone: Phone | None, more: int) -> None:
        """Count the streams that are open."""
        if phone is None:
            self._watching += more
        else:
            phone.streams += more

    def _is_asked(self, phone: Phone | None) -> bool:
        return phone is not None and asker(self.game.question) in phone.names

    async def watch(self, period: float = 0.5) -> None:
        """Look again and again whether another program has written the save."""
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

    async def style(self, request: Request) -> Response:
        """The style sheet."""
        return Response(self._files["style.css"], media_type="text/css")

    async def icon(self, request: Request) -> Response:
        """A page's small picture: none, so that nobody asks in vain."""
        return Response(status_code=204)

    async def script(self, request: Request) -> Response:
        """The script; the pages work without it."""
        return Response(self._files["page.js"], media_type="text/javascript")


def _colours() -> str:
    """The players' colours as styles, for light and for dark."""
    light, dark = ("".join(f".{name}{{--c:{both[at]}}}" for name, both in NAMED.items()) for at in (0, 1))
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def asker(question: Question[Any] | None) -> str:
    """Whose decision a question is, or whose dice are to be entered; "" for the table's."""
    if question is None:
        return ""
    return question.who or (question.throw.who if question.throw is not None else "")


def _few_of(told: Sequence[Block], players: Collection[str]) -> list[Block]:
    """Of much that was done on the board what these players have to do with, and the last of it."""
    if len(told) <= TOLD:
        return list(told)
    named = re.compile(rf"\b({'|'.join(map(re.escape, players))})\b")
    own = [at for at, block in enumerate(told) if named.search(block.text)][-TOLD // 2 :]
    return [block for at, block in enumerate(told) if at in own or at >= len(told) - TOLD // 2]


@cache
def _asked_for(game: str) -> frozenset[str]:
    """What rules are asked for by: their ids, and the topics."""
    book = rulebook(game)
    return frozenset((*book.entries, *book.topics))


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


def _one(form: Mapping[str, list[str]], name: str) -> str:
    return form.get(name, [""])[0]


def _rest(question: Question[Any] | None, text: str) -> Question[Any] | None:
    """The question for the rest of an answer that begins with an option; None where there is none."""
    if question is None:
        return None
    begun = next((one for one in question.grouped() or question.options() if one.text == text), None)
    return begun.more() if begun is not None and begun.more is not None else None


def _groups(question: Question[Any] | None) -> list[tuple[str, list[Option]]]:
    """The options of a question, those of a group together; the usual one first. Dice are tapped elsewhere."""
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
    """Words that an answer can be made of, where there are no options or several, and few enough to be tapped."""
    made = question is not None and (question.in_parts or not (question.options() or question.throw))
    found = [one for one in question.words() if " " not in one] if question is not None and made else []
    return found if len(found) <= MOST_WORDS else []
