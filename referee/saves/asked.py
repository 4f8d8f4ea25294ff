"""Answer questions to an open game: from its counters, its board, its cards, and what can be answered now.

All sources are public: counters and piles as everybody sees them, what the screens show, what is printed on cards. A
question counts as one about this game only if all its telling words are found there; else it is one about the rules.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.asking.meaning import FILLERS, best, refusal_of, verb_of
from referee.asking.question import Option, Question
from referee.declaration.changes import present
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import TABLE, Pile, declarations, kinds_of_owners, public_view
from referee.errors import Illegal, RefereeError
from referee.rulebook.answering import kind_of
from referee.rulebook.indexing import EMPTY, stem, words_of
from referee.rulebook.rules import RuleBook, players_words, rulebook, table_words
from referee.text.grammar import ORDINALS
from referee.text.names import and_list, printed
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.saves.table import SavedTable
    from referee.scores.score import Outcome

WIDE, MOST, SURE = 10_000, 8, 0.6
"""Width of a screen on which no line is broken; limit of facts in an answer; score of a rule that is told unasked."""

_OF_STATE = """around area battle board card cards carries carry control controls count current currently down empty
    far find full hold holding holds kind left lie lies lot moment next number own owns pile piles place play
    possess put remain remaining right say see show space stand standing stands terrain turn"""
_OF_CARDS = """ability abilities ask asks big bring brings charge charges cost costs dangerous effect effects fight
    good hard help kind like meaning offer offers power powers printed read say says stats strong text tough value
    worth"""
_SAYS_NOTHING = frozenset(map(stem, EMPTY.union(_OF_STATE.split())))
_OF_A_CARD = frozenset(map(stem, _OF_CARDS.split()))
"""Stems ignored in questions about the state of the game, and in those about a card."""
_ALIKE = {
    "card": ("deck",),
    "point": ("score",),
    "win": ("score",),
    "lead": ("score",),
    "winn": ("score",),
    "open": ("close",),
}
_MOST = frozenset({"most", "highest", "greatest", "largest", "biggest", "best"})
_LEAST = frozenset({"least", "fewest", "lowest", "smallest", "worst"})
_AHEAD = (
    "winning",
    "leading",
    "ahead",
    "in the lead",
    *(f"{one} to winning" for one in ("close", "closer", "closest")),
)
_WHO_LEADS = lazy_pattern(
    rf"(?:(?:so )?who(?: is)?|(?:is|am|are) \w+) (?:{'|'.join(_AHEAD)}|the leader|has the lead|last|losing|behind)"
    r"(?: now| so far| at the moment)?"
    r"|(?:by )?how (?:far|much)(?: glory| points)? (?:is|am|are) \w+ (?:behind|ahead|leading|in the lead)(?: .+)?"
)
_STILL = lazy_pattern(
    r"(?:how (?:many|much|far|close|near|short)|what)\b.*"
    r"\b(?:needs?|miss(?:ing|es)?|lacks?|lacking|short|to (?:get|find|collect|win)|(?:from|to) winning)\b.*"
)
"""Questions how much of what wins a player hasn't got yet."""
_PILE = lazy_pattern(r"\d+ (?:\w+ )*(?:cards|deck)\b|\bdeck \d+", re.IGNORECASE)
_TURN = lazy_pattern(
    r"(?:so )?(?:who ?s?e?|which (?:player|unit))(?: is| s)?(?: turn| go| move)?(?: is| s)?(?: it| this| that)?"
    r"(?: (?:turn|to move|to play|to go|to decide|next|up|now|playing|moving|on|deciding|active|activated))*"
    r"|(?:is|was) it (?:my|our|\w+?s?) turn(?: now| already)?|(?:which|what) (?:turn|round)(?: is (?:it|this))?"
    r"(?: now)?|(?:which|what) (?:turn|round) are we (?:in|on|at)|what (?:must|should|do|does) \w+ (?:decide|do) now"
)
_AFTER = lazy_pattern(
    r"who(?:se)?(?: turn| is| goes| comes| plays| moves)*(?: turn)?(?: next)? after (me|\w+?)s?(?: turn| round)?"
)
"""Questions who follows a player."""
_HAVE_TO = lazy_pattern(r"(?:do|does|must) (?:i|we|\w+)(?: really)?(?: have to)?(?: (?:answer|do|it|that|this|now))*")
"""Questions whether a decision must be made."""
_ADVICE = lazy_pattern(
    r"(?:what (?:should|shall|must|do) (?:i|we) do|how do (?:i|we) (?:begin|start)|what now)"
    r"(?: first| next| then| now)*"
)
_ALL_NOW = lazy_pattern(
    r"(?:what|where|which \w+|whom?) (?:can|may|could) (?:i|we|\w+) (?:still )?(\w+)"
    r"(?: it| them| him| her| (?:the|this) \w+| my (\w+))?(?: now| here| next| this turn| from here)*"
)
_ALL_COST = lazy_pattern(
    r"(?:what|how much) (?:do|does|is|are|would) (?:they|it|these|those|each|everything)(?: all)?(?: cost)?"
)
"""Questions what each thing costs that can be had now."""
_COURSE = lazy_pattern(
    r"(?:(?:so|about|roughly) )?"
    r"how (?:many (?:more )?(?:turns|rounds)|long|much longer)(?: \w+){0,4}? (?:left|remain|remaining|to go|to play"
    r"|played|(?:until|till|before) the (?:end|game)(?: .+)?)(?: now| yet| so far| in the game)?"
)
"""Questions how far the game has come, and how long it still takes."""
_HALVES = lazy_pattern(r"(.+?) and ((?:how|what|which|who|whose|where|when|can|is|are|does|do)\b.+)")
_DETAILS = lazy_pattern(r".*\b(?:chances?|odds|costs?|price|likely)\b.*")
_SUBJECT = lazy_pattern(
    r"(?:who|what|which \w+|where|how \w+) (?:is|are|owns?|holds?|has|controls?|does|do) (.+)"
    r"|(?:is|are) (.+?)(?: still| now)? (?:free|open|taken|closed)"
)
_ITS = lazy_pattern(r"\b(?:it|they|them|that|this|he|she)\b")
_OR = lazy_pattern(r"((?:can|could|may) \w+ \w+ )(?:the )?(.+) or (?:the )?(.+)")
_AND_WHO = lazy_pattern(r"(?:how (?:much|many)|(?:what|how) about) \w+")
_TWO = lazy_pattern(r"(.* )(\w+) and (\w+)(.*)")
"""Two questions in one, what is asked of the options of a first, its subject, that of a second; two things asked."""
_GAIN = lazy_pattern(
    r"(?:what|how (?:much|many) \w+) (?:do|does|would|will|can) \w+ (?:get|gain|heal|recover)"
    r" (?:if|when|for|by|from|with)(?: (?:i|we|you|he|she))?"
    r" (?:a )?(\w+?)(?:s|ing)?(?: now| here| this turn)?"
)
"""Questions what a move brings."""
_MAY = lazy_pattern(
    r"(?:so )?(?:why )?(?:can|cant|cannot|could|couldnt|may|must|am|are|do|dont|should|why|is|isnt)\b"
)
_CAN = lazy_pattern(r"(?:so )?(?:why )?(?:can|could|may)")
_WHY_NOT = lazy_pattern(
    r"why (?:can|could|may)(?:t|not| not)\b|(?:can|could|may)\b.* (?:again|now|still|yet|this turn)$"
)
_SHORT = lazy_pattern(r"\b(what|where|who|how)s\b")
_RULES = """able allowed always can could each every ever gain gains get gets give gives happen happens if may might
    must need per should start usually will would"""
_TOO = (
    (r"what (?:is|are) (?:for|on) (?:sale|offer) (?:in|at) (.+)", r"what lies in \1"),
    (
        r"(?:is|are) there (?:any|some)(?:one|body|thing) (?:that |who )?(\w+) (?:can|could|may) (\w+)(?: now)?",
        r"what can \1 \2",
    ),
    (
        r"what happens (?:if|when) \w+ (?:take|get|beat|defeat|kill|buy|learn|draw|win)s? (?:the )?(.+)",
        r"what does \1 do",
    ),
    (r"what (?:can|could|may) \w+ (?:buy|learn|get|find) (?:in|at|on|from) (.+)", r"what lies in \1"),
    (r"where (?:can|could|may|do) \w+ (?:buy|learn|get|find) (.+)", r"where is \1"),
    (r"(?:does|do) \w+ (?:still )?(?:control|own) (.+)", r"who controls \1"),
    (r"what (?:has|have|do|does) (\w+) (?:got|have|own)(?: now| left)?", r"how much stock has \1"),
    (r"(?:has|have) (\w+) (?:already )?\w+ed (?:an?|any) (\w+)", r"how many \2 has \1"),
    (r"how many (\w+) (?:has|have) (\w+) (?:already )?\w+ed(?: so far| already| yet)?", r"how many \1 has \2"),
    (
        r"how (?:much|many) (?:more )?\w+ (?:is|am|are) (\w+) (?:missing|lacking|short)(?: of)? (?:for|to \w+) (.+)",
        r"can \1 buy \2",
    ),
    (r"what (?:does|would|will) it cost(?: me| us)? to ((?:go|get|move|travel|walk) .+)", r"can i \1"),
    (r"who has (?:more|less|fewer|the most) (\w+) (\w+) or (\w+)", r"how many \1 has \2 and \3"),
    (r"how (?:much|many) (\w+) (?:is|am|are) (\w+) (?:behind|ahead of) (\w+)", r"how much \1 has \2 and \3"),
    (r"how many more (\w+) (?:can|may|could) (\w+) (?:still )?\w+", r"how many \1 has \2"),
    (r"how (?:much|many) (\w+) (?:is|am|are) (\w+) (?:missing|lacking|short of)", r"how much \1 has \2"),
    (r"which (\w+) (?:is|lies) (?:on|in|at) (?:the )?(.+)", r"is there a \1 on the \2"),
    (r"which \w+ (?:have|has) been (\w+ed)(?: so far| already)?", r"what is \1"),
    (r"(?:can|could|may) \w+ (?:buy|learn|get|find) (?:any|some)thing (?:in|at|on|from) (.+)", r"what lies in \1"),
    (r"what (?:is|are) (?:lying|standing|there) (?:in|at|on) (.+)", r"what lies in \1"),
    (r"(?:what are|how good are) (i|my|\w+?)s? chances? (?:against|with) (.+)", r"can \1 fight \2"),
    (r"(?:is|are) there (?:an?|any) (?:units?|figures?|enem(?:y|ies)) (?:on|in|at) (.+)", r"who is in \1"),
    (r"(?:is|are) (?:anybody|anyone|somebody|someone) (?:in|on|at) (.+)", r"who is in \1"),
    (r"(?:is|are) there (?:an?|any) (.+) on the board", r"where is the \1"),
)
"""Questions that can be rephrased, in any game; a game's own stand in its `words.toml`."""
_OUT_OF = lazy_pattern(r"(?:is|am|are) (\w+) (?:out of|without) (?:any )?(.+)")
_THERE = lazy_pattern(r"(?:is|are) there (?:(?:still|now) )?(?:an?|any|some) (\w+) (?:on|in|among|at) (?:the )?(.+)")
_HAVE = lazy_pattern(r"(?:has|have|does|do) \w+ (?:have |got |hold |own |still have )?(?:an?|any|the)? ?(.+)")
_FAR = lazy_pattern(
    r"(?:how far|how many (?:areas|spaces|steps)|distance)\b(?: away)?(?: (?:is|am|are|it|between|from))*( .+)"
)
_UNITS = frozenset({"unit", "figur", "model", "miniatur", "fighter", "army", "men", "aliv"})
"""Players' words for their units on a board, as stems."""
_UNSEEN = lazy_pattern(r"\b(?:face down|unknown|hidden)\b")
_BESIDE = lazy_pattern(r"beside ([^;]+)")
_DOES = lazy_pattern(r"what (?:do|does) .+ do|what (?:is|are) .+ (?:good )?for")
_STANDS = lazy_pattern(r", (?:.* stands there|closed.*)")
_HURT = lazy_pattern(
    r"\b(?:wounded|hurt|injured|weakened|weakest|(?:closest to|nearly|almost) (?:dying|dead|death))\b"
)
_PART = lazy_pattern(r"(\d+) of (\d+)")
_PLACES = ORDINALS | {"last": ""}
_VERBS = frozenset({"afford", "attack", "beat", "buy", "fight", "get", "kill", "pay", "pick", "reach", "take"})
"""Verbs that players use for moves which the game names otherwise."""
_MOVES = frozenset({"go", "hire", "journey", "move", "place", "rest", "run", "summon", "use", "walk"})
"""Verbs that only moves have, in any game."""
_VALUES = frozenset({"attack", "defenc", "strength", "willpow"})
"""Stems of what fights depend on."""
_TO_WIN = frozenset({"beat", "defeat", "kill", "win"})
"""Verbs that ask for the outcome of a move, and not only whether it can be made."""
_NOW = frozenset({"currently", "next", "now", "right", "still"})
"""Words that make a question one about the present state, even with a word from `_OF_A_RULE`."""
_STOCK = frozenset(map(stem, ("gold", "money", "coins", "cash", "goods", "resources", "stock")))
"""Players' words for all that a player has, also in games that have nothing of that name."""
_OF_A_RULE = frozenset(_RULES.split())
"""Words that mark a question about the rules, not about the present state."""


def known_cards(game: Game[Any, Any], setup: Any, state: Any) -> Mapping[str, Any]:
    """Return the known cards by their printed names: the deck's, and those learnt at the table."""
    if game.cards is None:
        return {}
    kinds = tuple(game.cards().types.values())
    laid = (getattr(setup, field) for field in setup.__struct_fields__)
    known = [
        one for value in laid for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, kinds)
    ]
    learnt = game.learnt(state).values() if game.learnt is not None else ()
    return {card.name: card for card in (*known, *learnt)}


class Statement(Struct, frozen=True):
    """A game's answer to a question: a first line, more of them, and the ids of the rules behind it.

    If `rules` is None, the rules are looked up for the question; () means that no rule is behind it.
    """

    answer: str
    lines: tuple[str, ...] = ()
    rules: tuple[str, ...] | None = None


class _Fact(Struct, frozen=True):
    """A public fact: the words of its name, of its value and of its owner, and its text."""

    name: frozenset[str]
    words: frozenset[str]
    text: str
    of: frozenset[str] = frozenset()
    rule: str = ""
    value: str = ""
    cards: int = 0

    @property
    def amount(self) -> str:
        """The text that answers how many there are: for a pile the number of its cards first."""
        if not self.cards:
            return self.text
        name, _, names = self.text.partition(": ")
        return f"{name}: {self.cards} ({names})"

    @property
    def number(self) -> int | None:
        """The number of a pile's cards, else the number that its value begins with; None if there is neither."""
        digits = re.match(r"\d+", self.value or "0")
        return self.cards or (int(digits[0]) if digits else None)


class OpenGame:
    """A game at a table that answers questions about its state."""

    def __init__(self, table: SavedTable) -> None:
        self._table = table
        self._state = table.session.present
        self._rules = table.open_save.rules
        self._question: Question[Any] | None = table.session.question
        self._who = self._question.who if self._question is not None else ""

    def says(self, asked: str) -> Statement | None:
        """Return the game's answer; None for a question that isn't about the game but about the rules.

        A question without an answer is tried once more with its misspellings corrected.
        """
        if (reply := self._both(asked) or self._answer(asked)) is not None:
            return reply
        mended = rulebook(self._table.game.name).correct_spelling(asked, self.names)
        return self._both(mended) or self._answer(mended) if mended.split() != list(words_of(asked)) else None

    def _both(self, asked: str) -> Statement | None:
        """Answer two questions in one, a choice, or a question about two things; None if it is none of these."""
        plain = _SHORT.sub(r"\1 is", " ".join(words_of(asked)))
        if halves := _HALVES.fullmatch(plain):
            return self._both_halves(*halves.groups())
        if either := _OR.fullmatch(plain):
            can, *things = either.groups()
            replies = {thing: self._move(f"{can}{thing}".split(), f"{can}{thing}") for thing in things}
            told = [f"{thing.capitalize()}: {reply.answer}" for thing, reply in replies.items() if reply]
            return _as_statement(told) if len(told) > 1 else None
        if (two := _TWO.fullmatch(plain)) and not _MAY.match(plain):
            one, other = (self._answer(f"{two[1]}{thing}{two[4]}") for thing in (two[2], two[3]))
            if one and other:
                return Statement(one.answer, (*one.lines, *_lines_of(other)), one.rules)
        return None

    def _both_halves(self, first: str, then: str) -> Statement | None:
        """Answer both halves of a question, or the first; of what can be done now also its costs or chances."""
        details = bool(_DETAILS.fullmatch(then))
        if (reply := self._answer(first, details=details)) is None:
            return None
        if details:
            costs = _ALL_COST.fullmatch(then) and not _ALL_NOW.fullmatch(first)
            priced = self._stems(reply.answer) if costs else frozenset()
            its = [name for name in self._cards if (own := self._stems(name)) and own <= priced]
            more = _as_statement([line for line in self._print(its) if " cost" in line])
        else:
            more = self._answer(self._with_names(then, first))
        lines = dict.fromkeys((*reply.lines, *_lines_of(more)))
        return Statement(reply.answer, tuple(line for line in lines if line != reply.answer), reply.rules)

    def _with_names(self, then: str, first: str) -> str:
        """Return the second half of a question with the names that its pronouns stand for in the first."""
        players = self._telling(first.split())[1]
        if len(players) == 1:
            then = re.sub(r"\b(?:he|she)\b", min(players).lower(), then)
        whose = self._telling(then.split())[1]
        if _AND_WHO.fullmatch(then) and len(whose) == 1:
            before = {*words_of(" ".join(players))}
            then = " ".join(min(whose).lower() if word in before else word for word in first.split())
        subject = _SUBJECT.fullmatch(first)
        return _ITS.sub(subject[1] or subject[2], then) if subject else then

    def _answer(self, asked: str, *, details: bool = False) -> Statement | None:
        plain = _SHORT.sub(r"\1 is", " ".join(words_of(asked)))
        typed = plain.split()
        if _TURN.fullmatch(plain):
            return self._turn()
        if (asked_after := _AFTER.fullmatch(plain)) and (after := self._after(asked_after[1])):
            return Statement(after, rules=())
        if _HAVE_TO.fullmatch(plain) and (must := self._list_now()) is not None:
            return must
        if _ADVICE.fullmatch(plain):
            turn = self._turn()
            goal = () if self._question is None else rulebook(self._table.game.name).newcomers
            return Statement(turn.answer, tuple(goal), rules=())
        listed = partial(self._list_asked, details=details)
        if (reply := listed(typed, plain)) is not None:
            return reply
        gain = _GAIN.fullmatch(plain)
        if gain and self._is_own(typed) and (reply := self._list_now(gain[1], details=True)) is not None:
            return reply
        if _WHO_LEADS.fullmatch(plain) and (reply := self._leads()) is not None:
            return reply
        if _STILL.fullmatch(plain) and (reply := self._still(typed)) is not None:
            return reply
        if _ALL_COST.fullmatch(plain) and (costs := self._list_now(details=True)) is not None:
            return costs
        if _DOES.fullmatch(plain) and (reply := self._card(typed, plain)) is not None:
            return reply
        if _COURSE.fullmatch(plain):
            piles = [
                f"{len(cards)} {pile.there or f'in the {pile.name}'}"
                for pile, owner, cards in self._open_piles
                if not owner
            ]
            return _as_statement([line for line in (*self._board[:1], ", ".join(piles)) if line])
        for pattern, other in (*players_words(self._table.game.name).rephrased.items(), *_TOO):
            if found_in := re.fullmatch(pattern, plain):
                new = found_in.expand(other)
                printed_on = partial(self._card, whole=True)
                tries: tuple[Callable[[Sequence[str], str], Statement | None], ...] = (
                    *[printed_on] * bool(_DOES.fullmatch(new)),
                    listed,
                    self._is_there,
                    self._counted,
                    self._from_board,
                    self._move,
                    printed_on,
                )
                tried = (way(new.split(), new) for way in tries)
                if (reply := next((reply for reply in tried if reply is not None), None)) is not None:
                    return reply
        ways = (
            self._out_of,
            self._is_there,
            self._has,
            self._units,
            self._far,
            self._move,
            self._hurt,
            self._counted,
            partial(self._card, whole=True),
            self._from_board,
            self._card,
        )
        found = (way(*ask) for ask in self._worded(typed, plain) for way in ways)
        return next((reply for reply in found if reply is not None), None) or self._not_now(typed, plain)

    def _worded(self, typed: list[str], plain: str) -> Iterator[tuple[list[str], str]]:
        """Yield a question as typed; then with the game's words for phrases of several words ("hit points")."""
        yield typed, plain
        other = plain
        for phrase, words in table_words(self._table.game.name).items():
            if " " in phrase:
                other = re.sub(rf"\b{phrase}\b", words[0], other)
        if other != plain:
            yield other.split(), other

    @property
    def names(self) -> set[str]:
        """Names in this game: of players, other owners, cards and spaces."""
        owners = (name for kind in kinds_of_owners(self._rules) for name in kind.all_in(self._state))
        return {*owners, *self._cards, *self._in_piles}

    # --- whose turn, and what can be done -------------------------------------------------------------

    def _turn(self) -> Statement:
        label = self._rules.label(self._state)
        if self._question is None:
            return Statement("Nobody's: the game is over.")
        prompt = self._question.prompt.removeprefix(f"{self._who}: ")
        who = f"{self._who} decides" if self._who else "The table answers"
        return Statement(f"{who} now: {prompt} ({label}).")

    @cached_property
    def _outcome(self) -> Outcome | None:
        """The score if the game ended now; None if it can't be computed."""
        with suppress(RefereeError):
            return self._table.game.scores().outcome(self._table.setup, self._state)
        return None

    def _leads(self) -> Statement | None:
        """Tell who is ahead in a line: all scores if the game ended now, or who has most of what wins; else None."""
        words, outcome = self._table.game.scores().words(), self._outcome
        if outcome is None:
            return None
        if not words.points or self._question is None:
            return _as_statement(words.verdict(outcome))
        best, *others = sorted(outcome.standing, key=lambda one: -one.total)
        told = [f"{best.name} {best.total} {words.unit}", *(f"{one.name} {one.total}" for one in others)]
        return Statement(f"If the game ended now: {', '.join(told)}.", rules=())

    def _still(self, typed: Sequence[str]) -> Statement | None:
        """Answer how many of the things that win the game a player has, and how many more it takes."""
        telling, whose = self._telling(typed)
        to_win, outcome = self._table.game.scores().to_win(self._table.setup), self._outcome
        if len(whose) != 1 or outcome is None:
            return None
        for thing, needed in to_win.items():
            if telling & {stem(thing), "win", "winn"}:
                has = next((int(one.counts[thing]) for one in outcome.standing if one.name in whose), needed)
                if has < needed:
                    return Statement(f"{min(whose)} has {has} of the {needed} {thing} that win: {needed - has} more.")
        return None

    def _after(self, name: str) -> str:
        """Return who sits after a player ("me": who decides now), clockwise; "" for nobody."""
        still = present(self._state)
        names = [one.name for one in self._state.players if one.name in still and not getattr(one, "out", False)]
        who = self._who if name == "me" else next((one for one in names if name in words_of(one)), "")
        return f"After {who}: {names[(names.index(who) + 1) % len(names)]}." if who in names else ""

    def _is_own(self, typed: Iterable[str]) -> bool:
        """Return whether a question is about the player who decides now: it says "I", that name first, or no name."""
        players = {word: name for name in self._players for word in words_of(name)}
        return "i" in typed or next((players[word] for word in typed if word in players), self._who) == self._who

    @property
    def _players(self) -> list[str]:
        return [player.name for player in self._state.players]

    def _list_asked(self, typed: Sequence[str], plain: str, *, details: bool) -> Statement | None:
        """List what can be done now, all or what begins with a verb ("buy"); None if nothing begins with it."""
        names = (" ".join(own) for own in self._owners if own[0][1:])
        unit = next((name for name in names if re.search(rf"\b(?:can|could|may) (?:the )?{name}\b", plain)), "")
        if not (asked_all := _ALL_NOW.fullmatch(re.sub(rf"(?:the )?\b{unit}\b", "it", plain) if unit else plain)):
            return None
        if self._question and not {*unit.split()} <= {*words_of(self._question.prompt)}:
            return self._turn()
        verb = asked_all[1]
        if verb in ("do", "play", "answer", "say"):
            return self._list_now(details=details) if self._is_own(typed) else self._turn()
        if self._question is None or not self._is_own(typed):
            return None
        return self._list_now("buy" if verb == "afford" else verb, asked_all[2] or "", details=details)

    def _list_now(self, verb: str = "", about: str = "", *, details: bool = False) -> Statement | None:
        if self._question is None:
            return Statement("Nothing: the game is over.")
        if self._question.private:
            return Statement(f"Only {self._who} may see what can be answered.")
        verb = "" if verb in ("go", "move") else verb  # in whatever way
        written = verb_of(self._question, verb, table_words(self._table.game.name)) if verb else ""
        kinds = tuple(f"{one} " for one in (verb, written) if one) or ("",)
        options = [
            f"{one.shown}: {one.detail}" if details and one.detail else one.shown
            for one in self._question.options()
            if one.text.startswith(kinds)
        ]
        if about:
            its = [one for one in options if about in words_of(one)]
            options = its or (options if about in words_of(self._question.prompt) else [])
        if not options:
            shut = [one.detail for one in self._question.closed() if verb and one.text.startswith(kinds)]
            return Statement(f"Not now: {'; '.join([*dict.fromkeys(shut)][:MOST])}.", rules=()) if shut else None
        told = options[:MOST] + [f"and {len(options) - MOST} more"] * (len(options) > MOST)
        first, *others = told if details else [", ".join(told)]
        return Statement(f"{self._who or 'You'}: {first}.", tuple(f"{one}." for one in others))

    def _move(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether a move can be made now, with the rule that forbids it."""
        question = self._question
        if question is None or question.private or not _MAY.match(plain) or not self._is_own(typed):
            return None
        area = typed[-1:] if len(typed[-1]) == 1 else ()  # "a" at the end is no article
        tokens = [
            word for word in typed if word in area or (word not in _NO_MOVE and word not in words_of(self._who))
        ]
        acting = next(
            (own for own in self._owners if own == tuple(tokens[: len(own)]) and len(tokens) > len(own)), ()
        )
        if set(acting) <= set(words_of(question.prompt)):
            tokens = tokens[len(acting) :]
        if not tokens:
            return None
        words = table_words(self._table.game.name)
        letters = {word for word in tokens if len(word) == 1 and word.isalpha()}  # no beginnings of names
        options, closed = (
            [one for one in some if letters <= set(words_of(one.text))]
            for some in (question.options(), question.closed())
        )
        begins = {one.text.partition(" ")[0] for one in (*options, *closed)}
        if tokens[0] in _VERBS - begins and best((*options, *closed), tokens[1:], words):
            tokens = tokens[1:]
        if shut := best(closed, tokens, words):
            text = "; ".join(dict.fromkeys(option.detail.rstrip(".") for option in shut if option.detail))
            cited = tuple(dict.fromkeys(option.rule for option in shut if option.rule))
            if not best(options, tokens, words):
                return Statement(f"No: {text}.", (), cited or None)
        if fit := best(options, tokens, words):
            if question.warns is not None and not _TO_WIN.isdisjoint(typed):
                with suppress(RefereeError):
                    if why := question.warns(question.parse(fit[0].text)):
                        return Statement(f"No: {why}")
            detail = f" ({fit[0].detail})" if fit[0].detail and len(fit) == 1 else ""
            several = and_list(option.shown for option in fit[:MOST])
            it_can = f"{several} can be done now{detail}."
            advice = plain.startswith("should")  # whether it is wise, nobody tells
            return Statement(it_can[:1].upper() + it_can[1:] if advice else f"Yes: {it_can}")
        asks_now = _CAN.match(plain)
        if asks_now and (there := self._no_way(options, tokens) or self._no_way(options, tokens[1:])):
            _, _, more = str(refusal_of(question, " ".join(tokens)) or "").partition("; ")  # with the odds there
            return Statement(f"{there} {more}." if more else there)
        meant = asks_now and tokens[0] in _VERBS - {"get", "pay"} and self._named(tokens, whole=True)
        if not asks_now and not any(word.startswith(tokens[0]) for word in begins):
            return None
        try:
            question.parse(" ".join(tokens))
        except Illegal as error:
            return Statement(f"No: {error}.", (), (error.ruling,) if error.ruling else None)
        except RefereeError:
            now = self._list_now() if meant else None
            return now and Statement(f"Not now. {now.answer}", rules=())
        return None

    def _no_way(self, options: Iterable[Option], tokens: Sequence[str]) -> str:
        """Tell whether a move leads now to a thing or a place; "" if the options are no moves on a ring of places."""
        places = {
            head.split()[0]: (self._stems(head.partition(" (")[0]), head, rest) for head, rest in self._lines if head
        }
        ring = {place: its for place, its in places.items() if place.isdigit() and place in self._next_to}
        goes = [words for one in options if (words := self._stems(one.text.partition(" ")[2]))]
        ends = [next((place for place, its in ring.items() if words <= its[0]), "") for words in goes]
        goal = self._place_of(" ".join(tokens)) if tokens and len(ends) > 1 and all(ends) else None
        if goal is None or goal == self._place_of("me"):
            return ""
        _, head, rest = ring[goal[0]]
        there = f"{head.partition(' (')[0]}{f' ({rest})' if rest else ''}"
        return f"After a move: one leads to {there} now." if goal[0] in ends else f"No: no move leads to {there} now."

    def _not_now(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Say why somebody named can't do something: the place is taken, it is another's turn, a rule forbids it.

        Of a fight that isn't possible now the printed values are told.
        """
        players = {word: name for name in self._players for word in words_of(name)}
        who = next((players[word] for word in typed if word in players), "")
        asked = [word for word in typed if word not in _NO_MOVE | _VERBS | _MOVES and word not in players]
        does = bool(_CAN.match(plain)) and not self._is_own(typed) and not (_VERBS | _MOVES).isdisjoint(typed)
        if not who or not (does or _WHY_NOT.match(plain)):
            return None
        question = self._question
        if question is not None and not question.private and does:
            shut = best(question.closed(), asked, table_words(self._table.game.name)) if asked else []
            other = [self._free({one for one in self._stems(place.text) if one.isalpha()}) for place in shut]
            if not any(other) and (
                why := next((one.detail for one in shut if re.match("taken|closed", one.detail)), "")
            ):
                return Statement(f"No: {why}.", (), tuple(one.rule for one in shut[:1] if one.rule) or None)
        now = self._list_now() if self._is_own(typed) else self._turn()
        no_move = not plain.startswith("why") and (_VERBS | _MOVES).isdisjoint(typed)
        if now is None or (no_move and self._is_own(typed)):
            return None
        fought = self._named(asked, whole=True) if does and not _TO_WIN.isdisjoint(typed) else []
        values = (
            [one.text for one in self._facts if one.of == self._stems(who) and one.name & _VALUES] if fought else []
        )
        lines = [f"{line}." for line in (*self._print(fought), *values)]
        found = None
        with suppress(RefereeError):
            found = rulebook(self._table.game.name).look_up(plain) if plain.startswith("why") else None
        if found and found.answer and found.scores and found.scores[0] >= SURE:
            return Statement(f"Not now. {now.answer}", (*lines, found.answer), (found.entries[0].id,))
        return Statement(f"Not now. {now.answer}", tuple(lines), rules=())

    # --- what is counted, and what lies open ----------------------------------------------------------

    @cached_property
    def _facts(self) -> list[_Fact]:
        """Counters, piles, what else the game shows, and scores, each under its name."""
        rules = {one.name: getattr(one, "rule", "") for one in declarations(self._rules)}
        units = {one.name: getattr(one, "unit", "") for one in declarations(self._rules)}
        seen_now = public_view(self._rules, self._state)
        more = explaining_of(self._table.game).seen(self._table.setup, self._state)
        piles = {pile.name: pile for pile in self._rules.piles if pile.open}
        names = [
            (kind.whose(owner), one.name, len(piles[one.name].cards(its)) if one.name in piles else 0)
            for kind in kinds_of_owners(self._rules)
            for owner, its in kind.all_in(self._state).items()
            for one in declarations(self._rules, kind)
        ]
        found = [
            _Fact(
                self._stems(name, units[name]),
                self._stems(value),
                f"{whose}{name}: {value or 'none'}",
                self._stems(whose),
                rules[name],
                value,
                cards,
            )
            for whose, name, cards in names
            if (value := seen_now[f"{whose}{name}"]) is not None
        ]
        for key, value in more.items():
            whose, _, name = key.rpartition("'s ")
            if value and key != "turn":
                found.append(
                    _Fact(self._stems(name), self._stems(value), f"{key}: {value}", self._stems(whose), "", value)
                )
        return [*found, *self._points()]

    def _points(self) -> Iterator[_Fact]:
        """Yield each player's score if the game ended now, where it can be computed."""
        words = self._table.game.scores().words()
        if not words.points or (outcome := self._outcome) is None:
            return
        for one in outcome.standing:
            yield _Fact(
                self._stems("score", words.unit),
                frozenset(),
                f"{one.name}'s score if the game ended now: {one.total} {words.unit}",
                self._stems(one.name),
                "",
                str(one.total),
            )

    def _stems(self, *texts: str) -> frozenset[str]:
        return frozenset(stem(word) for text in texts for word in words_of(text.replace("'s ", " ")))

    def _telling(self, typed: Sequence[str]) -> tuple[set[str], set[str]]:
        """Return the stems that a question is about, without players, and its players ("I": who decides now)."""
        players = {word: name for name in self._players for word in words_of(name)}
        own = {word.removesuffix("s"): name for word, name in players.items()}
        whose = {players.get(word) or players.get(word.removesuffix("s")) or own.get(word) for word in typed}
        if {"i", "me", "my"} & set(typed) and self._who:
            whose.add(self._who)
        left = {stem(word) for word in typed if word not in players and word.removesuffix("s") not in players}
        return left - _SAYS_NOTHING or (left & {stem("cards")}), {name for name in whose if name}

    def _ways(self, one: str, typed: Sequence[str]) -> set[str]:
        """Return a stem with its synonyms from the game's table of words."""
        table = table_words(self._table.game.name)
        words = [word for word in typed if stem(word) == one]
        others = {stem(word) for known_word in words for other in table.get(known_word, ()) for word in other.split()}
        return {one, *others, *map(stem, _ALIKE.get(one, ()))}

    def _counted(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer with what is counted, or lies somewhere, if the question asks for nothing else."""
        telling, whose = self._telling(typed)
        kind = kind_of(plain)
        if not telling or _of_a_rule(typed) or kind in ("where", "why", "may", "must", "when", "what if", "how"):
            return None
        least, most = telling & _LEAST, telling & _MOST
        ways = [self._ways(one, typed) for one in telling - _LEAST - _MOST]
        owners, players = self._stems(*whose), self._stems(*self._players)
        found = [
            fact
            for fact in self._facts
            if all(way & (fact.name | fact.of) for way in ways) and any(way & fact.name for way in ways)
        ]
        if not found and kind == "who":
            found = [fact for fact in self._facts if all(way & fact.words for way in ways)]
        if owners:
            its = [fact for fact in found if fact.of and fact.of <= owners]
            found = its or ([fact for fact in found if fact.of.isdisjoint(players)] if "my" in typed else [])
        if not found and len(whose) == 1 and telling <= _STOCK:
            return self._stock(owners, piles="stock" in telling)
        if not found or len(found) > 2 * MOST:
            return None
        if (least or most or plain.endswith(_AHEAD)) and all(fact.number is not None for fact in found):
            found.sort(key=self._number_now, reverse=not least)
            kind = "how many"
        texts = [self._now(fact) or (fact.amount if kind == "how many" else fact.text) for fact in found]
        return _as_statement(texts, dict.fromkeys(fact.rule for fact in found if fact.rule))

    def _now(self, fact: _Fact) -> str:
        """Return the board's text for a counter if it has another number ("Strength 4 (4 of 6)"); else ""."""
        name, value = fact.text.rpartition("'s ")[2].partition(": ")[0], fact.value.partition(" of ")
        for head, rest in self._lines if fact.of and value[1] and value[0].isdigit() else ():
            for part in _clauses(rest, ", ") if fact.of <= self._stems(head) else ():
                label, _, number = part.partition(" ")
                if label.lower() == name and number[:1].isdigit() and number.split()[0] != value[0]:
                    return f"{head}: {part}"
        return ""

    def _number_now(self, fact: _Fact) -> int:
        """Return a counter's number as the board shows it, else its own."""
        shown = re.search(r"\d+", self._now(fact).partition(": ")[2])
        return int(shown[0]) if shown else fact.number or 0

    def _hurt(self, typed: Sequence[str], plain: str) -> Statement | None:
        """List vitality or health below its maximum, if the question asks who is wounded."""
        if not _HURT.search(plain) or _of_a_rule(typed) or kind_of(plain) not in ("which", "who", "what", "how many"):
            return None
        parts = [(fact, _PART.fullmatch(fact.value)) for fact in self._facts if fact.name & {"vitaliti", "health"}]
        hurt = [fact for fact, part in parts if part and int(part[1]) < int(part[2])]
        whose = [f"{name}: " for name in self._telling(typed)[1]]
        clauses = self._stems(
            *(one for _, rest in self._lines for one in _clauses(rest) if one.startswith((*whose,)))
        )
        return _as_statement([fact.text for fact in hurt if not clauses or fact.of <= clauses])

    def _stock(self, owner: frozenset[str], *, piles: bool) -> Statement | None:
        """List all that is counted of a player, with `piles` also what lies open there, in one line."""
        its = [fact for fact in self._facts if fact.of == owner and " if " not in fact.text]
        texts = [fact.text for fact in its if fact.value.isdecimal() and not fact.cards]
        lying = [fact.text for fact in its if piles and (fact.cards or not (texts or fact.value))]
        if not (texts or lying):
            return None
        begins = (texts or lying)[0].partition("'s ")[0] + "'s "
        shown = [text.removeprefix(begins) for text in (*texts, *lying)]
        parts = [", ".join(shown[: len(texts)])] * bool(texts) + shown[len(texts) :]
        return Statement(f"{begins}{'; '.join(parts)}.", rules=())

    @cached_property
    def _owners(self) -> list[tuple[str, ...]]:
        """Names of owners that aren't players, as units, each in its words."""
        kinds = kinds_of_owners(self._rules)
        return [
            tuple(words_of(name))
            for kind in kinds
            for name in kind.all_in(self._state)
            if name and name not in self._players
        ]

    # --- what is printed ------------------------------------------------------------------------------

    @cached_property
    def _cards(self) -> Mapping[str, Any]:
        return known_cards(self._table.game, self._table.setup, self._state)

    @cached_property
    def _open_piles(self) -> list[tuple[Pile[Any], str, list[str]]]:
        """Piles that everybody sees, each with its owner and its cards as printed."""
        return [
            (pile, owner, [printed(card) for card in pile.cards(its)])
            for pile in self._rules.piles
            if pile.open
            for owner, its in pile.owners.all_in(self._state).items()
        ]

    @cached_property
    def _in_piles(self) -> set[str]:
        """Cards in piles that everybody sees, as printed."""
        return {card for _, _, cards in self._open_piles for card in cards}

    def _named(self, typed: Sequence[str], *, whole: bool = False) -> list[str]:
        """List the cards that a question names: in full, else by one of their words, preferably those in play."""
        stems = {stem(word) for word in typed}
        found = [name for name in self._cards if (own := self._stems(name)) and own <= stems]
        if found or whole:
            longest = max((len(self._stems(name)) for name in found), default=0)
            return [name for name in found if len(self._stems(name)) == longest]
        cards = self._table.game.cards
        types = cards().types if cards is not None else {}
        kinds = {one for one in stems if self._ways(one, typed) & self._stems(*types)}
        telling = stems - _SAYS_NOTHING - _OF_A_CARD - kinds
        partly = [name for name in self._cards if telling & self._stems(name)]
        for kind, of in types.items() if not partly else ():
            only = [name for name, card in self._cards.items() if isinstance(card, of)]
            if stem(kind) in stems and len(only) == 1:
                return only
        return [name for name in partly if name in self._in_piles] or partly

    def _card(self, typed: Sequence[str], plain: str, *, whole: bool = False) -> Statement | None:
        """Answer with the text of a card that a question names, and where it lies, if nothing else is asked."""
        if kind_of(plain) in ("where", "who", "when", "what if"):
            return None
        named = self._named(typed, whole=whole)
        at_a_place = "card" not in plain and re.match(r"what\w*(?: \w+)? (?:at|on|in)\b", plain)
        if at_a_place or not 0 < len(named) <= 3 or self._table.game.cards is None:
            return None
        lines = self._print(named)
        if all(" " not in line.partition(": ")[2] for line in lines):  # only its kind is printed
            return None
        fields = (field for name in named for field in self._cards[name].__struct_fields__)
        apart = self._stems(*named, *self._players, *fields)
        telling = {stem(word) for word in typed} - _SAYS_NOTHING - _OF_A_CARD - apart
        if any(not self._ways(one, typed) & self._stems(*lines) for one in telling):
            return None
        counted = [fact.text for name in named for fact in self._facts if fact.of == self._stems(name)]
        return _as_statement([*lines, *counted, *(place for name in named for place in self._lies(name))])

    def _print(self, names: Iterable[str]) -> list[str]:
        """Return what is printed on cards."""
        cards = self._table.game.cards
        return [cards().describe(self._cards[name]) for name in names] if cards is not None else []

    def _lies(self, name: str) -> list[str]:
        """List where a card lies among the piles that everybody sees."""
        found = []
        for pile, owner, cards in self._open_piles:
            if name in cards:
                at = f", {cards.index(name) + 1} of {len(cards)}" if pile.owners is TABLE else ""
                there = pile.there or f"in the {pile.name}"
                there = f"among {pile.owners.whose(owner)}{pile.name}" if owner else there
                found.append(f"{name} lies {there}{at}")
        return found

    # --- whether there is something, and how far it is ------------------------------------------------

    def _out_of(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether a player has none of what is counted."""
        if not (asked := _OUT_OF.fullmatch(plain)):
            return None
        new = f"how many {asked[2]} has {asked[1]}"
        reply = self._counted(new.split(), new) or self._from_board(new.split(), new)
        number = re.search(r": (?:(\d+)\b|none)", reply.answer) if reply is not None and not reply.lines else None
        if reply is None or number is None:
            return reply
        return Statement(f"{'No' if int(number[1] or 0) else 'Yes'}: {reply.answer}", (), reply.rules)

    @cached_property
    def _kinds(self) -> Mapping[str, set[str]]:
        """Known cards by the stem of their kind, and of each word of their names."""
        cards, found = self._table.game.cards, defaultdict[str, set[str]](set)
        if cards is None:
            return found
        language = cards()
        for name, card in self._cards.items():
            kinds = [kind for kind, of in language.types.items() if isinstance(card, of)]
            kind_text = language.describe(card).partition(": ")[2].partition(",")[0]
            for word in (*kinds, *words_of(kind_text), *words_of(name)):
                found[stem(word)].add(name)
        return found

    def _of_kind(self, word: str, names: Iterable[str]) -> list[str] | None:
        """Return the cards of a kind, or with the word in their names; None if no known card fits."""
        its = self._kinds.get(stem(word))
        return None if its is None else [name for name in names if name in its]

    def _is_there(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether a card of a kind lies in one of the table's piles, or at a place of the board."""
        if not (asked := _THERE.fullmatch(plain)):
            return None
        at = self._stems(asked[2]) - {stem("now")}
        for pile, _, names in self._open_piles:
            if pile.owners is TABLE and at == self._stems(pile.name):
                return self._yes_or_no(self._of_kind(asked[1], names), f"of the {len(names)} in the {pile.name}")
        lines = [(head, rest) for head, rest in self._lines if at == self._stems(head) - self._numbers]
        if len(lines) != 1 or _UNSEEN.search(lines[0][1]):
            return None
        head, rest = lines[0]
        return self._yes_or_no(self._of_kind(asked[1], map(str.strip, re.split("[;,]", rest))), f"at {head}")

    @property
    def _numbers(self) -> set[str]:
        return {word for head, _ in self._lines for word in self._stems(head) if word.isdigit()}

    def _yes_or_no(self, names: Sequence[str] | None, of: str) -> Statement | None:
        """Answer yes with the `names`, or that there is none, `of` which or where; None if `names` is None."""
        if names is None:
            return None
        return Statement(f"Yes: {and_list(dict.fromkeys(names))}." if names else f"No: none {of}.", rules=())

    def _has(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether an owner has a card of a kind, or of a name, in a pile that everybody sees."""
        whose = self._telling(typed)[1]
        if not (asked := _HAVE.fullmatch(plain)) or len(whose) != 1 or _of_a_rule(typed):
            return None
        (who,) = whose
        shown = public_view(self._rules, self._state)
        own = [pile for pile in self._rules.piles if who in pile.owners.all_in(self._state)]
        held = [card for _, owner, cards in self._open_piles if owner == who for card in cards]
        called = [name for name in held if self._stems(name) == self._stems(asked[1])]
        names = called or self._of_kind(asked[1], held)
        if names:
            return Statement(f"Yes: {and_list(dict.fromkeys(names))}.", rules=())
        every = own and all(pile.open and shown[pile.owners.whose(who) + pile.name] is not None for pile in own)
        return Statement(f"No: {who} has none.", rules=()) if names is not None and every else None

    def _units(self, typed: Sequence[str], plain: str) -> Statement | None:
        """List the units of a player that the board names, each with its place."""
        telling, whose = self._telling(typed)
        if len(whose) != 1 or not telling or not telling <= _UNITS or _of_a_rule(typed):
            return None
        begins = f"{min(whose)}: "
        its = [
            f"{name} ({head.partition(',')[0]})"
            for head, rest in self._lines
            for part in _clauses(rest)
            if part.startswith(begins)
            for name in part.removeprefix(begins).split(", ")
        ]
        return Statement(f"{min(whose)}'s: {len(its)} ({', '.join(its)}).", rules=()) if its else None

    @cached_property
    def _next_to(self) -> Mapping[str, Sequence[str]]:
        """Neighbours of each place of the board, by the first word of its line; a ring's places are numbered."""
        beside = {
            head.partition(",")[0]: [re.sub(r" \(.*", "", one) for one in found[1].split(", ")]
            for head, rest in self._lines
            if (found := _BESIDE.search(rest))
        }
        ring = [line.split()[0] for line in self._board if line[:1].isdigit()]
        if beside or ring != [str(number) for number in range(1, len(ring) + 1)]:
            return beside
        return {one: (ring[at - 1], ring[(at + 1) % len(ring)]) for at, one in enumerate(ring)}

    def _place_of(self, text: str) -> tuple[str, str] | None:
        """Find the place that words name, or at which the thing that they name stands: its first word, its line."""
        own = {"i", "me", "here"}
        words = self._stems(self._who if text.strip() in own else re.sub(r"\b(?:the|my|his|her)\b", "", text))
        placed = [
            (re.split("[ ,]", head)[0], head, rest)
            for head, rest in self._lines
            if re.split("[ ,]", head)[0] in self._next_to
        ]
        for part in range(3):
            found = [at for at in placed if words and words <= self._stems(at[part])]
            if found:
                return found[0][:2] if len(found) == 1 else None
        return None

    def _far(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer how many steps lie between two places or things on the board."""
        if not (asked := _FAR.fullmatch(plain)):
            return None
        if not self._next_to:
            places = [place for name in self._named(typed, whole=True) for place in self._lies(name)]
            return _as_statement([place for place in places if " lies on " in place])
        ends = [
            part for part in re.split(r" (?:away from|from|to|and|away)\b ?", f" {asked[1].strip()}") if part.strip()
        ]
        stand = [self._place_of(end) for end in (ends if len(ends) > 1 else [*ends, "me"])]
        if len(stand) != 2 or not (stand[0] and stand[1]):
            return None
        (start, one), (goal, other) = stand[0], stand[1]
        one, other = (re.split(r",| \(", place)[0] for place in (one, other))
        reached, steps = {start}, 0
        while goal not in reached:
            further = reached.union(*(self._next_to.get(place, ()) for place in reached))
            if further == reached:
                return None
            reached, steps = further, steps + 1
        return Statement(f"{steps}: the shortest way from {one} to {other}, whatever lies between.", rules=())

    # --- what the screens show ------------------------------------------------------------------------

    @cached_property
    def _board(self) -> list[str]:
        """Lines of the board, none of them broken."""
        text = io.StringIO()
        self._table.board(Screen(plain=True, file=text, width=WIDE))
        return text.getvalue().splitlines()

    @cached_property
    def _lines(self) -> list[tuple[str, str]]:
        """Lines of the board, each split into its head and the rest."""
        lines = (part for line in self._board for part in line.strip().split("   ") if not line.endswith(":"))
        return [_split_head(line.strip()) for line in lines if line.strip(" :")]

    @cached_property
    def _sections(self) -> list[tuple[str, str]]:
        """Lines of the board under a heading with a colon, each with that heading."""
        found, head = [], ""
        for line in self._board:
            head = line if line.endswith(":") else head if line[:1] == " " else ""
            found += [(head, line.strip())] if head and line is not head else []
        return found

    def _free(self, names: set[str]) -> Statement | None:
        """List the free places with such names, where the board says which places are taken."""
        parts = [part for _, rest in self._lines if "stands there" in rest for part in _clauses(rest)]
        free = {part.partition(",")[0].rstrip("."): not re.search("stands there|closed", part) for part in parts}
        its = [name for name, is_free in free.items() if is_free and names <= self._stems(name)]
        return Statement(f"Free: {', '.join(its)}.") if its else None

    def _open(self, names: set[str]) -> Statement | None:
        """List the lines of the board with such a name that aren't closed, where it says that some are."""
        its = [f"{head}: {rest}" for head, rest in self._lines if names and names <= self._stems(head)]
        free = [line.partition(":")[0] for line in its if "closed" not in line]
        return Statement(f"Open: {', '.join(free)}.") if len(free) < len(its) else None

    def _from_board(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer with the part of the board that a question is about, if all its words stand there."""
        telling, whose = self._telling(typed)
        kind = kind_of(plain)
        owners = self._stems(*whose)
        of_a_rule = _of_a_rule(typed) or kind in ("why", "may", "must", "what if", "how") or not (kind or owners)
        if of_a_rule or not telling | owners:
            return None
        if kind != "who" and (its := self._at_number(telling, typed)):
            return _as_statement(its)
        if "open" in typed and kind in ("which", "what") and (open_ones := self._open(telling - {"open"})):
            return open_ones
        if "free" in typed and (free := self._free(telling - {stem("free")})):
            return free
        if kind == "where":
            named, words = self._named(typed), telling | owners
            on_board = words & self._stems(*self._board) if re.match(r"where (?:is|are)\b", plain) else set()
            return self._where(words, named) or (self._where(on_board, named) if on_board else None)
        if telling == {"card"}:
            return _as_statement(self._cards_of(owners))
        if not owners and (under := self._under(telling, typed, plain)):
            return _as_statement(under)
        ways = [self._ways(one, typed) for one in telling]
        found = [part for line in self._lines for part in self._parts(line, owners, ways, telling, plain)]
        if kind == "who" and any(word.startswith("carr") for word in typed):
            found = [one for one in found if " with " in one] or found
        return _as_statement(found)

    def _at_number(self, telling: set[str], typed: Sequence[str]) -> list[str]:
        """Find the line with the ordinal number asked for, or the last, under the heading that a question names."""
        nth = next((_PLACES[word] for word in typed if word in _PLACES), None)
        if nth is None:
            return []
        named = telling - {*map(stem, _PLACES)}
        its = [rest for head, rest in self._sections if named <= self._stems(head)]
        return [one for one in its if one.startswith(f"{nth} ")] if nth else its[-1:]

    def _cards_of(self, owners: Set[str]) -> list[str]:
        """List how many cards an owner has; else what the board says of piles."""
        its = [fact.amount for fact in self._facts if fact.cards and fact.of == owners] if owners else []
        return its or [
            part for head, rest in self._lines for part in _clauses(rest or head, ", ") if _PILE.search(part)
        ]

    def _under(self, telling: set[str], typed: Sequence[str], plain: str) -> list[str]:
        """List the board's lines that begin with (nearly) all that a question names, kinds of cards apart."""
        cards = self._table.game.cards
        places = [self._ways(one, typed) for one in telling - (self._stems(*cards().types) if cards else set())]
        lines = [(head, rest) for head, rest in self._lines if rest]
        under = [
            (head, rest)
            for head, rest in lines
            if places and (head_stems := self._stems(head)) and all(way & head_stems for way in places)
        ]
        if under:
            under = [line for line in under if stem(next(words_of(line[0]))) in telling] or under
        elif len(places) > 1 and re.match(r"(?:what|which)(?: \w+)? (?:is|are|lies?) (?:at|on|in)\b", plain):
            under = [line for line in lines if len(telling - self._stems(line[0])) < 2]
            under = under if len(under) == 1 else []
        return [": ".join(line) for line in under]

    def _parts(
        self, line: tuple[str, str], owners: Set[str], ways: Sequence[Set[str]], telling: set[str], plain: str
    ) -> list[str]:
        """List the parts of a board line that concern a question, each with the line's head."""
        start, rest = line
        before = self._stems(start) if rest else frozenset()
        if owners and not owners <= before:
            its = [part for part in _clauses(rest) if owners <= self._stems(part)]
            return [f"{start}: {part}" for part in its if ways and all(way & before for way in ways)]
        if owners and not ways:
            return [f"{start}: {rest}"]
        parts: list[str] = []
        for sign in (", ", "") if kind_of(plain) in ("how many", "") else ("",):
            parts = parts or [
                part
                for part in _clauses(rest or start, sign)
                if all(way & (before | self._stems(part)) for way in ways)
            ]
        if _DOES.fullmatch(plain):  # the name, and who stands there, don't tell what it does
            bare = [(_STANDS.sub("", part), part) for part in parts]
            parts = [part for name, part in bare if {one for one in self._stems(name) if one.isalpha()} - telling]
        return [f"{start}: {part}" if rest else part for part in parts]

    def _where(self, telling: set[str], cards: Sequence[str]) -> Statement | None:
        """Answer where something is: a card's pile, the places on the board that name it, else its own line."""
        if lies := [place for name in cards if self._stems(name) & telling for place in self._lies(name)]:
            return _as_statement(lies)
        places, own = [], []
        for head, rest in self._lines:
            under = self._stems(head) if rest else frozenset()
            parts = [part for part in _clauses(rest or head) if telling <= self._stems(part)]
            if telling <= under:
                own.append(f"{head}: {rest}")
            elif any(self._stems(name) <= under for name in self._players):
                own += [f"{head}: {part}" for part in parts]
            else:
                places += [
                    f"{head}: {part}" if rest else part for part in parts if self._stems(part) != telling or rest
                ]
        return _as_statement(places or own)


def _of_a_rule(typed: Sequence[str]) -> bool:
    """Return whether a question has a word that only questions about rules have, and none of this moment."""
    return not _OF_A_RULE.isdisjoint(typed) and _NOW.isdisjoint(typed)


def _as_statement(texts: Sequence[str], rules: Iterable[str] = ()) -> Statement | None:
    """Build a statement of facts as sentences; None for none, or too many."""
    if not 0 < len(texts) <= 2 * MOST:
        return None
    first, *rest = [f"{text.rstrip('.')}." for text in dict.fromkeys(texts)]
    return Statement(first, tuple(rest), tuple(rules) or None)


def _lines_of(said: Statement | None) -> tuple[str, ...]:
    return () if said is None else (said.answer, *said.lines)


def show_answer(said: Statement, book: RuleBook, asked: str, screen: Screen) -> None:
    """Show a game's answer, its first line bold, and the rules behind it."""
    screen.line(said.answer, style="bold")
    for line in said.lines:
        screen.line(line)
    if ids := rules_behind(said, book, asked):
        screen.line(f"The rule: {and_list(map(book.in_words, ids))}", style="dim")


def rules_behind(said: Statement, book: RuleBook, asked: str) -> list[str]:
    """List the ids of the rules behind a game's answer.

    If it names none, that of the first found for the question, if a telling word of it stands in the title.
    """
    if said.rules is not None:
        return list(said.rules)
    try:
        found = book.find(asked)[0]
    except RefereeError:
        return []
    asked_of, titled = ({stem(word) for word in words_of(text)} for text in (asked, found.title))
    return [found.id] if asked_of & titled - {*map(stem, EMPTY)} else []


_NO_MOVE = EMPTY | FILLERS | {"currently", "legal", "need", "permitted", "possible", "right", "today", "turn", "yet"}
"""Words ignored in a question whether a move can be made."""


def _split_head(line: str) -> tuple[str, str]:
    """Split a line of the board into its head, without the mark of whose turn it is, and what is behind the colon."""
    for sign in (". ", ": "):
        head, found, rest = line.partition(sign)
        if found and len(head.split()) <= MOST:
            return head.removesuffix(" >"), rest
    return line, ""


def _clauses(text: str, sign: str = "") -> list[str]:
    """Split a line into its parts, also at `sign` if given."""
    return [part.strip() for part in re.split(f"; | · {'|' + sign if sign else ''}", text) if part.strip()]
