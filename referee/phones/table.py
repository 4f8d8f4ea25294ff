"""The game as telephones see and play it: questions, events, replies."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2s
from itertools import takewhile
from pathlib import Path
from secrets import token_bytes
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from referee.answers.public import known_cards
from referee.asking.question import ASIDE, Command, Question, read_command
from referee.declaration.game import Game, secrets_of
from referee.declaration.tracking import PLAYERS, declarations, public_view
from referee.errors import BadInput, Overtaken, RefereeError
from referee.files.files import read_toml
from referee.files.kinds import SAVE, expect, is_save
from referee.files.portable import mark_of
from referee.phones.screen import SMALL, Block, PageScreen, join_blocks
from referee.phones.voice import Voice
from referee.play.loop import TOGETHER, coming, in_words, play
from referee.play.notation import Step, write_step
from referee.play.table import Answerer
from referee.saves.battles import live_battle
from referee.saves.save import OnDisk, read_save
from referee.saves.table import SavedTable
from referee.text.grammar import so_many
from referee.text.names import printed

if TYPE_CHECKING:
    from referee.play.table import Table
else:
    Table = object
"""`Table` for type checkers only: a battle's proxy forwards missing attributes, so it mustn't inherit any."""

KEPT = 12
"""Number of latest news that are kept."""


class News(NamedTuple):
    """A public event: its number, who caused it, and its text for everybody."""

    number: int
    who: str
    blocks: Sequence[Block]


class Reply(NamedTuple):
    """The response to what a telephone said, and whether anything was entered."""

    blocks: Sequence[Block]
    entered: bool


class Own(NamedTuple):
    """A player's possessions: the cards of the hidden hand, and each counter and pile as everybody sees it.

    `printed` are the cards that everybody sees. The values of both mappings are the cards' texts, "" if unknown.
    """

    player: str
    hand: Mapping[str, str]
    counts: Sequence[tuple[str, str]]
    printed: Mapping[str, str] = {}


class Shared(Table):
    """Mixin for tables with telephones: what `happened` is kept for everybody.

    While `looking`, nothing is written; while `played`, the state of the game isn't shown, as it has its own page.
    `overtaken` is set if another program wrote meanwhile.
    """

    looking = played = overtaken = False
    happened: list[Block]
    screen: PageScreen

    def save(self) -> None:
        """Write what was answered, unless the table is only looked at."""
        if not self.looking:
            super().save()

    def reload(self) -> None:
        """Reload what another program has written."""
        super().reload()
        self.overtaken = True

    def refresh(self) -> bool:
        """Return False: `SharedGame` has refreshed just before, and saving detects later changes."""
        return False

    def show(self, events: Sequence[Any]) -> None:
        """Keep what the players must do by hand, for everybody."""
        with self.screen.capture() as kept:
            super().show(events)
        self.happened += join_blocks(kept)

    def status(self) -> None:
        """Show the state of the game, unless the table is played at."""
        if not self.played:
            super().status()


class PhoneTable(Shared, SavedTable):
    """A saved game played at telephones."""

    def __init__(self, game: Game[Any, Any], found: OnDisk) -> None:
        super().__init__(game, found, PageScreen())
        self.happened = []

    def show(self, events: Sequence[Any]) -> None:
        """Keep what the players must do by hand, for everybody, without the state of the game."""
        with self.screen.capture() as kept:
            self._told = self._screens.tell(self.session.present, events, self.screen, self._told)
        self.happened += join_blocks(kept)

    @property
    def stale(self) -> bool:
        """Whether another program has written the save since."""
        return self.open_save.stale

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player.name for player in self.session.present.players]

    @property
    def colours(self) -> Mapping[str, str]:
        """The players' colours by name; players may have none."""
        return self.game.scores().colours(self.setup)

    def course(self, name: str, what: str) -> list[tuple[int, str, str, Step]]:
        """Return the history of a player's counter or pile, as everybody sees it.

        Each entry that changed it, the last first: number of the entry, value before and after, and the entry.
        """
        rules, session, log = self.open_save.rules, self.session, self.public_log()
        one = next((counter for counter in declarations(rules, PLAYERS) if counter.name == what), None)
        if one is None or name not in self.names:
            return []
        states = [*(session.state_before(number) for number in range(1, len(log) + 1)), session.state]
        values = [one.describe(PLAYERS.all_in(state)[name]) for state in states]
        found = [
            (number, before, after, step)
            for number, (before, after, step) in enumerate(zip(values, values[1:], log, strict=False), 1)
            if before != after
        ]
        return found[::-1]

    def holdings(self, name: str) -> Own:
        """Return a player's possessions."""
        rules, state = self.open_save.rules, self.session.present
        values, counters = public_view(rules, state), declarations(rules, PLAYERS)
        player, hand = self.hand_of(name)
        open_piles = (pile for pile in rules.piles if pile.owners is PLAYERS and pile.open)
        held = [card for pile in open_piles for card in pile.cards(PLAYERS.all_in(state)[player])]
        return Own(
            player,
            dict.fromkeys(hand, "") | self._printed(hand),
            [(one.name, values[PLAYERS.whose(name) + one.name]) for one in counters],
            self._printed(held),
        )

    def _printed(self, names: Iterable[str]) -> dict[str, str]:
        """Return the text of cards by name, as far as it is known."""
        if self.game.cards is None:
            return {}
        describe, known = self.game.cards().describe, known_cards(self.game, self.setup, self.session.present)
        return {
            name: describe(known[name]).removeprefix(f"{name}: ") for name in map(printed, names) if name in known
        }


class _Battle(Table):
    """A proxy for a battle's table; other attributes are the battle's."""

    def __init__(self, battle: Any) -> None:
        self.battle = battle

    def __getattr__(self, name: str) -> Any:
        return getattr(self.battle, name)

    def save(self) -> None:
        """Write the record."""
        self.battle.save()

    def reload(self) -> None:
        """Reload what another program has written."""
        self.battle.reload()

    def show(self, events: Sequence[Any]) -> None:
        """Show what happened."""
        self.battle.show(events)

    def tell_from_here(self) -> None:
        """Do nothing: it is always the same battle."""

    def status(self) -> None:
        """Show the state of the battle."""
        self.battle.status()


class PhoneBattle(Shared, _Battle):
    """A single battle at telephones, kept in its record."""

    colours: Mapping[str, str] = {}

    def __init__(self, game: Game[Any, Any], path: Path) -> None:
        """Open a record. Raises BadInput if it isn't set up."""
        data = read_toml(path)
        battle: Any = live_battle(game, path, data, PageScreen())
        if battle is None:
            expect(SAVE, data, path)
            raise BadInput(f"{path}: isn't a save of a game")
        if not battle.is_set_up:
            raise BadInput(f"{path}: isn't set up yet; begin it with: referee battle {shlex.quote(str(path))}")
        super().__init__(battle)
        self.happened = []
        sides = [part for side in ("attacker", "defender", "hero") if isinstance(part := data.get(side), dict)]
        self.names = [str(side.get("name")) for side in sides]

    @property  # type: ignore[override]
    def screen(self) -> PageScreen:
        """The battle's screen."""
        found: PageScreen = self.battle.screen
        return found

    @screen.setter
    def screen(self, screen: PageScreen) -> None:
        self.battle.screen = screen

    def course(self, name: str, what: str) -> list[tuple[int, str, str, Step]]:
        """Return [], as battles have no players' counters."""
        return []

    def holdings(self, name: str) -> Own:
        """Return a player's possessions: none besides what is on the board."""
        return Own(name, {}, ())


class _Looker(Answerer):
    """An answerer that keeps the question and never answers."""

    patient = advised = True
    question: Question[Any] | None = None

    def ask(self, question: Question[Any]) -> None:
        """Keep the question."""
        self.question = question


class SharedGame:
    """A save played at telephones, beside other programs; `lock` serialises all access.

    `version` increases with every visible change. With the same `seal` the same position has the same `token`, even
    after the server restarts.
    """

    def __init__(self, game: Game[Any, Any], path: Path) -> None:
        """Open a save. Raises BadInput."""
        self.lock = RLock()
        self.path, self.game = path, game
        found = read_save(path)
        self.table: PhoneTable | PhoneBattle = (
            PhoneTable(game, found) if is_save(found.data) else PhoneBattle(game, path)
        )
        self.version = 0
        self.seal = token_bytes(16)
        self._boards: dict[int, tuple[int, list[Block]]] = {}
        self.news: list[News] = []
        self._last_entry: tuple[str, Collection[str]] = "", ()  # the token after the last entry, and who made it
        self.trouble = ""
        self._mark = mark_of(path)
        self.question: Question[Any] | None = None
        self.told: Sequence[Block] = ()
        self.look()

    @property
    def players(self) -> list[str]:
        """The players' names."""
        return self.table.names

    @property
    def token(self) -> str:
        """Identifies the position in the game, so that an answer belongs to the question asked there."""
        session = self.table.session
        last = repr((session.steps[-1:], session.draft)).encode()
        sealed = blake2s(last, key=self.seal, digest_size=8).hexdigest()
        return f"{len(session.steps)}.{len(session.draft)}.{sealed}"

    def look(self) -> None:
        """Find the present question, as a prompt would."""
        looker, table = _Looker(), self.table
        table.session.take_events()
        table.looking = table.played = True
        try:
            with table.screen.capture() as shown:
                play(table, looker)
        finally:
            table.looking = table.played = False
        question = looker.question  # its odds are computed once for all telephones
        self.question = question and structs.replace(
            question, options=cache(question.options), grouped=cache(question.grouped), closed=cache(question.closed)
        )
        self.told = join_blocks(shown)
        self.version += 1

    @property
    def is_behind(self) -> bool:
        """Whether the save differs from the version last read or written."""
        return mark_of(self.path) != self._mark

    def refresh(self) -> bool:
        """Reload what another program has written; return whether anything changed. `trouble` keeps a failure."""
        with self.lock:
            if not self.is_behind:
                return False
            self._mark = mark_of(self.path)
            before = list(self.table.session.steps)
            try:
                if not self.table.stale:
                    return False
                self.table.reload()
                self.trouble = ""
                self.look()
            except RefereeError as error:
                self.trouble = str(error)
                self.version += 1
                return True
            self._add_others_news(before)
            return True

    def _add_others_news(self, before: Sequence[Step]) -> None:
        """Keep as news what another program has entered or undone."""
        now = self.table.public_log()
        pairs = zip(before, self.table.session.steps, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        lines = [f"{step.who}: {write_step(step)}" if step.who else write_step(step) for step in now[same:]]
        if len(before) > same:
            many = len(before) - same
            lines.insert(0, f"Undone at the laptop: {so_many(many, 'entry')}.")
        if lines:
            self._tell("", [Block("line", line) for line in lines[-KEPT:]])

    def _tell(self, who: str, blocks: Sequence[Block]) -> None:
        number = self.news[-1].number + 1 if self.news else 1
        self.news = [*self.news, News(number, who, blocks)][-KEPT:]

    def say(self, voice: Voice, lines: Sequence[str], *, tapped: bool, token: str) -> Reply:
        """Say lines at the question asked at position `token`, and write the result down."""
        with self.lock:
            self.refresh()
            if self.trouble:
                return _refusal(self.trouble)
            command = read_command(lines[-1]) if lines and not tapped else None
            if token != self.token and (command is None or command.name not in ASIDE):
                return _refusal(
                    "Somebody else was faster: the game has gone on, and nothing of yours was entered. "
                    "Here is what is asked now."
                )
            if command == Command("undo"):
                return self._undo(voice)
            return self._answer(voice, lines, tapped=tapped)

    def _answer(self, voice: Voice, lines: Sequence[str], *, tapped: bool) -> Reply:
        table, who = self.table, " and ".join(voice.names)
        before, many = self.token, len(table.session.steps)
        usual = coming(table.session).steps if self.question is not None and self.question.key == TOGETHER else ()
        table.happened, table.overtaken, table.screen = [], False, voice.screen  # type: ignore[assignment]
        voice.hear(lines, tapped=tapped)
        table.played = True
        try:
            with table.screen.capture() as output:
                play(table, voice)
        except RefereeError as error:
            output = [Block("error", str(error))]
        finally:
            table.played, table.screen = False, PageScreen()
        happened, self._mark = table.happened, mark_of(self.path)
        entered = self.token != before and not table.overtaken
        if entered:
            done = in_words(usual[: len(table.session.steps) - many], self.players)
            happened = [*(Block("line", line) for line in done), *happened]
            self._tell(who, happened or [Block("line", soft=f"{who}: {table.session.last_answer()}")])
        if entered or table.overtaken:
            self.look()
        if entered:
            self._last_entry = self.token, voice.names
        return Reply(join_blocks(output), entered)

    def _undo(self, voice: Voice) -> Reply:
        """Undo the last answer if it is one of this telephone's players', and keep that as news."""
        session = self.table.session
        own = self._last_entry[0] == self.token and not set(voice.names).isdisjoint(self._last_entry[1])
        corrected = bool(session.steps and session.steps[-1].correct) and not session.draft
        try:
            undone = session.take_back()
            asked = session.question
            if undone and not own and (corrected or (asked is not None and asked.who not in ("", *voice.names))):
                session.redo()
                whose = "a correction" if corrected or asked is None else f"{asked.who}'s"
                return _refusal(f"The last answer was {whose}; a telephone can undo only its own.")
            self.table.save()
        except Overtaken as error:
            self.table.reload()
            self.look()
            return _refusal(f"{error}. Nothing was undone.")
        except RefereeError as error:
            return _refusal(str(error))
        finally:
            session.take_events()
            self._mark = mark_of(self.path)
        if not undone:
            return _refusal("There is nothing to undo.")
        self.table.tell_from_here()
        self._tell(" and ".join(voice.names), [Block("line", f"Undone: {undone}.")])
        self.look()
        return Reply([], entered=True)

    # --- pages ------------------------------------------------------------------------------------

    def render(self, show: Callable[[Any], None], width: int = SMALL) -> list[Block]:
        """Return what `show` writes on the table's screen, as blocks of a page."""
        with self.lock:
            screen = self.table.screen = PageScreen(width)
            try:
                show(self.table)
            finally:
                self.table.screen = PageScreen()
            return join_blocks(screen.blocks)

    def board(self, width: int) -> list[Block]:
        """Return the board, drawn once per width and version."""
        with self.lock:
            drawn = self._boards.get(width)
            if drawn is None or drawn[0] != self.version:
                drawn = self._boards[width] = self.version, self.render(lambda table: table.board(), width)
            return drawn[1]

    @property
    def stands(self) -> str:
        """The first heading of the board, which says where the game stands."""
        return next((block.text for block in self.board(SMALL) if block.kind == "head"), "")

    def hands(self, names: Collection[str]) -> list[Own]:
        """Return the possessions of these players, including what only they may see."""
        with self.lock:
            return [self.table.holdings(name) for name in names]

    @property
    def hides_hands(self) -> bool:
        """Whether players can have hidden cards."""
        return secrets_of(self.game).hides_hands


def _refusal(text: str) -> Reply:
    return Reply([Block("error", text)], entered=False)
