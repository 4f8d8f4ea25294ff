"""Forms of questions to an open game, as patterns of their words; and the game's answer, a `Statement`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from referee.answers.values import stems_in
from referee.errors import RefereeError
from referee.rulebook.indexing import EMPTY, plain, stem, words_of
from referee.rulebook.rules import RuleBook
from referee.text.names import and_list, word_set
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen

WIDE, MOST, SURE = 10_000, 8, 0.6
"""Width of a screen on which no line is broken; limit of facts in an answer; score of a rule that is told unasked."""
_OF_STATE = """around area battle board card cards carries carry control controls count current currently down empty
    far find full hold holding holds kind left lie lies lot moment next number own owns pile piles place play
    possess put remain remaining right say see show space stand standing stands terrain turn"""
_OF_CARDS = """ability abilities ask asks big bring brings charge charges cost costs dangerous effect effects fight
    good hard help kind like meaning offer offers power powers printed read say says stats strong text tough value
    worth"""
SAYS_NOTHING = frozenset(map(stem, EMPTY.union(_OF_STATE.split())))
OF_A_CARD = frozenset(map(stem, _OF_CARDS.split()))
"""Stems ignored in questions about the state of the game, and in those about a card."""
TURN = lazy_pattern(
    r"is (?:it|(?:the|this|my) \w+) over(?: now| yet| already)?|"
    r"(?:so )?(?:who ?s?e?|which (?:player|unit))(?: is| s)?(?: turn| go| move| pick| round)?(?: is| s)?"
    r"(?: it| this| that)?(?: (?:turn|to (?:pick|move|play|go|decide)|picking|next|up|now|playing|moving|on|deciding"
    r"|active|activated|decides|moves|picks|plays|acts|to (?:place|resolve)|resolves|places|resolving|placing"
    r"|in (?:the|this) battle))*"
    r"|(?:so )?what (?:happens|comes|is) next"
    r"|(?:is|was) it (?:my|our|\w+?s?) turn(?: now| already)?|(?:my|our) (?:turn|go|move)(?: now| already| yet)*"
    r"|am i (?:up|on)(?: now)?|(?:which|what) (?:turn|round)(?: is (?:it|this))?"
    r"(?: now)?|(?:which|what) (?:turn|round) are we (?:in|on|at)|what (?:must|should|do|does) \w+ (?:decide|do) now"
)
ALL_NOW = lazy_pattern(
    r"(?:what|where|how far|which (?P<kind>\w+)|whom?) (?:can|may|could)"
    r" (?:i|we|my (?P<mine>\w+)|\w+) (?:still )?(?P<verb>\w+)"
    r"(?: it| them| him| her| (?:the|this) \w+"
    r"| (?:with )?(?:my|his|her) (?P<about>\w+)(?: (?:at|in|on) the [\w ]+)?)?(?: to)?"
    r"(?: now| here| next| this turn| from here)*"
)
MAY = lazy_pattern(r"(?:so )?(?:why )?(?:can|cant|cannot|could|couldnt|may|must|am|are|do|dont|should|why|is|isnt)\b")
CAN = lazy_pattern(r"(?:so )?(?:why )?(?:can|could|may)")
VERBS = frozenset({"afford", "attack", "beat", "buy", "fight", "get", "kill", "pay", "pick", "reach", "take"})
"""Verbs that players use for moves which the game names otherwise."""
_SPEAKER = lazy_pattern(
    r"(\w+) (?:\w+ )?(?:says?|said|claims?|claimed|thinks?|insists?|swears?|believes?|tells me)\b"
)
_WANTS = lazy_pattern(r"(?:so |and )?(.+?) (?:wants|wanted|tries) to (.+)")
_SAYS_HOW = lazy_pattern(
    r"(.+?) (is|are|am|was|were|can|could|may|must|has|have|will|would|did|does|do)((?:nt|t|not)?\b(?: not)?)(.*)"
)
_DOES_IT = lazy_pattern(r"((?:his|her|my|the|\w+s) \w+|\w+) (\w+?)(?:(?<=[sxho])es|(?<!s)s) (.+)")
_ASIDE = lazy_pattern(r"^(\S+ \S+ [^,;:]+)[,;:] .*")
_OF_RULES = lazy_pattern(r"\b(?:in one|per|each|every|ever|never|always|in general|at once|same)\b")
_ASKED_WITH = word_set("can could is are does do has have may must how what who")
"""Who claims something; what somebody wants to do; a statement with an auxiliary verb, and one without; its end;
what is said of rules and not of this game; what begins a question."""
MOVES = frozenset({"go", "hire", "journey", "move", "place", "rest", "run", "summon", "use", "walk"})
"""Verbs that only moves have, in any game."""


def as_question(asked: str, players: Sequence[str]) -> tuple[str, bool]:
    """Return a claim, or what somebody wants to do, as a question whether it is so, or can be; "" for neither.

    Second whether the claim denies that.
    """
    if wants := _WANTS.fullmatch(plain(f"so {asked}")[0]):
        return f"can {wants[1]} {wants[2]}", False
    said, meant = plain(asked)
    first, *rest = [*words_of(_ASIDE.sub(r"\1", said)), ""]
    said, names = " ".join((first, *rest)).strip(), set(words_of(*players))
    begins = first in names and _SAYS_HOW.match(f"{first} {rest[0]}")  # "Anna isn't safe"
    if (meant not in ("claim", "may") and not begins) or first in _ASKED_WITH or _OF_RULES.search(said):
        return "", False
    speaker = _SPEAKER.match(asked.lower())
    if speaker and (name := speaker[1]) in names:
        said = re.sub(r"\b(?:his|her)\b", f"{name}s", re.sub(r"\b(?:he|she)\b", name, said))
    said = re.sub(r"\b(ha[sd]|have|gives?|costs?|deals?|needs?|got) (?=\d)", r"\1 exactly ", said)
    if how := _SAYS_HOW.fullmatch(said):
        return f"{how[2]} {how[1]}{how[4]}", bool(how[3])
    does = _DOES_IT.fullmatch(said)
    return (f"does {does[1]} {does[2]} {does[3]}" if does else ""), False


class Statement(Struct, frozen=True):
    """A game's answer to a question: a first line, more of them, and the ids of the rules behind it.

    If `rules` is None, the rules are looked up for the question; () means that no rule is behind it.
    """

    answer: str
    lines: tuple[str, ...] = ()
    rules: tuple[str, ...] | None = None


def as_statement(texts: Sequence[str]) -> Statement | None:
    """Build a statement of facts as sentences; None for none, or too many."""
    if not 0 < len(texts) <= 2 * MOST:
        return None
    first, *rest = [f"{text.rstrip('.')}." for text in dict.fromkeys(texts)]
    return Statement(first, tuple(rest))


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
    told_of = re.sub(r"(?i)\bhow \w+", "", asked)  # "how fast" asks for no flight
    return [found.id] if stems_in(told_of) & stems_in(found.title) - {*map(stem, EMPTY), "next"} else []
