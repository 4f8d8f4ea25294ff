"""Moves: each kind is one class with its phrases, the check whether it is legal, its description and its effect.

The classes of a game's moves determine what can be typed and how it is recorded (by `effects.phrases`), the lists of
legal and of closed moves, with the rule, and the same for programs as JSON:

    class Learn(Move[Quest], frozen=True):
        says = "learn {ability}"
        rule = "learning"
        ability: Annotated[str, Names("Ability here", lambda quest: quest.here.abilities)]

        def why_not(self, quest): return quest.cannot_pay("experience", price(quest, self.ability))
        def detail(self, quest): return f"{price(quest, self.ability)} Experience"
        def do(self, quest): ...
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, cached_property
from types import UnionType
from typing import Any, ClassVar, Generic, Self, TypeVar, Union, get_args, get_origin

from msgspec import NODEFAULT, DecodeError, Struct, ValidationError, convert, field, json, structs, to_builtins
from msgspec.structs import FieldInfo, fields

from referee.asking.interrupts import Refusal
from referee.asking.meaning import refused_behind_verb
from referee.asking.question import FEW, OVERRULE, Option, Procedure, Question, carried_out, kind_of_move
from referee.asking.words import FILLERS
from referee.effects.phrases import Misread, Names, Phrases
from referee.errors import Ambiguous, Illegal, RefereeError, Unreadable
from referee.text.names import did_you_mean, fold, or_list, printable
from referee.text.pattern import lazy_pattern

_OVERRULES = lazy_pattern(rf"{OVERRULE}\s+(.+?)(?:\s+because\s+(.+))?", re.IGNORECASE | re.DOTALL)
_parsing_illegal: ContextVar[bool] = ContextVar("against", default=False)
"""Whether illegal moves are parsed too."""
C = TypeVar("C")
"""Context of a game's rules while a step is played: set-up, state, events."""
T = TypeVar("T")


class Move(Struct, Generic[C], frozen=True):
    """Base of a game's moves.

    `says` are the phrases by which it is typed (`effects.phrases`), the one that is written first; `rule` is the id
    of the rule that forbids it if `why_not` names no other. `leads_to` is what it costs and brings, if that is always
    the same. A move that isn't `listed` can only be typed; `listed` may be a function of the context. `parts` are
    the types of records in its fields, each a Struct with its own `says`. A kind whose phrases begin with no word
    expresses another move in other words; `complete` returns that one.

    A field's type whose `Names` use anything of its module must be a name of the module (`Spell = Annotated[...]`):
    annotations are strings that are evaluated in the module, so a lambda within the class would find nothing.

    `verbs` begin it where its phrases aren't written to a program part by part: in JSON all that stands behind one of
    them is `what`. `also` are other words for a verb, if they are typed in full, `usage` the forms for the notation.
    """

    verbs: ClassVar[tuple[str, ...]] = ()
    also: ClassVar[tuple[tuple[str, str], ...]] = ()
    usage: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str | tuple[str, ...]] = ()
    rule: ClassVar[str] = ""
    leads_to: ClassVar[str] = ""
    listed: ClassVar[Any] = True
    parts: ClassVar[tuple[type[Struct], ...]] = ()

    @classmethod
    def about(cls) -> str:
        """Describe the kind of move, by the beginning of its docstring."""
        words = re.split(r"[.;]", cls.__doc__ or "")[0]
        return words[:1].lower() + words[1:]

    @classmethod
    def candidates(cls, context: C) -> Iterable[Self]:
        """Yield the moves of this kind that are listed, as legal or as closed: one for each required name.

        A class with other required fields must override this. Raises TypeError if it doesn't.
        """
        if not (cls.listed(context) if callable(cls.listed) else cls.listed):
            return
        names = _needed(cls)
        for chosen in itertools.product(*(dict.fromkeys(one.values(context).values()) for one in names.values())):
            yield cls(**dict(zip(names, chosen, strict=True)))

    @classmethod
    def with_reasons(cls, context: C) -> Iterable[tuple[Self, str | Refusal]]:
        """Yield the listed moves of this kind, each with the reason why it is closed, "" if it is legal."""
        return ((move, move.why_not(context)) for move in cls.candidates(context))

    @classmethod
    def why_none(cls, context: C) -> str | Refusal:
        """Return why no move of this kind can be made now, whatever follows its first word; "" if one may be."""
        return ""

    @classmethod
    def others(cls, context: C, *, closed: bool) -> Iterable[Option]:
        """Yield further options to list: beginnings of moves, and moves that a class lists itself."""
        return ()

    def complete(self, context: C) -> Self:
        """Return the move with omitted parts filled in."""
        return self

    def why_not(self, context: C) -> str | Refusal:
        """Return why the move can't be made now, perhaps with the rule behind it; "" if it can."""
        return ""

    def detail(self, context: C) -> str:
        """Describe in short what the move costs and leads to; "" if that is plain."""
        return self.leads_to

    def option(self, context: C, text: str) -> Option:
        """Return the option under which the move is listed."""
        return Option(text, detail=self.detail(context))

    def do(self, context: C) -> Procedure[None] | None:
        """Carry the move out; return a procedure if something must be asked on the way."""
        raise NotImplementedError


@contextmanager
def overruled() -> Iterator[None]:
    """Parse moves even if a rule forbids them: those of a log were legal, or the table wanted them."""
    token = _parsing_illegal.set(True)
    try:
        yield
    finally:
        _parsing_illegal.reset(token)


def forbid(why: str | Refusal, rule: str = "") -> None:
    """Raise Illegal if there is a reason against a move that was read, unless the table overrules what forbids it."""
    if why and not _parsing_illegal.get():
        raise Illegal(*(why if isinstance(why, Refusal) else (why, rule)))


class SpokenMove(Move[C], frozen=True):
    """A move that no phrase can express: it has `verbs`, and parses and writes itself.

    `like` is a verb of another kind of move that stands for the first of `verbs` if what follows it names nothing of
    that other kind.
    """

    like: ClassVar[str] = ""

    @classmethod
    def read(cls, context: C, verb: str, rest: str) -> Self:
        """Parse the move from its verb and the rest of the text. Raises Unreadable, Ambiguous or Illegal."""
        raise NotImplementedError

    def write(self, context: C) -> str:
        """Format the move as it is recorded."""
        raise NotImplementedError


@cache
def names_of(hint: Any) -> Names | None:
    """Return the `Names` in the annotation of a field's type; None if it has none."""
    if get_origin(hint) in (Union, UnionType):
        return next((names for one in get_args(hint) if (names := names_of(one)) is not None), None)
    return next((more for more in get_args(hint)[1:] if isinstance(more, Names)), None)


@cache
def _fields(kind: type[Struct]) -> dict[str, FieldInfo]:
    """Return a record's fields, by name."""
    return {one.name: one for one in fields(kind)}


@cache
def _needed(kind: type[Move[Any]]) -> dict[str, Names]:
    """Return the `Names` of the required fields of a kind of move, by field."""
    needed = [one for one in _fields(kind).values() if one.default is NODEFAULT]
    names = {one.name: names for one in needed if (names := names_of(one.type)) is not None}
    if len(names) < len(needed):
        raise TypeError(f"{kind.__name__} has fields without names; it must say its candidates")
    return names


class Moves(Phrases, Generic[C]):
    """The moves that can be made at one kind of decision, in the order in which they are listed.

    `typed` converts typed text into the words of the phrases.
    """

    def __init__(
        self,
        *kinds: type[Move[C]],
        spellings: dict[str, str] | None = None,
        marks: str = ",/:",
        typed: Callable[[str], str] = str,
    ) -> None:
        spoken = [kind for kind in kinds if issubclass(kind, SpokenMove)]
        every: list[Any] = [type for kind in kinds if kind not in spoken for type in (kind, *kind.parts)]
        phrases = {
            phrase: type for type in every for phrase in ((type.says,) if isinstance(type.says, str) else type.says)
        }
        super().__init__(phrases, spellings=spellings, marks=marks)
        self.kinds, self._typed = kinds, typed
        self._verbs = {verb: kind for kind in kinds for verb in kind.verbs}
        self._also = {word: verb for kind in kinds for word, verb in kind.also}
        self._like = {kind.like: kind.verbs[0] for kind in spoken if kind.like}

    @cached_property
    def named(self) -> dict[str, type[Move[C]]]:
        """Kinds of moves by the words that begin them, which JSON uses as their names; a listed kind goes first."""
        phrased = [kind for kind in self.kinds if not kind.verbs]
        openings = [(next(one.opening for one in self.of(kind) if one.type is kind), kind) for kind in phrased]
        named = dict(openings) | {opening: kind for opening, kind in openings if kind.listed}
        return {opening: kind for opening, kind in named.items() if opening} | self._verbs

    @cached_property
    def begins(self) -> set[str]:
        """First words of moves."""
        return {opening.partition(" ")[0] for opening in self.named}

    @cached_property
    def _kinds_by_word(self) -> dict[str, list[type[Move[C]]]]:
        """Kinds of moves by their first words, as far as these are known."""
        found: dict[str, list[type[Move[C]]]] = {}
        for kind in self.kinds:
            words = kind.verbs or {
                word for phrase in self.of(kind) if phrase.type is kind for word in phrase.first or ()
            }
            for word in sorted(words):
                found.setdefault(word, []).append(kind)
        return found

    def written_verb(self, word: str) -> str:
        """Return the written verb of the only kind of move that `word` begins, or that `word` is `like`; else ""."""
        kinds = self._kinds_by_word.get(word, ())
        written = next(iter([name for name, kind in self.named.items() if kind in kinds]), "").partition(" ")[0]
        if word in self.begins or word in self._also:
            return self._like.get(word, self._also.get(word, ""))
        return written if len(kinds) == 1 and written != word else ""

    def notation(self) -> Iterator[tuple[list[str], str, str]]:
        """Yield for each kind of move how it is typed, its description, and the rule that forbids it, "" for none."""
        for kind in self.kinds:
            usage = [*(kind.usage or kind.verbs)] or [phrase.usage for phrase in self.of(kind) if phrase.type is kind]
            yield usage, kind.about(), kind.rule

    def write(self, record: Struct, moment: Any = None) -> str:
        """Format a move as it is recorded."""
        return record.write(moment) if isinstance(record, SpokenMove) else super().write(record, moment)

    def suggestion(self, record: Struct, typed: str, moment: Any) -> str:
        """Format a move that may be meant."""
        return self.write(record, moment)

    # --- listing ----------------------------------------------------------------------------------

    def options(self, context: C) -> list[Option]:
        """List the legal moves, with what they cost and lead to."""
        return self._list(context, closed=False)

    def closed(self, context: C) -> list[Option]:
        """List the moves that can't be made now, with the reason and its rule."""
        return self._list(context, closed=True)

    def _list(self, context: C, *, closed: bool) -> list[Option]:
        found: dict[str, Option] = {}
        for kind in self.kinds:
            possible = () if kind.why_none(context) else self._options_of_kind(kind, context, closed=closed)
            for option in itertools.chain(possible, kind.others(context, closed=closed)):
                found.setdefault(option.text, option)
        return list(found.values())

    def _options_of_kind(self, kind: type[Move[C]], context: C, *, closed: bool) -> Iterator[Option]:
        for move, why in kind.with_reasons(context):
            if closed == bool(why):
                text = self.write(move, context)
                option = move.option(context, text)
                if closed:
                    rule = why.ruling if isinstance(why, Refusal) else move.rule
                    option = structs.replace(option, detail=reason(why), rule=rule, more=None)
                yield option

    # --- reading ----------------------------------------------------------------------------------

    def read_move(self, context: C, text: str, now: MovesNow[C] | None = None) -> Move[C]:
        """Parse a move from words or from JSON; `now` caches the moves listed at the question, if there is one.

        Raises Unreadable or Ambiguous, and Illegal for one that can't be made now.
        """
        as_data = text.lstrip().startswith("{")
        text = self.text_of(decode(text), context) if as_data else self._typed(text)
        move = self.find_move(context, text, now)
        self.verify(context, move)
        return move

    def find_move(self, context: C, text: str, now: MovesNow[C] | None = None) -> Move[C]:
        """Find the move that a text means, legal or not; a SpokenMove may raise Illegal while it is parsed."""
        now = now or MovesNow(self, context)
        word, _, rest = " ".join(text.split()).partition(" ")
        verb = self._also.get(fold(word), fold(word))
        if verb not in self._verbs and all(kind.verbs for kind in self.kinds):
            verb = kind_of_move(word, list(self._verbs), now.options, rest)
        whys = [(kind, kind.why_none(context)) for kind in self._kinds_by_word.get(verb, ())]
        if whys and all(why for _, why in whys):
            forbid(whys[0][1], whys[0][0].rule)
        kind = self._verbs.get(verb, Move)
        if issubclass(kind, SpokenMove):
            return kind.read(context, verb, rest)
        text = text if kind is Move else f"{verb} {rest}"
        try:
            (found,) = self.read(Move, text, (), moment=context)
        except (Unreadable, Illegal) as error:
            found = self._begun(text, error, now)
        forbid(found.why_none(context), found.rule)
        try:
            move: Move[C] = found.complete(context)
        except Illegal:
            if not _parsing_illegal.get():
                raise
            return found
        return move

    def _begun(self, text: str, error: Unreadable | Illegal, now: MovesNow[C]) -> Move[C]:
        """Find the only listed move that begins with `text` up to a number, or parse it with its first word in full.

        Raises Illegal for a move that is listed as closed, else `error`, with what can be typed.
        """
        context, options = now.context, [option.text for option in now.options()]
        typed, (word, _, rest) = fold(text), " ".join(text.split()).partition(" ")
        names = {name for option in options for name in fold(option).split()[1:]}
        is_name = not names.isdisjoint((typed, fold(word)))  # an area's "A" begins no other move
        matches = [
            option
            for option in options
            if typed
            and not is_name
            and fold(option).startswith(typed)
            and not re.search(r"\d", fold(option).removeprefix(typed))
        ]
        if len(matches) == 1 and not isinstance(error, Ambiguous):
            (found,) = self.read(Move, matches[0], (), moment=context)
            return found
        if (full := self._full_word(fold(word))) and not is_name:
            return self.find_move(context, f"{full} {rest}", now)
        if not _parsing_illegal.get() and (shut := [one for one in now.closed() if fold(one.text) == fold(text)]):
            raise Illegal(shut[0].detail, shut[0].rule)
        kinds = [kind for kind in self.named if any(fold(option).startswith(kind) for option in options)]
        if len(kinds) == 1 and (phrases := self.of(self.named[kinds[0]])):
            kinds = [phrases[0].usage]
        raise _with_choices(error, text, options if 0 < len(options) <= FEW else kinds or self.named)

    def exactly(self, context: C, text: str) -> Any:
        """Parse the move of a file, with all its names in full, legal or not. Raises Unreadable."""
        try:
            (found,) = self.read(Move, text, (), moment=context, exact=True)
        except Unreadable as error:
            raise _with_choices(error, text, [self.of(kind)[0].usage for kind in self.kinds]) from None
        return found

    def _full_word(self, word: str) -> str:
        """Return the only first word of moves that begins with `word`; "" if there is none, or it is one itself."""
        matches = [one for one in self.begins if one.startswith(word) and word not in {"", *FILLERS, *self.begins}]
        return matches[0] if len(matches) == 1 else ""

    def verify(self, context: C, move: Move[C]) -> None:
        """Raise Illegal for a move that can't be made now."""
        forbid(move.why_not(context), move.rule)

    def question(self, context: C, key: str, prompt: str, **more: Any) -> Question[Move[C]]:
        """Return the question that asks which of the moves is made; `more` are further fields of the question."""
        now = MovesNow(self, context)
        known: dict[str, Any] = {
            "options": now.options,
            "closed": now.closed,
            "write": lambda move: self.write(move, context),
            "moves": now,
            "parse": lambda text: self.read_move(context, text, now),
            "look_again": now.listed.clear,
        }
        question: Question[Move[C]] = Question(key, prompt, **(known | more))
        return question if question.moves is None else question.moves.overrulable(question)

    def rest_of(
        self, context: C, begun: str, key: str, prompt: str, options: Sequence[Option] = (), **more: Any
    ) -> Question[str]:
        """Return the question for the rest of a move that is `begun`, whose answer is the whole move.

        `options` are whole moves; `more` are further fields of the question.
        """
        verb = begun.partition(" ")[0]
        listed = [structs.replace(one, label=one.text.removeprefix(f"{begun} ")) for one in options]

        def parse(text: str) -> str:
            whole = text.strip() if fold(text).startswith(f"{verb} ") else f"{begun} {text.strip()}".strip()
            self.read_move(context, whole)
            return whole

        return Question(key, prompt, parse, options=lambda: listed, open=True, **more)

    # --- for programs -----------------------------------------------------------------------------

    def as_json(self, move: Move[C], context: C) -> dict[str, Any]:
        """Return a move as data: {"move": "learn", "ability": "Prayer"}; of one with `verbs` the rest as `what`."""
        if move.verbs:
            verb, _, what = self.write(move, context).partition(" ")
            return {"move": verb, **({"what": what} if what else {})}
        kind = next(name for name, kind in self.named.items() if kind is type(move))

        def named(names: Names, value: Any) -> Any:
            name = names.name_of(value, context)
            return value if name is None else name

        return {"move": kind} | {
            name: _map_names(one.type, to_builtins(getattr(move, name)), named)
            for name, one in _fields(type(move)).items()
        }

    def text_of(self, data: dict[str, Any], context: C) -> str:
        """Return the recorded text of the move that plain data means. Raises Unreadable."""
        word = fold(str(data.get("move", "")))
        if word not in self._verbs:
            try:
                return self.write(self.of_json(data, context), context)
            except TypeError:  # no phrase says it, as where a name is empty
                raise Unreadable(f"the move {word} can't be said so: a name in it is empty, perhaps") from None
        if (unknown := next((name for name in data if name not in ("move", "what")), None)) is not None:
            raise Unreadable(f'the move {word} has no "{printable(unknown)}"{did_you_mean(unknown, ("what",))}')
        return f"{word} {data.get('what', '')}".strip()

    def of_json(self, data: dict[str, Any], context: C) -> Move[C]:
        """Convert plain data to a move, of the kinds that have phrases. Raises Unreadable."""
        word = str(data.get("move", ""))
        if (kind := self.named.get(fold(word))) is None:
            hint = did_you_mean(word, self.named) or f"; it can be {or_list(self.named)}"
            raise Unreadable(f'no move is called "{printable(word)}"{hint}')
        known = _fields(kind)
        rest = {name: value for name, value in data.items() if name != "move"}
        if (unknown := next((name for name in rest if name not in known), None)) is not None:
            raise Unreadable(f'the move {word} has no "{printable(unknown)}"{did_you_mean(unknown, known)}')

        def meant(names: Names, name: Any) -> Any:
            named = {fold(one): value for one, value in {**names.values(context), **names.also}.items()}
            return named.get(fold(name), name) if isinstance(name, str) else name

        # a default is perhaps a number that no phrase can express
        given = {name: value for name, value in rest.items() if value != known[name].default}
        plain = {name: _map_names(known[name].type, value, meant) for name, value in given.items()}
        try:
            return convert(plain, kind)
        except ValidationError as error:
            from referee.files.files import explain

            raise Unreadable(f"the move {word}: {explain(str(error), plain, kind, in_file=False)}") from None


def _map_names(hint: Any, value: Any, change: Callable[[Names, Any], Any]) -> Any:
    """Apply `change` to each name in the plain value of a field, in nested records too."""
    if get_origin(hint) is tuple and isinstance(value, list | tuple):
        return [_map_names(get_args(hint)[0], one, change) for one in value]
    if isinstance(value, dict) and isinstance(hint, type) and issubclass(hint, Struct):
        known = _fields(hint)
        return {
            name: _map_names(known[name].type, one, change) if name in known else one for name, one in value.items()
        }
    names = names_of(hint)
    return value if names is None else change(names, value)


def _with_choices(error: Unreadable | Illegal, text: str, could: Iterable[str]) -> Unreadable | Illegal:
    """Return the error; if nothing of the text could be read, with all that it can be."""
    if isinstance(error, Misread) and error.part == " ".join(text.split()) and not error.hint:
        return Unreadable(f"{error}; it can be {or_list(could)}")
    return error


def split_overrule(text: str) -> tuple[str, str]:
    """Split "overrule MOVE because REASON" into move and reason; any other text has the reason ""."""
    match = _OVERRULES.fullmatch(text.strip())
    return (text, "") if match is None or match[2] is None else (match[1], match[2].strip())


class NotHeld(Illegal):
    """An overruled move that would lead to a state which can't be represented."""


def not_held(move: str, rules: Sequence[str], error: Exception, forbids: str, *, adjustable: bool = False) -> NotHeld:
    """Explain why an overruled move can't be played as things stand; if `adjustable`, with what to do first.

    If the `error` isn't a RefereeError, the message gives the reason that `forbids` the move instead.
    """
    why = f": {error if isinstance(error, RefereeError) else forbids}"
    known = getattr(error, "first", "")
    first = f'first say "adjust {known}"' if known else 'first correct what it needs with "adjust"'
    advice = f"; {first}, then make it" * adjustable
    return NotHeld(f'the game can\'t hold "{move}" as it stands{why}{advice}', next(iter(rules), ""))


class Overruling(Struct, frozen=True):
    """An overruled move: its recorded text, why the table wants it, the rule that forbids it, the rule's reason."""

    move: str
    because: str
    rule: str
    reason: str


class MovesNow(Struct, Generic[C], frozen=True):
    """Moves at the current question, and those of them that were `made` against the rules.

    `listed` caches the options of the legal moves (True) and of the closed ones (False).
    """

    moves: Moves[C]
    context: C
    made: dict[int, tuple[Any, Overruling]] = field(default_factory=dict)
    listed: dict[bool, list[Option]] = field(default_factory=dict)

    def options(self) -> list[Option]:
        """List the legal moves, cached."""
        if True not in self.listed:
            self.listed[True] = self.moves.options(self.context)
        return self.listed[True]

    def closed(self) -> list[Option]:
        """List the moves that can't be made now, with the reason and its rule, cached."""
        if False not in self.listed:
            self.listed[False] = self.moves.closed(self.context)
        return self.listed[False]

    def overruling(self, value: Any) -> Overruling | None:
        """Return how a parsed answer overrules the rules; None for a legal one."""
        return self.made[id(value)][1] if id(value) in self.made else None

    def overrulable(self, question: Question[T]) -> Question[T]:
        """Return the question with overruling allowed: "overrule summon Wolf 2 because the card says so"."""

        def parse(text: str) -> T:
            match = _OVERRULES.fullmatch(text.strip())
            return question.parse(text) if match is None else self._parse_overruled(question, match)

        def write(value: T) -> str:
            found = self.overruling(value)
            if found is not None:
                return f"{OVERRULE} {found.move} because {found.because}"
            return question.record(value, "")

        return structs.replace(question, parse=parse, write=write)

    def _parse_overruled(self, question: Question[T], match: re.Match[str]) -> T:
        """Parse an answer against the rules, and note what forbids it. Raises Unreadable for a legal one; Illegal."""
        typed, because = split_overrule(match[0])
        if not because:
            raise Unreadable(f"say why: {OVERRULE} {match[1].removesuffix(' because')} because REASON")
        try:
            question.parse(typed)
        except Illegal as error:
            why = error
        except Unreadable:
            if (found := self._with_verb(question, typed)) is None:
                raise
            typed, why = found
        else:
            raise Unreadable(f'"{typed}" is legal; say it without {OVERRULE}')
        try:
            value = _parse_against(question, typed)
            move = question.record(value, typed)
        except Illegal as error:
            sentence = f"{error}; that can't be overruled; correct its result with adjust"
            raise Illegal(sentence, error.ruling) from None
        except RefereeError:
            raise
        except Exception as error:
            raise not_held(typed, (why.ruling,), error, why.reason) from None
        self.made[id(value)] = value, Overruling(move, because, why.ruling, why.reason)
        return value

    def _with_verb(self, question: Question[Any], typed: str) -> tuple[str, Illegal] | None:
        """Complete a move that lacks only its verb; return it with what forbids it. Raises Ambiguous."""
        if fold(typed).partition(" ")[0] in self.moves.begins:
            return None
        found = list[tuple[str, Illegal]]()
        for move, why in refused_behind_verb(question, typed, [*question.options(), *question.closed()]):
            with suppress(Exception):
                _parse_against(question, move)
                found.append((move, why))
        if len(found) > 1:
            raise Ambiguous(f"write {or_list(move for move, _ in found)}")
        return found[0] if found else None

    def as_json(self, text: str) -> dict[str, Any] | None:
        """Return a listed move as plain data; None if it can't be parsed alone.

        A move that only a hidden hand makes illegal is still returned, so that nothing about the hand is revealed.
        """
        try:
            try:
                move = self.moves.find_move(self.context, text, self)
            except Illegal:
                (move,) = self.moves.read(Move, text, (), moment=self.context)
        except (Unreadable, Illegal):
            return None
        return self.moves.as_json(move, self.context)


def _parse_against(question: Question[T], typed: str) -> T:
    with overruled():
        return question.parse(typed)


def decode(text: str) -> dict[str, Any]:
    """Decode a move in JSON, alone or as an entry of `next --json`. Raises Unreadable."""
    try:
        data = json.decode(text, type=dict[str, Any])
    except (DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise Unreadable(f'can\'t read the move as JSON: {error}; write it like {{"move": "pass"}}') from None
    parts = data.get("as")
    return parts if isinstance(parts, dict) else data


def reason(why: str | Refusal) -> str:
    """Return the reason in words."""
    return why.reason if isinstance(why, Refusal) else why


def ask_move(question: Question[Move[C]], context: C) -> Procedure[Move[C]]:
    """Ask which move is made, and make it."""
    move: Move[C] = yield question
    yield from carried_out(move.do(context))
    return move
