"""Questions about moves: whether one can be made now, which ones, what they cost and lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice

from referee.answers.doing import answer, describe, read
from referee.answers.forms import ALL_NOW, CAN, MAY, MOST, MOVES, VERBS, Statement, as_statement
from referee.answers.public import GameFacts
from referee.answers.values import kinds_of
from referee.asking.interrupts import all_interruptions
from referee.asking.meaning import best, refusal_of, verb_of
from referee.asking.question import Option
from referee.asking.words import FILLERS
from referee.declaration.tracking import missing
from referee.errors import Illegal, RefereeError
from referee.rulebook.answering import kind_of
from referee.rulebook.indexing import EMPTY, stem, words_of
from referee.rulebook.rules import table_words
from referee.text.names import and_list, printed, word_set
from referee.text.pattern import lazy_pattern

_PAYS = lazy_pattern(
    r"(?:who|(?:can|could|is|does|do|has|have|am) (\w+))"
    r"(?: can| could| has| have| got| is| still| now| even| able to)* (?:pay(?: for)?"
    r"|afford(?: to (?:buy|hire|learn|pay for))?"
    r"|(?:enough|(?:all )?the)(?: (\w+))?(?: left)? (?:for|to (?:buy|hire|learn|take|afford|pay(?: for)?)))"
    r"(?: the| an?| any| another| one more| new| next)* (.+?)(?: now| yet| right now)*"
)
"""Questions what lies between two places; whether somebody can pay for something."""
_WHY_NOT = lazy_pattern(
    r"why (?:can|could|may)(?:t|not| not)\b|(?:can|could|may)\b.* (?:again|now|still|yet|this turn)$"
)
_OF_MOVES = lazy_pattern(
    r"\b(?:chances?|odds|likely|probab\w+|costs?|price|pay|needs?|missing|lack\w*|short|enough|afford)\b"
)
_SAID_OF_MOVES = word_set(
    """chance chances odds likely probability probably cost costs price pay need needs missing lack lacking short
    enough more afford what how much many percent"""
)
"""Questions what a move takes, or its chances; the words for that."""
_BOUGHT = lazy_pattern(r"\b(?:hire|buy|learn|get) (?:an? |the |another )?(.+)")
_BUYS = frozenset({"afford", "buy", "pay"})
"""Verbs that ask for what can be paid where a move leads."""
_VALUES = frozenset({"attack", "defenc", "strength", "willpow"})
"""Stems of what fights depend on."""
TO_WIN = frozenset({"beat", "defeat", "kill", "win"})
"""Verbs that ask for the outcome of a move, and not only whether it can be made."""
_FIGHTS = frozenset(map(stem, ("attack", "fight", "hit", "shoot")))
"""Verbs of moves that are called by their target, which stands only in their detail."""
_NO_MOVE = (
    EMPTY
    | FILLERS
    | {"currently", "legal", "need", "permitted", "possible", "right", "today", "turn", "yet", "again"}
    | {"himself", "herself", "myself", "ourselves"}
)
"""Words ignored in a question whether a move can be made."""


class MovesNow:
    """Answers from the moves that can be made now, and those that can't."""

    def __init__(self, facts: GameFacts) -> None:
        self._facts = facts

    def matching(self, typed: Sequence[str]) -> tuple[list[Option], list[Option]]:
        """Return the legal and the closed moves that words fit best."""
        question = self._facts.question
        if question is None:
            return [], []
        words, options, closed = table_words(self._facts.table.game.name), question.options(), question.closed()
        area = typed[-1:] if len(typed[-1]) == 1 else ()  # "i" at the end is no player
        options, closed = (
            [one for one in some if {*area} <= {*words_of(one.text, one.detail)}] for some in (options, closed)
        )
        if area and not any({*area} <= {*words_of(one.text)} for one in options):  # where the unit is
            typed, area = typed[:-1], ()
        said = {*area, *typed[:1]} & {*words_of(*(one.text for one in options))}  # "work"
        tokens = [word for word in typed if word in said or word not in _NO_MOVE | {*words_of(self._facts.who)}]
        if tokens and tokens[0].endswith("ing"):
            verbs = VERBS | MOVES | {one.text.partition(" ")[0] for one in options}
            tokens[0] = next((one for one in (tokens[0][:-3], f"{tokens[0][:-3]}e") if one in verbs), tokens[0])
        begins = {one.text.partition(" ")[0] for one in (*options, *closed)}
        if tokens and tokens[0] in (VERBS | MOVES) - begins and best((*options, *closed), tokens[1:], words):
            tokens = tokens[1:]
        if not tokens:
            return [], []
        return best(options, tokens, words) or _against(options, tokens), best(closed, tokens, words)

    def pays(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether somebody can pay what something costs, or who can."""
        whose = sorted(self._facts.players_in(typed))
        if (asked_of := _PAYS.fullmatch(plain)) is None or len(whose) != bool(asked_of[1]):
            return None
        told = self._facts.knowledge.replies.paying(whose or self._facts.players, asked_of[3])
        if not (told and told[0].startswith(("Yes", "No:"))):  # a price that isn't the same for all
            told = self.doing(plain)[1] or told
        return as_statement(told) if not asked_of[2] or self._facts.knowledge.replies.is_paid(asked_of[2]) else None

    def doing(self, plain: str) -> tuple[bool, list[str]]:
        """Answer who can do what from where it is; first whether its moves are asked for now, which tell more."""
        can_it = re.sub(r"^(?:so )?why (?:can(?:t|not)|couldnt)\b", "can", plain)
        (*_, asked), why_not = self._facts.worded(can_it), can_it != plain
        things, who, question = self._facts.knowledge.board.things, self._facts.who, self._facts.question
        if (doing := read(things, asked, who)) is None:
            return False, []
        if re.search(r"\b(?:can|could|may) (?:i|we)\b", asked) and all(
            who not in (one.owner, one.name) for one in doing.doers
        ):
            return False, [f"No: {line}" for line in map(self._facts.knowledge.replies.describe, doing.doers)]
        asks = {*words_of(question.prompt)} if question is not None else set[str]()
        near = [one for one in doing.doers if {*words_of(one.name)} <= asks]
        if near and near[0].owner != who:  # "can Anna hit back": with what is attacked
            doing = doing._replace(doers=near)
        can = answer(things, doing, who) or []
        if why_not and can and can[0].startswith("No: "):
            goal = {*map(stem, doing.goal)}
            its = [one for one in things if goal and goal == self._facts.stems(printed(one.name))]
            can += [*map(self._facts.knowledge.replies.describe, its)]
        if question is None:
            return False, can
        acting = bool(near)
        mine = [one for one in doing.doers if one.owner == who]
        if not mine or question.private:
            return acting, [] if why_not and can and can[0].startswith("Yes: ") else can
        legal, closed = ([one.text for one in some] for some in (question.options(), question.closed()))
        named = [one for one in mine if any({*words_of(one.name)} <= {*words_of(text)} for text in legal)]
        for text in (*legal, *closed):
            acting |= text.startswith(doing.verb) and any({*words_of(one.name)} <= {*words_of(text)} for one in mine)
        if can and can[0].startswith("Yes: "):
            if why_not:
                return acting, []
            if legal and not (named or acting):
                can[0] = f"Not now. {can[0].removeprefix('Yes: ')}"
        elif named and len(mine) > 1 and stem(doing.verb) in _FIGHTS:  # those that acted already fight no more
            can = answer(things, doing._replace(doers=named), who) or []
        return acting, can

    def list_asked(self, typed: Sequence[str], plain: str, *, details: bool) -> Statement | None:
        """List what can be done now, all or what begins with a verb ("buy"); None if nothing begins with it."""
        names = (" ".join(own) for own in self._facts.owners if own[0][1:])
        unit = next((name for name in names if re.search(rf"\b(?:can|could|may) (?:the |my )?{name}\b", plain)), "")
        if not (asked_all := ALL_NOW.fullmatch(re.sub(rf"(?:the |my )?\b{unit}\b", "it", plain) if unit else plain)):
            return None
        if self._facts.question and not {*unit.split()} <= {*words_of(self._facts.question.prompt)}:
            things = [one for one in self._facts.knowledge.board.things if " ".join(words_of(one.name)) == unit]
            whole = [describe(one, key, dict(can)) for one in things for key, can in one.can.items()]
            return as_statement(whole if asked_all["verb"] == "do" else []) or self._facts.turn()
        verb, about = asked_all["verb"], asked_all["about"] or asked_all["mine"] or ""
        if verb in ("do", "play", "answer", "say"):
            if not self._facts.is_own(typed):
                return self._facts.turn()
            its = self.list_now(about=about, details=details or bool(asked_all["about"]))
            return its or (None if asked_all["about"] else self.list_now(details=details))
        if self._facts.question is None or not self._facts.is_own(typed):
            return None
        told = self.list_now("buy" if verb == "afford" else verb, about, details=details)
        leads = verb not in ("attack", "beat", "buy", "fight", "kill", "learn")
        told = told or (self._to_places(stem(asked_all["kind"] or "")) if leads else None)
        return told or (self.move(can := ["can", "i", verb], " ".join(can)) if verb in MOVES else None)

    def _to_places(self, kind: str) -> Statement | None:
        """List the things of a kind to which the options lead."""
        options = (
            self._facts.question.options()
            if self._facts.question is not None and not self._facts.question.private
            else ()
        )
        texts = [f" {' '.join(words_of(one.text))} " for one in options]
        its = [one.name for one in self._facts.knowledge.board.things if kind in kinds_of(one)]
        its += self._facts.cards if kind == "card" else ()
        fit = [name for name in its if any(f" {' '.join(words_of(printed(name)))} " in text for text in texts)]
        return as_statement([", ".join(dict.fromkeys(map(printed, fit)))]) if fit else None

    def list_now(self, verb: str = "", about: str = "", *, details: bool = False) -> Statement | None:
        """List what can be done now, all or what begins with a verb and is about something; None if nothing is."""
        if self._facts.question is None:
            return Statement("Nothing: the game is over.")
        if self._facts.question.private:
            return Statement(f"Only {self._facts.who} may see what can be answered.")
        goes = verb in ("go", "move")  # in whatever way
        verb = "" if goes else verb
        written = verb_of(self._facts.question, verb, table_words(self._facts.table.game.name)) if verb else ""
        kinds = tuple(f"{one} " for one in (verb, written) if one) or ("",)
        options = [
            f"{one.shown}: {one.detail}" if details and one.detail else one.shown
            for one in self._facts.question.options()
            if one.text.startswith(kinds)
        ]
        places = [{*words_of(name)} for name in self._facts.knowledge.board.places] if goes else []
        ends = [{*[*words_of(one.text)][1:]} for one in self._facts.question.options()]
        if options and places and not any(place <= words for place in places for words in ends):
            return Statement(f"Not now. {self._facts.who or 'You'}: {', '.join(options[:MOST])}.", rules=())
        if about:
            its = [one for one in options if about in words_of(one)]
            options = its or (options if about in words_of(self._facts.question.prompt) else [])
        if not options:
            shut = [one.detail for one in self._facts.question.closed() if verb and one.text.startswith(kinds)]
            return Statement(f"Not now: {'; '.join([*dict.fromkeys(shut)][:MOST])}.", rules=()) if shut else None
        told = options[:MOST] + [f"and {len(options) - MOST} more"] * (len(options) > MOST)
        first, *others = told if details else [", ".join(told)]
        return Statement(f"{self._facts.who or 'You'}: {first}.", tuple(f"{one}." for one in others))

    def move(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether a move can be made now, with the rule that forbids it."""
        question = self._facts.question
        anybody = {"anyone", "anybody", "someone", "somebody", "two", "three", "both"} & {*typed}
        if question is None or question.private or anybody or not MAY.match(plain) or not self._facts.is_own(typed):
            return None
        area = typed[-1:] if len(typed[-1]) == 1 else ()  # "a" at the end is no article
        every = question.options()
        moves = {one.text.partition(" ")[0] for one in (*every, *question.closed())} - FILLERS  # "work"
        idle = _NO_MOVE - moves | {*words_of(self._facts.who)}
        tokens = [word for word in typed if word in area or word not in idle]
        words = table_words(self._facts.table.game.name)
        if not self._facts.acting:  # "Dan challenges Bo": the move, then who makes it
            tokens = [next((one for one in words.get(word, ()) if one in moves), word) for word in tokens]
            tokens[:2] = reversed(tokens[:2]) if tokens[1:] and tokens[1] in moves else tokens[:2]
        its = (tuple(words_of(name))[1:] for name, owner in self._facts.owned if owner == self._facts.who)
        units = (own for own in (*self._facts.owners, *its) if own)  # "Anna's merchant"
        acting = next((own for own in units if own == tuple(tokens[: len(own)]) and len(tokens) > len(own)), ())
        named = any({*acting} <= {*words_of(one.text)} for one in every)  # its moves, and another's
        if not named and set(acting) <= set(words_of(question.prompt)):
            tokens = tokens[len(acting) :]
        mine = not TO_WIN.isdisjoint(typed) and (" ".join(tokens[1:]), self._facts.who) in self._facts.owned
        if not tokens or mine:  # nobody fights what is their own
            return None
        letters = {word for word in tokens if len(word) == 1 and word.isalpha()}  # no beginnings of names
        letters |= {*words_of(*self._facts.players)} & {*tokens}
        options, closed = (
            [one for one in some if letters <= set(words_of(one.text))] for some in (every, question.closed())
        )
        begins = {one.text.partition(" ")[0] for one in (*options, *closed)}
        if tokens[0] in VERBS - begins and best((*options, *closed), tokens[1:], words):
            tokens = tokens[1:]
        gains = tokens[0] not in begins
        brings = [one for one in options if gains and _brings(one.detail, tokens, gains="get" in typed)]
        if shut := best([] if brings else closed, tokens, words):
            text = "; ".join(dict.fromkeys(option.detail.rstrip(".") for option in shut if option.detail))
            cited = tuple(dict.fromkeys(option.rule for option in shut if option.rule))
            if not best(options, tokens, words):
                return Statement(f"No: {text}.", (), cited or None)
        if (by_unit := self._by_unit(tokens, options, closed)) is not None:
            return by_unit
        if fit := brings or best(options, tokens, words) or _against(options, tokens):
            if question.warns is not None and not TO_WIN.isdisjoint(typed):
                with suppress(RefereeError):
                    if why := question.warns(question.parse(fit[0].text)):
                        return Statement(f"No: {why}")
            if not _BUYS.isdisjoint(typed) and _BUYS.isdisjoint(begins):  # it leads there
                return as_statement([f"{one.shown}: {one.detail}" for one in fit if one.detail][:MOST])
            detail = f" ({fit[0].detail})" if fit[0].detail and len(fit) == 1 else ""
            several = and_list(option.shown for option in fit[:MOST])
            it_can = f"{several} can be done now{detail}."
            advice = plain.startswith("should")  # whether it is wise, nobody tells
            return Statement(it_can[:1].upper() + it_can[1:] if advice else f"Yes: {it_can}")
        asks_now = CAN.match(plain)
        if asks_now and (there := self._no_way(every, tokens) or self._no_way(every, tokens[1:])):
            _, _, more = str(refusal_of(question, " ".join(tokens)) or "").partition("; ")  # with the odds there
            return Statement(f"{there} {more}." if more else there)
        if asks_now and (said := self._out_of_turn(self._facts.who, tokens)):
            return said
        bare = len(tokens) == 1 and tokens[0] in MOVES and not missing(self._facts.rules, self._facts.state)
        named = tokens[0] in (VERBS - {"get", "pay"} | (set() if "why" in typed else MOVES - begins))
        meant = asks_now and (bare or (named and self._facts.cards_named(tokens, whole=True)))
        if not asks_now and not any(word.startswith(tokens[0]) for word in begins):
            return None
        return self._refused(tokens, plain, meant=bool(meant))

    def _refused(self, tokens: Sequence[str], plain: str, *, meant: bool) -> Statement | None:
        """Answer why what is asked can't be done now; if a card is `meant`, at least what can."""
        question = self._facts.question
        assert question is not None
        try:
            question.parse(" ".join(tokens))
            if not question.who:  # where the table tells what is done, not every way of it is listed
                return Statement("Yes: that can be told now.")
        except Illegal as error:
            return Statement(f"No: {error}.", (), (error.ruling,) if error.ruling else None)
        except RefereeError:
            said = self._facts.stems(*tokens)
            named = any(
                one.name and self._facts.stems(printed(one.name)) <= said
                for one in self._facts.knowledge.board.things
            )
            if named and (refusal := refusal_of(question, re.sub(r"^.*?\b(?:i|we) ", "", plain))):
                return Statement(f"No: {refusal}.", (), (refusal.ruling,) if refusal.ruling else None)
            if (now := self.list_now() if meant else None) is None or (paid := self._priced(plain, now)):
                return now and paid
            card = self._facts.stems(*self._facts.cards_named(tokens, whole=True))
            at = [one for one in question.options() if card and card <= self._facts.stems(one.detail)]
            leading = as_statement([f"{one.shown}: {one.detail}" for one in at[:MOST]])
            return leading or Statement(f"Not now. {now.answer}", rules=())
        return None

    def _priced(self, plain: str, now: Statement) -> Statement | None:
        """Answer whether what can't be bought now can be paid for; None if no price is known."""
        bought, who = _BOUGHT.search(plain), self._facts.doer(plain.split()).lower()
        paid = self.pays([who], f"can {who} pay for {bought[1]}") if bought and CAN.match(plain) else None
        return paid and Statement(paid.answer, (*paid.lines, f"Not now. {now.answer}"), paid.rules)

    def _by_unit(
        self, tokens: Sequence[str], options: Iterable[Option], closed: Iterable[Option]
    ) -> Statement | None:
        """Answer whether something of who decides now can do what is asked, by the options that name it."""
        for name, owner in self._facts.owned:
            unit = name.split()
            verb, *rest = [*tokens[len(unit) :], ""]
            if (
                owner == self._facts.who
                and [*tokens[: len(unit)]] == unit
                and verb
                and tuple(unit) not in self._facts.owners
            ):
                its, shut = (
                    [one for one in some if one.text.startswith(verb) and {*unit} <= {*words_of(one.text)}]
                    for some in (options, closed)
                )
                fit = [one for one in its if {*map(stem, rest)} - {""} <= self._facts.stems(one.text, one.detail)]
                told = "; ".join(
                    f"{one.shown}{f' ({one.detail})' if one.detail else ''}" for one in fit or its or shut
                )
                return Statement(f"{'Yes' if fit else 'No'}: {told}.") if its or shut else None
        return None

    def _no_way(self, options: Iterable[Option], tokens: Sequence[str]) -> str:
        """Tell whether a move leads now to a thing or a place; "" if the options aren't moves to places."""
        known = self._facts.knowledge
        goal = known.board.place_of(" ".join(tokens)) if tokens else None
        if goal is None or goal is known.board.place_of("me"):
            return ""
        ends = [known.board.place_of(" ".join(words)) for one in options if (words := [*words_of(one.text)][1:])]
        if len(ends) < 2 or not all(ends):
            return ""
        there = known.board.in_short(goal)
        return f"After a move: one leads to {there} now." if goal in ends else f"No: no move leads to {there} now."

    def not_now(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Say why somebody named can't do something: the place is taken, it is another's turn, a rule forbids it.

        Of a fight that isn't possible now the printed values are told.
        """
        players = {*words_of(*self._facts.players)}
        who = self._facts.doer(typed)
        asked = [word for word in typed if word not in _NO_MOVE | VERBS | MOVES and word not in players]
        does = bool(CAN.match(plain)) and not self._facts.is_own(typed) and not (VERBS | MOVES).isdisjoint(typed)
        question = self._facts.question
        others = question is not None and who and asked and CAN.match(plain) and not self._facts.is_own(typed)
        if others and (said := self._out_of_turn(who, asked)):
            return said
        if not who or not (does or _WHY_NOT.match(plain)):
            return None
        if question is not None and not question.private and does:
            shut = best(question.closed(), asked, table_words(self._facts.table.game.name)) if asked else []
            if not any(map(self._has_free_twin, shut)) and (
                why := next((one.detail for one in shut if re.match("taken|closed", one.detail)), "")
            ):
                return Statement(f"No: {why}.", (), tuple(one.rule for one in shut[:1] if one.rule) or None)
        now = self.list_now() if self._facts.is_own(typed) else self._facts.turn()
        if now and (paid := self._priced(plain, now)):
            return paid
        no_move = not plain.startswith("why") and (VERBS | MOVES).isdisjoint(typed)
        if now is None or (no_move and self._facts.is_own(typed)):
            return None
        fought = self._facts.cards_named(asked, whole=True) if does and not TO_WIN.isdisjoint(typed) else []
        values = self._facts.knowledge.replies.facts_of(who, _VALUES) if fought else []
        lines = [*(f"{line}." for line in self._facts.printed_on(fought)), *values]
        things = {printed(one.name): one for one in self._facts.knowledge.board.things if one.name}
        own = self._facts.is_own(typed)  # then what is somebody else's, or nobody's
        lines += [
            self._facts.knowledge.replies.describe(things[name]) if name in things else f"{name}: nobody's."
            for name in self._facts.cards_named(asked, whole=True)
            if (name not in things or things[name].owner != who if own else name in things and things[name].facts)
        ]
        ruled = self._facts.ruled(plain) if plain.startswith("why") else ()
        return Statement(f"Not now. {now.answer}", (*lines, *ruled[:1]), ruled[1:])

    def _out_of_turn(self, who: str, asked: Sequence[str]) -> Statement | None:
        """Answer whether somebody can say now what may be said at any time; None if it isn't asked."""
        assert self._facts.question is not None
        said = (one.text for one in all_interruptions(self._facts.question, [who]) if self._names(one, asked))
        if told := "; ".join(islice(said, MOST)):
            return Statement(f"Yes: {told}.", rules=())
        shut = (one.closed.get(who) for one in self._facts.question.interrupts() if self._names(one.option, asked))
        why = next(filter(None, shut), None)
        return Statement(f"No: {why.reason}.", (), (why.ruling,) if why.ruling else None) if why else None

    def _names(self, option: Option, asked: Iterable[str]) -> bool:
        """Return whether an option has all words that are asked for."""
        return {*map(stem, asked)} <= self._facts.stems(option.text, option.detail)

    def _has_free_twin(self, place: Option) -> bool:
        """Return whether another space is free whose name differs from this option's only by its number."""
        words = {word for word in words_of(place.text) if word.isalpha()}
        twins = [
            one
            for one in self._facts.knowledge.board.things
            if {w for w in words_of(one.name) if w.isalpha()} == words
        ]
        return any(value is True for one in twins for key, value in one.facts.items() if key.startswith("free"))

    def of_options(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer what a move costs or lacks now, or its chances, by the options and closed moves that are named."""
        question = self._facts.question
        if question is None or question.private or not _OF_MOVES.search(plain) or not self._facts.is_own(typed):
            return None
        idle = {*_NO_MOVE, *VERBS, *MOVES, *_SAID_OF_MOVES, *words_of(self._facts.who)}
        asked, players = {stem(word) for word in typed if word not in idle}, self._facts.stems(*self._facts.players)
        options = question.options()
        its = [
            one
            for one in (*options, *question.closed())
            if asked <= self._facts.stems(one.text, one.detail)
            and (
                (asked - players or asked) & self._facts.stems(one.text)
                or not {"this", "it", "that"}.isdisjoint(typed)
            )
            and one.detail
        ]
        can = {id(one): "Yes: " for one in options} if kind_of(plain) in ("whether", "may") else None
        told = [
            f"{can.get(id(one), 'No: ') if can is not None else ''}{one.shown}: {one.detail}" for one in its[:MOST]
        ]
        there = self._no_way(options, [word for word in typed if word not in idle]) if not told else ""
        return as_statement(told or [there] * bool(there)) if asked else None


def _brings(detail: str, tokens: Sequence[str], *, gains: bool) -> bool:
    """Return whether a part of a detail begins with what is asked for: "heal 1 wound"; `gains` if without a verb."""
    verbs, asked = {"gain", "gives"} if gains else {tokens[0]}, {*map(stem, tokens)}
    told = (part for part in detail.split("; ") if ":" not in part)  # else only if the card is used
    parts = ([*words_of(part)] for its in told for part in its.split(", "))
    return any(part and part[0] in verbs and asked <= {*map(stem, part)} for part in parts)


def _against(options: Iterable[Option], tokens: Sequence[str]) -> list[Option]:
    """List the options that begin with the first word and whose details have the rest ("attack Wolf")."""
    verb, *names = map(stem, tokens)
    return [
        one
        for one in options
        if names
        and verb in _FIGHTS
        and stem(one.text.partition(" ")[0]) == verb
        and {*names} <= {*map(stem, words_of(one.detail))}
    ]
