"""Answer questions to an open game: from its counters, its board, its cards, and what can be answered now.

All sources are public: counters and piles as everybody sees them, what the screens show, what is printed on cards. A
question counts as one about this game only if all its telling words are found there; else it is one about the rules.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.asking.meaning import FILLERS, best, refusal_of, verb_of
from referee.asking.question import Option, Question
from referee.declaration.changes import present
from referee.declaration.facts import Thing
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import NOT_TRACKED, TABLE, Pile, declarations, kinds_of_owners, public_view
from referee.errors import Illegal, RefereeError
from referee.play.notation import Step
from referee.rulebook.answering import kind_of
from referee.rulebook.indexing import EMPTY, stem, words_of
from referee.rulebook.rules import RuleBook, players_words, rulebook, table_words
from referee.saves.doing import answer, read
from referee.saves.knowledge import Knowledge
from referee.text.names import and_list, printed, word_set
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.play.session import Session
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
_AHEAD = (
    "winning",
    "leading",
    "ahead",
    "in the lead",
    *(f"{one} to winning" for one in ("close", "closer", "closest")),
)
_WHO_LEADS = lazy_pattern(
    r"(?:(?:so )?(?:who|which of us|which player)(?: is)?|"
    rf"(?:is|am|are) \w+) (?:{'|'.join(_AHEAD)}|the leader|has the lead|last|losing|behind)"
    r"(?: of \w+)?(?: now| so far| at the moment)?(?: (?:i|me|\w+) or (?:i|me|\w+))?"
    r"|who (?:has )?won(?: the game)?|who is the winner"
    r"|who (?:will|would|is going to|is gonna|might) win(?: this| the game)?"
    r"|who (?:came|comes|was) (?:last|first|second)"
    r"|what (?:is|was|are|were) (?:the )?(?:final |current )?(?:scores?|results?|standings?)(?: now| at the end)?"
    r"|(?:by )?how (?:far|much|many points)"
    r" (?:behind|ahead)(?: of)?(?: \w+)? (?:am|is|are|was|were) \w+"
    r"|(?:by )?how (?:far|much|many)(?: glory| points)? (?:is|am|are|was|were) \w+"
    r" (?:behind|ahead|leading|in the lead)(?: .+)?"
)
_STILL = lazy_pattern(
    r"(?:how (?:many|much|far|close|near|short)|what)\b.*"
    r"\b(?:needs?|miss(?:ing|es)?|lacks?|lacking|short|to (?:get|find|collect|win)|(?:from|to) winning)\b.*"
    r"|(?:does|do|has|have) \w+ (?:have |got )?enough .+ to win"
)
"""Questions how much of what wins a player hasn't got yet."""
_TURN = lazy_pattern(
    r"is (?:it|the game) over(?: now| yet| already)?|"
    r"(?:so )?(?:who ?s?e?|which (?:player|unit))(?: is| s)?(?: turn| go| move| pick| round)?(?: is| s)?"
    r"(?: it| this| that)?(?: (?:turn|to (?:pick|move|play|go|decide)|picking|next|up|now|playing|moving|on|deciding"
    r"|active|activated|decides|moves|plays|acts|to (?:place|resolve)|resolves|places|resolving|placing"
    r"|in (?:the|this) battle))*"
    r"|(?:so )?what (?:happens|comes|is) next"
    r"|(?:is|was) it (?:my|our|\w+?s?) turn(?: now| already)?|(?:which|what) (?:turn|round)(?: is (?:it|this))?"
    r"(?: now)?|(?:which|what) (?:turn|round) are we (?:in|on|at)|what (?:must|should|do|does) \w+ (?:decide|do) now"
)
_AFTER = lazy_pattern(
    r"who(?:se)?(?: turn| is| goes| comes| plays| moves| places| acts| resolves)*(?: turn)?(?: next)? after"
    r" (me|mine|\w+?)s?(?: turn| round)?"
)
"""Questions who follows a player."""
_HAVE_TO = lazy_pattern(r"(?:do|does|must) (?:i|we|\w+)(?: really)?(?: have to)?(?: (?:answer|do|it|that|this|now))*")
"""Questions whether a decision must be made."""
_ADVICE = lazy_pattern(
    r"(?:what (?:should|shall|must|do) (?:i|we) do|what is (?:my|the) best (?:move|thing to do)|"
    r"how do (?:i|we) (?:begin|start)|what now)"
    r"(?: first| next| then| now)*"
)
_ALL_NOW = lazy_pattern(
    r"(?:what|where|how far|which (?P<kind>\w+)|whom?) (?:can|may|could)"
    r" (?:i|we|my (?P<mine>\w+)|\w+) (?:still )?(?P<verb>\w+)"
    r"(?: it| them| him| her| (?:the|this) \w+| my (?P<about>\w+))?(?: now| here| next| this turn| from here)*"
)
_ALL_COST = lazy_pattern(
    r"(?:what|how much) (?:do|does|is|are|would) (?:they|it|these|those|each|everything)(?: all)?(?: cost)?"
)
"""Questions what each thing costs that can be had now."""
_COURSE = lazy_pattern(
    r"(?:(?:so|about|roughly) )?"
    r"how (?:many (?:more )?(?:turns|rounds)|long|much longer)(?: \w+){0,4}? (?:left|remain|remaining|to go|to play"
    r"|played|(?:until|till|before) the (?:end|game)(?: .+)?)"
    r"(?: now| yet| so far| in the game| at (?:the )?(?:most|least))*"
)
"""Questions how far the game has come, and how long it still takes."""
_HALVES = lazy_pattern(r"(.+?) and ((?:by )?(?:how|what|which|who|whose|where|when|can|is|are|does|do)\b.+)")
_DETAILS = lazy_pattern(r".*\b(?:chances?|odds|costs?|price|likely)\b.*")
_SUBJECT = lazy_pattern(
    r"who(?:se \w+)? (?:is|are|stands?) (?:on|at|in) (?:the )?(.+)"
    r"|(?:who|what|which \w+|where|how \w+) (?:is|are|owns?|holds?|has|controls?|does|do) (.+)"
    r"|(?:is|are) (.+?)(?: still| now)? (?:free|open|taken|closed)"
)
_ASKS = lazy_pattern(r"(?i)(?:how|what|which|who|whose|where|is|are|does|do|has|have|did)(?:s|'s)?\b")
_GENERAL = ("when", "why", "how", "may", "must", "what if", "")
_NEXT_QUESTION = lazy_pattern(r"[,;?]\s+(?:and )?(?=(?:how|what|which|who|whose|where|when|can|is|are|does|do)\b)")
_IF_ENDED = lazy_pattern(
    r"(?i),?\s*\bif (?:the game|it|we|everything|everybody)"
    r" (?:(?:were|was) to end|would end|ended|ends|stopped|finished|(?:was|were) over)(?: right)?(?: now| today)?"
)
"""What joins two questions; a condition that says nothing where scores are as if the game ended now."""
_BETWEEN = lazy_pattern(
    r"(?:who|what|which (?:space|area)s?|(?:is|are) there (?:any|some)(?:thing|body|one))"
    r"(?: (?:is|are|lies?|lying|stands?|standing|comes?|there))*(?: in)? between (?:the )?(.+) and (?:the )?(.+)"
)
_PAYS = lazy_pattern(
    r"(?:who|(?:can|could|is|does|do|has|have|am) (\w+))"
    r"(?: can| could| has| have| got| is| still| now| even| able to)* (?:pay(?: for)?"
    r"|afford(?: to (?:buy|hire|learn|pay for))?"
    r"|(?:enough|(?:all )?the)(?: (\w+))?(?: left)? (?:for|to (?:buy|hire|learn|take|afford|pay(?: for)?)))"
    r"(?: the| an?| any| another| one more| new| next)* (.+?)(?: now| yet| right now)*"
)
"""Questions what lies between two places; whether somebody can pay for something."""
_PRONOUN = lazy_pattern(r"\b(?:it|they|them|he|she|him|her)\b")
_ITS = lazy_pattern(r"\b(?:it|they|them|that|this|he|she)\b")
_OR = lazy_pattern(r"((?:can|could|may) \w+ \w+ )(?:the )?(.+) or (?:the )?(.+)")
_AND_WHO = lazy_pattern(r"(?:how (?:much|many)(?: (?:do|does|has|have))?|(?:what|how) about) \w+(?: have| has)?")
"""Two questions in one, what is asked of the options of a first, its subject, that of a second."""
_GAIN = lazy_pattern(
    r"(?:what|how (?:much|many) \w+) (?:do|does|would|will|can) \w+ (?:get|gain|heal|recover)"
    r" (?:if|when|for|by|from|with)(?: (?:i|we|you|he|she))?"
    r" (?:a )?(\w+?)(?:s|ing)?(?: now| here| this turn)?"
)
"""Questions what a move brings."""
_BEGINS = r"(?:how|what|who|which|where|do|does|will|would|can|could|am|is|are|has|have)\b"
_HYPOTHESIS = lazy_pattern(
    rf"(?:(?:and|so) )?(?:what )?(?:if|when|after|suppose) (\w+) (.+?)(?: then)? ({_BEGINS} .+)"
    r"|(.+?)(?: then)? (?:if|when|after|once) (\w+) (.+)"
)
""""If I rest how many crystals will I have": a move that somebody might make, and a question of what is then."""
_GAINS = lazy_pattern(
    r"what(?: (?:happens(?: to my \w+)?|then|(?:will|would) happen"
    r"|(?:do|does|will|would|can) \w+ (?:get|gain|receive|lose|pay)))?"
    r"|how (?:much|many \w+) (?:do|does|will|would) \w+ get"
    r"(?: now| then)?"
)
_ROLLS = lazy_pattern(
    r"(?:what|how many dice|how much) (?:do|does|must|should|can|may|am|are|is|will) (?:the )?(.+?)"
    r" (?:(?:need|have|got|going|to|now)\b ?)*(?:roll|throw|rolling|throwing)\b(?! again\b)(.*)"
)
"""Questions about dice that must be thrown now."""
_LATELY = lazy_pattern(
    r"what (?:did|has|have) (?:just )?\w+(?: just)? (?:do|done|play|played|happen)(?: just| last| now| before"
    r"| (?:in|on) (?:his|her|the|my) (?:last |latest )?(?:turn|move)| last (?:turn|time))*"
    r"|(?:where|what|which \w+|whom?) did \w+ (?:just )?(?:go|move|walk|run|attack|fight|buy|learn|play|draw|deploy)"
    r"(?: to| from| just| now| last| (?:in the |his |her |my )?last turn)*"
    r"|what (?:has )?(?:just )?happened(?: just| last| now| before| (?:in the )?last turn)*"
    r"|what was (?:the last|\w+ last) (?:move|action|turn)"
)
"""Questions what was done last."""
_PAST = {
    "took": "take",
    "went": "go",
    "bought": "buy",
    "fought": "fight",
    "ran": "run",
    "rode": "ride",
    "paid": "pay",
}
_PAST |= {
    "moved": "move",
    "walked": "walk",
    "attacked": "attack",
    "used": "use",
    "learnt": "learn",
    "learned": "learn",
}
_HAS_CARD = lazy_pattern(
    r"(?:who (?:has|owns|holds|got|knows)|(?:does|do|has|have|did) \w+ (?:still |already )?"
    r"(?:have|own|know|hold|got|learnt?|learned|bought|buy|carry)) (?:an? |the )?(.+)"
)
"""Questions who has a card."""
_UNDER_WAY = lazy_pattern(
    r"(?:.+ )?(?:if|when) (?:i|we|he|she|it|\w+) (?:wins?|loses?|draws?|lost|won)"
    r"(?: (?:it|this|now|the (?:fight|battle)))*"
    r"|(?:who|what) (?:am|are|is|does) (?:\w+ )?(?:fight|fighting|attacking|attacked)(?: against)?(?: who\w?| what)?"
    r"|what is (?:going on|happening)(?: now)?"
)
"""Questions about the move that isn't finished yet."""
_MAY = lazy_pattern(
    r"(?:so )?(?:why )?(?:can|cant|cannot|could|couldnt|may|must|am|are|do|dont|should|why|is|isnt)\b"
)
_CAN = lazy_pattern(r"(?:so )?(?:why )?(?:can|could|may)")
_WHY_NOT = lazy_pattern(
    r"why (?:can|could|may)(?:t|not| not)\b|(?:can|could|may)\b.* (?:again|now|still|yet|this turn)$"
)
_SHORT = lazy_pattern(r"\b(what|where|who|how)s\b")
_BUYS = r"(?:buy|learn|get|find)"
_TOO = (
    (
        r"(?:what (?:is|are) (?:for|on) (?:sale|offer)|what (?:is|are) (?:lying|standing|there)"
        r"|(?:is|are) there (?:still )?(?:any|some)thing(?: left)? (?:to \w+|for sale)"
        rf"|what can (?:\w+ {_BUYS}|be \w+)"
        rf"|can \w+ {_BUYS} (?:any|some)thing) (?:in|at|on|from) (.+)",
        r"what lies in \1",
    ),
    (
        r"(?:when|how long until|how many turns (?:until|till|before))(?: (?:is|am|are|will|does|do|can|it|be))*"
        r" (?:my|our|i|we|\w+)(?: (?:be|go|up|on|again|next|turn|move|play|get|to))+",
        "what is the order of play",
    ),
    (
        r"how (?:long|many (?:turns|rounds|moves))"
        r"(?: (?:does|do|will|would|to|until|till|it|take|takes|need|me|i|for))*"
        r"(?: to)? (?:get|go|walk|reach|come|gets|reaches)(?: to)? (.+)",
        r"how far is \1",
    ),
    (r"can (\w+) (?:still )?(\w+) (?:an?|any|some|another) \w+(?: now)?", r"what can \1 \2"),
    (rf"where (?:can|could|may|do) \w+ {_BUYS} (.+)", r"where is \1"),
    (
        r"(?:is|are) there (?:any|some)(?:one|body|thing) (?:that |who )?(\w+) (?:can|could|may) (\w+)(?: now)?",
        r"what can \1 \2",
    ),
    (
        r"(?:what happens (?:if|when) \w+"
        r"|what (?:do|does|will|would) \w+ (?:get|gain|win) (?:for|from|by|when|if)(?: (?:i|we|you))?)"
        r" (?:tak|get|beat|defeat|kill|buy|learn|draw|win|fight)(?:e|s|es|ing|ting|ning)? (?:the )?(.+)",
        r"what does \1 do",
    ),
    (
        r"what (?:does|would|will|do) (?:an? |the )?(\w+?)s? (?:give|bring|get|do for) (?:me|us)(?: now)?",
        r"what do i get if i \1",
    ),
    (
        r"what (?:are|is) (?:my|our|the) (?:options|choices|possibilities|moves)|what else can \w+ do",
        r"what can i do",
    ),
    (r"(?:can|could) (\w+) (?:still )?do (?:some|any)thing(?: else| now)*", r"what can \1 do"),
    (
        r"how many (?:more )?(?:points|glory) (?:do|does|would|will) (\w+) need to"
        r" (?:overtake|catch|beat|pass) (\w+)",
        r"how many points has \2 more than \1",
    ),
    (r"where (?:does|do) (.+?) come from", r"what is \1 made of"),
    (r"is (.+?) (?:nearly|almost|close to|about to) (?:dead|dying|die|death)", r"how much health has \1"),
    (
        r"how (?:did|does|do|has|have) (\w+?)s? (?:get|got|come|make|made|have)"
        r"(?: to| so many| so much| so few| that many| those| his| her| their| my)*"
        r" (?:points|glory|score|\d+)(?: points| glory)?"
        r"|where (?:do|does|did|are|is) (\w+?)s? (?:points|glory|score) come from",
        r"what is the score of \1\2 made",
    ),
    (
        rf"(?:what|how much|how many \w+) (?:does|would|will) it cost(?: \w+)? to"
        rf" (?:take|fight|reach|go (?:to|for)|{_BUYS}(?: to)?)"
        r" (?!an? )(?:the )?(.+)",
        r"what does \1 cost",
    ),
    (
        r"how (?:much|many) (?:more )?\w+ (?:(?:does|do|would|must|will) (\w+) (?:still )?(?:need|lack|have)"
        r"|(?:is|are) (?:still )?(?:missing|lacking) for (\w+)) (?:for|to \w+)(?: for| to)? (.+)"
        r"|how (?:much|many) (?:more )?\w+ (?:until|till|before) (\w+) can (?:take|buy|get|afford|fight|reach) (.+)",
        r"can \1\2\4 pay for \3\5",
    ),
    (
        r"how (?:much|many) (?:more )?\w+ (?:is|am|are) (\w+) (?:missing|lacking|short)(?: of)? (?:for|to \w+) (.+)",
        r"can \1 buy \2",
    ),
    (
        r"(which|what) (\w+) can (?:still |yet |be )+(?:taken|used|visited|occupied)(?: now| still)?",
        r"\1 \2 are free",
    ),
    (r"(?:what|who|what lies|which \w+) (?:is|are) on (?:the|my) way to (.+)", r"what is between me and \1"),
    (r"what (?:do|does|must) \w+ (?:have to )?(?:beat|fight|defeat|kill) (?:in|on|at) (.+)", r"what lies in \1"),
    (r"is it worth(?: it)?(?: to)? (\w+?)(?:ing)? (.+)", r"should i \1 \2"),
    (r"what is the (?:fastest|quickest|shortest|best|nearest) way(?: for me| from here)? to (.+)", r"how far is \1"),
    (r"how (?:is|are|am) (\w+) doing(?: so far| now)?", r"what has \1 got"),
    (
        r"how (?:far|many \w+)(?: (?:is|are|it|there|away|from|me|i|am))*(?: to)? the (?:nearest|closest|next) (.+)",
        r"where is the nearest \1",
    ),
    (
        r"(?:what are|how good are) (?:my|the|our) (?:chances?|odds) (?:against|with|of \w+ing) (.+)",
        r"can i fight \1",
    ),
    (r"(?:what are|how good are) (\w+?)s? chances? (?:against|with) (.+)", r"can \1 fight \2"),
    (
        r"(?:how (?:badly|much|seriously) (?:is|are|was) (.+) (?:hurt|wounded|injured)"
        r"|what (?:wounds|damage) (?:has|have|did) (.+) (?:taken|suffered))",
        r"how many wounds has \1\2",
    ),
    (
        r"how many (?:more (\w+) (?:can|may|could) (\w+)(?: still)?|(\w+) (?:can|may|could) (\w+) still) \w+",
        r"how many more \1\3 has \2\4",
    ),
)
"""Questions that can be rephrased, in any game; a game's own stand in its `words.toml`."""
_OF_MOVES = lazy_pattern(
    r"\b(?:chances?|odds|likely|probab\w+|costs?|price|pay|needs?|missing|lack\w*|short|enough|afford)\b"
)
_SAID_OF_MOVES = word_set(
    """chance chances odds likely probability probably cost costs price pay need needs missing lack lacking short
    enough more afford what how much many percent"""
)
"""Questions what a move takes, or its chances; the words for that."""
_FAR = lazy_pattern(
    r"(?:how far|how many (?:areas|spaces|steps)|distance)(?! can)(?: away| apart)?"
    r"(?: (?:is|am|are|it|between|from))*( .+)"
)
_BOUGHT = lazy_pattern(r"\b(?:hire|buy|learn|get) (?:an? |the |another )?(.+)")
_VERBS = frozenset({"afford", "attack", "beat", "buy", "fight", "get", "kill", "pay", "pick", "reach", "take"})
"""Verbs that players use for moves which the game names otherwise."""
_MOVES = frozenset({"go", "hire", "journey", "move", "place", "rest", "run", "summon", "use", "walk"})
"""Verbs that only moves have, in any game."""
_CALLED = {"strength": "strength/strong", "cost": "cost/price"}
"""Printed values that players call otherwise too."""
_VALUES = frozenset({"attack", "defenc", "strength", "willpow"})
"""Stems of what fights depend on."""
_TO_WIN = frozenset({"beat", "defeat", "kill", "win"})
"""Verbs that ask for the outcome of a move, and not only whether it can be made."""


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


class OpenGame:
    """A game at a table that answers questions about its state."""

    def __init__(self, table: SavedTable, ahead: Session[Any] | None = None) -> None:
        """Ask about an open game; or about what is `ahead` of it after a move of who decides now."""
        self._table = table
        self._state = (ahead or table.session).present
        self._rules = table.open_save.rules
        self._question: Question[Any] | None = table.session.question
        self._who = self._question.who if self._question is not None else ""

    def says(self, asked: str) -> Statement | None:
        """Return the game's answer; None for a question that isn't about the game but about the rules.

        A question without an answer is tried once more with its misspellings corrected.
        """
        for short, whole in self._short_names.items():
            asked = re.sub(
                rf"(?i)\b(my|our|the|his|her|\w+'s) {short}\b(?! {whole.split()[-1]})", rf"\1 {whole}", asked
            )
        if (now := _IF_ENDED.sub("", asked)) != asked:
            asked = re.sub(r"(?i)\bwho(?:'d| would) (?:win|lead|be \w+)", "who is winning", now).replace(
                " would ", " does "
            )
        if (reply := self._says(asked)) is not None:
            return reply
        mended = rulebook(self._table.game.name).correct_spelling(asked, self.names)
        return self._says(mended) if mended.split() != list(words_of(asked)) else None

    def _says(self, asked: str) -> Statement | None:
        return (
            self._between(asked)
            or self._under_way(asked)
            or self._known(asked)
            or self._after_move(asked)
            or self._both(asked)
            or self._answer(asked)
        )

    def _after_move(self, asked: str) -> Statement | None:
        """Answer what a move of who decides now brings, or how it is then; not where chance decides."""
        plain = _SHORT.sub(r"\1 is", " ".join(words_of(asked)))
        now = {*words_of(self._question.prompt)} if self._question is not None else set[str]()
        for unit in {name for name, _ in self._owned if {*name.split()} <= now}:  # the unit that acts now
            plain = re.sub(rf"\b(if|when|after) (?:the )?{unit} (\w+?)(?:s|es)? ", r"\1 i \2 ", plain)
        plain = re.sub(r"\b(?:after|by|for|when) (\w+ing)\b", r"if i \1", plain)
        plain = re.sub(r"(?<= )\w+", lambda word: _PAST.get(word[0], word[0]), plain)
        if not (
            found := _HYPOTHESIS.fullmatch(plain)
            or _HYPOTHESIS.fullmatch(plain.replace("what if", "what happens if"))
        ):
            return None
        doer, move, then = (found[one] or found[other] for one, other in ((1, 5), (2, 6), (3, 4)))
        if self._question is None or self._question.private or "did" in then.split():
            return None
        if self._players_in([doer]) != {self._who}:
            if doer in map(str.lower, self._players) and (reply := self._known(f"can {doer} {move}")) is not None:
                return reply if _GAINS.fullmatch(then) else None
            named = {
                one.name: one
                for one in self._knowledge.things
                if one.name and self._stems(one.name) <= self._stems(move)
            }
            told = [
                *self._print(self._named(move.split(), whole=True)),
                *map(self._knowledge.describe, named.values()),
            ]
            return _as_statement(told[:MOST]) if _GAINS.fullmatch(then) else None
        options, closed = self._matching(move.split())
        if not options:
            text = "; ".join(dict.fromkeys(one.detail.rstrip(".") for one in closed if one.detail))
            return Statement(f"Not now: {text}.", rules=()) if text else None
        details = {one.detail: f"{one.shown}: {one.detail}" for one in reversed(options) if one.detail}
        if _GAINS.fullmatch(then) and details:
            return _as_statement([f"{self._who}: {text}" for text in [*details.values()][::-1]])
        then = re.sub(r"^(?:will|would) (\w+) be\b", r"is \1", then)
        then = re.sub(r"\b(?:will|would|be|then)\b ?", "", re.sub(r"^(?:will|would)\b", "do", then))
        told, same = list[str](), self._known(then)
        for one in options[: MOST // 2]:
            if (reply := self._ahead(one.text, then)) is None:
                return _as_statement([*details.values()]) if same else None
            told += [f"After {one.shown}: {line}" for line in (reply.answer, *reply.lines)]
        return _as_statement([*(details.values() if same and same.answer in told[0] else ()), *told])

    def _ahead(self, move: str, then: str) -> Statement | None:
        """Answer a question about the game after a move; None if it asks somebody something, or hangs on chance."""
        setup, ahead = self._table.setup, self._table.session.ahead()
        if getattr(setup, "draws", "table") != "table" or getattr(setup, "dice", "entered") != "entered":
            return None
        with suppress(RefereeError):
            ahead.give(move)
            while ahead.draft and ahead.question is not None and ahead.question.who and ahead.question.default:
                ahead.give(ahead.question.default)
            if not ahead.draft or (ahead.question is not None and not ahead.question.who):
                after = OpenGame(self._table, ahead)
                can = _as_statement(after._doing(then)[1])
                return after._known(then) or after._pays(then.split(), then) or can
        return None

    def _matching(self, typed: Sequence[str]) -> tuple[list[Option], list[Option]]:
        """Return the legal and the closed moves that words fit best."""
        question = self._question
        if question is None:
            return [], []
        words, options, closed = table_words(self._table.game.name), question.options(), question.closed()
        area = typed[-1:] if len(typed[-1]) == 1 else ()  # "i" at the end is no player
        options, closed = ([one for one in some if {*area} <= {*words_of(one.text)}] for some in (options, closed))
        said = {*area, *typed[:1]} & {*words_of(*(one.text for one in options))}  # "work"
        tokens = [word for word in typed if word in said or word not in _NO_MOVE | {*words_of(self._who)}]
        if tokens and tokens[0].endswith("ing"):
            verbs = _VERBS | _MOVES | {one.text.partition(" ")[0] for one in options}
            tokens[0] = next((one for one in (tokens[0][:-3], f"{tokens[0][:-3]}e") if one in verbs), tokens[0])
        begins = {one.text.partition(" ")[0] for one in (*options, *closed)}
        if tokens and tokens[0] in (_VERBS | _MOVES) - begins and best((*options, *closed), tokens[1:], words):
            tokens = tokens[1:]
        return (best(options, tokens, words), best(closed, tokens, words)) if tokens else ([], [])

    def _between(self, asked: str) -> Statement | None:
        """Answer what lies between two places."""
        if (ends := _BETWEEN.fullmatch(_SHORT.sub(r"\1 is", " ".join(words_of(asked))))) is None:
            return None
        start, goal = map(self._knowledge.place_of, ends.groups())
        return _as_statement(self._knowledge.between(start, goal)) if start and goal and start is not goal else None

    def _pays(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whether somebody can pay what something costs, or who can."""
        whose = sorted(self._players_in(typed))
        if (asked_of := _PAYS.fullmatch(plain)) is None or len(whose) != bool(asked_of[1]):
            return None
        told = self._knowledge.paying(whose or self._players, asked_of[3])
        if not (told and told[0].startswith(("Yes", "No:"))):  # a price that isn't the same for all
            told = self._doing(plain)[1] or told
        return _as_statement(told) if not asked_of[2] or self._knowledge.is_paid(asked_of[2]) else None

    def _both(self, asked: str) -> Statement | None:
        """Answer two questions in one, or a choice; None if it is neither."""
        joined = _NEXT_QUESTION.sub(" and ", asked) if _ASKS.match(asked) else asked
        plain = _SHORT.sub(r"\1 is", " ".join(words_of(joined)))
        if halves := _HALVES.fullmatch(plain):
            return self._both_halves(*halves.groups())
        if either := _OR.fullmatch(plain):
            can, *things = either.groups()
            replies = {thing: self._move(f"{can}{thing}".split(), f"{can}{thing}") for thing in things}
            told = [f"{thing.capitalize()}: {reply.answer}" for thing, reply in replies.items() if reply]
            return _as_statement(told) if len(told) > 1 else None
        return None

    def _both_halves(self, first: str, then: str) -> Statement | None:
        """Answer both halves of a question, or the first; of what can be done now also its costs or chances."""
        details, named = bool(_DETAILS.fullmatch(then)), self._with_names(then, first)
        clear = not _PRONOUN.search(named)
        if (reply := self._reply(first, details=details)) is None:
            return self._known(named) if clear and _ASKS.match(first) and kind_of(first) not in _GENERAL else None
        if details:
            costs = _ALL_COST.fullmatch(then) and not _ALL_NOW.fullmatch(first)
            priced = self._stems(reply.answer) if costs else frozenset()
            its = [name for name in self._cards if (own := self._stems(name)) and own <= priced]
            more = _as_statement([line for line in self._print(its) if " cost" in line])
        else:
            more = self._reply(named) if clear else None
        lines = dict.fromkeys((*reply.lines, *_lines_of(more)))
        return Statement(reply.answer, tuple(line for line in lines if line != reply.answer), reply.rules)

    def _with_names(self, then: str, first: str) -> str:
        """Return the second half of a question with the names that its pronouns stand for in the first."""
        players = {self._who} if _TURN.fullmatch(first) and self._who else self._players_in(first.split())
        if len(players) == 1:
            then = re.sub(r"\b(?:he|she)\b", min(players).lower(), then)
        whose = self._players_in(then.split())
        if _AND_WHO.fullmatch(then) and len(whose) == 1:
            before = {*words_of(" ".join(players))}
            then = " ".join(min(whose).lower() if word in before else word for word in first.split())
        if counted := re.match(r"how (?:many|much) (\w+)", first):
            then = re.sub(r"^(how (?:many|much)(?: more)?) (?=does|do|did|has|have)", rf"\1 {counted[1]} ", then)
        if then.endswith(("on top", "the top")) and (place := re.search(r"\b(?:in|on|at) (?:the )?(\w+)$", first)):
            return f"{then} of {place[1]}"
        subject = _SUBJECT.fullmatch(first)
        if having := re.match(r"(?:how many|how much|which|what) (\w+) (?:does|do|has|have) (\w+)\b", first):
            return _ITS.sub(f"{self._who.lower() if having[2] == 'i' else having[2]}s {having[1]}", then)
        if subject is None:
            return then
        its = next(filter(None, subject.groups()))
        return _ITS.sub(its.partition(" from ")[0].removesuffix(" cost"), then)

    def _reply(self, asked: str, *, details: bool = False) -> Statement | None:
        return self._known(asked) or self._answer(asked, details=details)

    def _answer(self, asked: str, *, details: bool = False) -> Statement | None:
        plain = _SHORT.sub(r"\1 is", " ".join(words_of(asked)))
        typed = plain.split()
        if (reply := self._of_turns(typed, plain)) is not None:
            return reply
        acting, can = self._doing(plain)
        if can and not acting:
            return _as_statement(can)
        if (reply := self._pays(typed, plain) or self._list_asked(typed, plain, details=details)) is not None:
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
        if _COURSE.fullmatch(plain):
            piles = [
                f"{len(cards)} {pile.there or f'in the {pile.name}'}"
                for pile, owner, cards in self._open_piles
                if not owner
            ]
            return _as_statement([line for line in (self._headline, ", ".join(piles)) if line])
        if (reply := self._rephrased(plain, details=details) or self._has_nobody(plain)) is not None:
            return reply
        ways = (self._far, self._move, self._of_options, partial(self._card, whole=True), self._card)
        if not self._is_own(typed) and (reply := self._not_now(typed, plain)) is not None:
            return reply
        found = (way(ask.split(), ask) for ask in self._worded(plain) for way in ways)
        reply = next((reply for reply in found if reply is not None), None)
        return reply or _as_statement(can) or self._not_now(typed, plain)

    def _of_turns(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer whose turn it is, who follows, what must be decided or thrown now, and what was done last."""
        if _TURN.fullmatch(plain):
            turn = self._turn()
            following = self._known("whose turn is next") if "next" in typed else None
            return Statement(following.answer, (turn.answer,), ()) if following is not None else turn
        if asked_after := _AFTER.fullmatch(plain):
            mine = asked_after[1] in ("me", "mine", self._who.lower())
            reply = self._known("whose turn is next") if mine else None
            if reply is not None and self._who not in reply.answer:
                return reply
            if after := self._after(asked_after[1]):
                return Statement(after, rules=())
        if _HAVE_TO.fullmatch(plain) and (must := self._list_now()) is not None:
            return must
        if _ADVICE.fullmatch(plain):
            turn = self._turn()
            goal = () if self._question is None else rulebook(self._table.game.name).newcomers
            return Statement(turn.answer, tuple(goal), rules=())
        return self._rolls(plain) or self._lately(typed, plain)

    def _has_nobody(self, plain: str) -> Statement | None:
        """Tell that a card is nobody's, if it is known, and neither somebody's nor anywhere on the table."""
        asked_of = _HAS_CARD.fullmatch(plain)
        named = self._named(asked_of[1].split(), whole=True) if asked_of else []
        if asked_of is None or len(named) != 1 or self._stems(named[0]) != self._stems(asked_of[1]):
            return None
        if any(printed(one.name) == named[0] for one in self._knowledge.things):
            return None
        return Statement(f"{'Nobody' if plain.startswith('who') else 'No'}: {named[0]} isn't among the open cards.")

    def _rephrased(self, plain: str, *, details: bool) -> Statement | None:
        """Answer a question by another that asks the same, in any game or in this one."""
        printed_on = partial(self._card, whole=True)
        for pattern, other in (*players_words(self._table.game.name).rephrased.items(), *_TOO):
            if found := re.fullmatch(pattern, plain):
                new = found.expand(other)
                ways: tuple[Callable[[Sequence[str], str], Statement | None], ...] = (
                    self._pays,
                    partial(self._list_asked, details=details),
                    lambda typed, plain: self._known(plain),
                    self._move,
                    self._far,
                    lambda typed, plain: _as_statement(self._doing(plain)[1]),
                    lambda typed, plain: self._after_move(plain),
                    lambda typed, plain: self._between(plain),
                    lambda typed, plain: self._both(plain),
                    printed_on,
                )
                tried = (way(new.split(), new) for way in ways)
                if (reply := next((reply for reply in tried if reply is not None), None)) is not None:
                    return reply
        return None

    def _worded(self, plain: str) -> Iterator[str]:
        """Yield a question as typed; then with the game's words for phrases of several words ("hit points")."""
        yield plain
        other = plain
        for phrase, words in table_words(self._table.game.name).items():
            if " " in phrase:
                other = re.sub(rf"\b{phrase}\b", words[0], other)
        if other != plain:
            yield other

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
            every = (
                f"{one.name} {one.total} {words.unit}" for one in sorted(outcome.standing, key=lambda one: -one.total)
            )
            return _as_statement([*words.verdict(outcome), *([", ".join(every)] if words.points else ())])
        best, *others = sorted(outcome.standing, key=lambda one: -one.total)
        told = [f"{best.name} {best.total} {words.unit}", *(f"{one.name} {one.total}" for one in others)]
        return Statement(f"If the game ended now: {', '.join(told)}.", rules=())

    def _still(self, typed: Sequence[str]) -> Statement | None:
        """Answer how many of the things that win the game a player has, and how many more it takes."""
        telling, whose = {*map(stem, typed)}, self._players_in(typed)
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
        """Return who sits after a player ("me": who decides; "": whose turn it is), clockwise; "" for nobody."""
        still = present(self._state)
        names = [one.name for one in self._state.players if one.name in still and not getattr(one, "out", False)]
        active = getattr(self._state, "active", None)
        turn = self._who if not isinstance(active, int) else self._state.players[active].name
        who = {"me": self._who, "mine": self._who, "": turn}.get(name) or next(
            (one for one in names if name in words_of(one)), ""
        )
        return f"After {who}: {names[(names.index(who) + 1) % len(names)]}." if who in names else ""

    def _under_way(self, asked: str) -> Statement | None:
        """Tell of a move that isn't finished: what must be answered, and what is printed on its cards."""
        draft = self._table.session.draft
        if not draft or self._question is None or not _UNDER_WAY.fullmatch(" ".join(words_of(asked))):
            return None
        prompt = self._question.prompt
        named = self._named([*words_of(prompt, draft[0].text)], whole=True)
        return Statement(
            f"{prompt} ({self._table.session.public_text(Step.of(draft))}).", tuple(self._print(named)), ()
        )

    def _rolls(self, plain: str) -> Statement | None:
        """Tell which dice must be thrown now, and what is printed on the cards that they are thrown for."""
        if self._question is None or self._question.throw is None or not (asked_of := _ROLLS.fullmatch(plain)):
            return None
        prompt, throw = self._question.prompt, self._question.throw
        if not {*asked_of[1].split()} <= {"i", "we", "he", "she", "they", "it", *words_of(prompt, self._who)}:
            return None
        dice = f"{throw.count} {'die' if throw.count == 1 else 'dice'} with {min(throw.faces)} to {max(throw.faces)}"
        named, session = self._named([*words_of(prompt)], whole=True), self._table.session
        describe = explaining_of(self._table.game).describe
        before = [one.text for one in describe(self._table.setup, session.state, session.events_under_way)]
        asked = prompt if re.search(r"\bdic?e\b", prompt) else f"{prompt}: {dice}"
        told = before[-1:] or [f"{line}." for line in self._print(named)]
        return Statement(f"{asked}.", tuple(told), rules=())

    def _lately(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Tell what somebody, or whoever was last, did in the turn that was the last one."""
        if not _LATELY.fullmatch(plain):
            return None
        session, whose = self._table.session, self._players_in(typed)
        turns = dict.fromkeys((step.who, step.at) for step in reversed(session.steps) if step.who)
        now = next(iter(turns), ("", ""))
        turns = {turn: None for turn in turns if turn[0] in (whose or {turn[0]})}
        if len(turns) > 1 and now[0] == self._who and "last" in typed:  # the turn before this one
            turns.pop(now, None)
        if len(whose) > 1 or not turns:
            return None
        last = next(iter(turns))
        its = [session.public_text(step) for step in session.steps if (step.who, step.at) == last]
        return Statement(f"{', '.join(last)}: {'; '.join(its[-MOST:])}.", rules=())

    def _doing(self, plain: str) -> tuple[bool, list[str]]:
        """Answer who can do what from where it is; first whether its moves are asked for now, which tell more."""
        asked = re.sub(r"^(?:so )?why (?:can(?:t|not)|couldnt)\b", "can", plain)
        if (doing := read(self._knowledge.things, asked, self._who)) is None:
            return False, []
        asked_of = {*words_of(self._question.prompt)} if self._question else set()
        acting = any({*words_of(one.name)} <= asked_of for one in doing.doers)
        can = answer(self._knowledge.things, doing, self._who) or []
        return acting, [] if asked != plain and can and can[0].startswith("Yes") else can

    def _is_own(self, typed: Iterable[str]) -> bool:
        """Return whether a question is about the player who decides now: it says "I", that name first, or no name."""
        return self._doer(typed) in (self._who, "")

    def _doer(self, typed: Iterable[str]) -> str:
        """Return who does what is asked: "I", the player named first, or whose unit can; "" for nobody named."""
        players = {word: name for name in self._players for word in words_of(name)}
        plain = " ".join(typed)
        asks = _MAY.match(plain)
        rest = plain[asks.end() :].removeprefix(" the") + " " if asks else ""
        unit = next((owner for name, owner in self._owned if rest.startswith(f" {name} ")), "") if rest else ""
        own = self._who if "i" in plain.split() else unit
        return own or next((players[word] for word in plain.split() if word in players), "")

    @cached_property
    def _owned(self) -> list[tuple[str, str]]:
        """Names of things that have an owner, each as words, with that owner."""
        return [(" ".join(words_of(one.name)), one.owner) for one in self._knowledge.things if one.owner]

    @cached_property
    def _short_names(self) -> dict[str, str]:
        """Last words of the names of what somebody owns and moves, where only one name has the word."""
        units = {printed(one.name) for one in self._knowledge.things if one.owner and one.can}
        words = Counter(word for one in self._knowledge.things for word in {*words_of(printed(one.name), one.kinds)})
        return {last: unit for unit in units if words[last := [*words_of(unit)][-1]] == 1 and " " in unit}

    @property
    def _players(self) -> list[str]:
        return [player.name for player in self._state.players]

    def _list_asked(self, typed: Sequence[str], plain: str, *, details: bool) -> Statement | None:
        """List what can be done now, all or what begins with a verb ("buy"); None if nothing begins with it."""
        names = (" ".join(own) for own in self._owners if own[0][1:])
        unit = next((name for name in names if re.search(rf"\b(?:can|could|may) (?:the |my )?{name}\b", plain)), "")
        if not (asked_all := _ALL_NOW.fullmatch(re.sub(rf"(?:the |my )?\b{unit}\b", "it", plain) if unit else plain)):
            return None
        if self._question and not {*unit.split()} <= {*words_of(self._question.prompt)}:
            return self._turn()
        verb, about = asked_all["verb"], asked_all["about"] or asked_all["mine"] or ""
        if verb in ("do", "play", "answer", "say"):
            return self._list_now(details=details) if self._is_own(typed) else self._turn()
        if self._question is None or not self._is_own(typed):
            return None
        told = self._list_now("buy" if verb == "afford" else verb, about, details=details)
        return told or self._to_places(stem(asked_all["kind"] or ""))

    def _to_places(self, kind: str) -> Statement | None:
        """List the things of a kind to which the options lead."""
        options = self._question.options() if self._question is not None and not self._question.private else ()
        texts = [f" {' '.join(words_of(one.text))} " for one in options]
        its = [one.name for one in self._knowledge.things if kind in map(stem, words_of(one.kinds))]
        fit = [name for name in its if any(f" {' '.join(words_of(printed(name)))} " in text for text in texts)]
        return _as_statement([", ".join(dict.fromkeys(map(printed, fit)))]) if fit else None

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
        anybody = {"anyone", "anybody", "someone", "somebody"} & {*typed}
        if question is None or question.private or anybody or not _MAY.match(plain) or not self._is_own(typed):
            return None
        area = typed[-1:] if len(typed[-1]) == 1 else ()  # "a" at the end is no article
        moves = {one.text.partition(" ")[0] for one in (*question.options(), *question.closed())} - FILLERS  # "work"
        idle = _NO_MOVE - moves | {*words_of(self._who)}
        tokens = [word for word in typed if word in area or word not in idle]
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
        if (by_unit := self._by_unit(tokens, options, closed)) is not None:
            return by_unit
        if fit := best(options, tokens, words) or _against(options, tokens):
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
            said = self._stems(*tokens)
            named = any(one.name and self._stems(printed(one.name)) <= said for one in self._knowledge.things)
            if named and (refusal := refusal_of(question, re.sub(r"^.*?\b(?:i|we) ", "", plain))):
                return Statement(f"No: {refusal}.", (), (refusal.ruling,) if refusal.ruling else None)
            now = self._list_now() if meant else None
            return now and Statement(f"Not now. {now.answer}", rules=())
        return None

    def _by_unit(
        self, tokens: Sequence[str], options: Iterable[Option], closed: Iterable[Option]
    ) -> Statement | None:
        """Answer whether something of who decides now can do what is asked, by the options that name it."""
        for name, owner in self._owned:
            unit = name.split()
            verb, *rest = [*tokens[len(unit) :], ""]
            if owner == self._who and [*tokens[: len(unit)]] == unit and verb and tuple(unit) not in self._owners:
                its, shut = (
                    [one for one in some if one.text.startswith(verb) and {*unit} <= {*words_of(one.text)}]
                    for some in (options, closed)
                )
                fit = [one for one in its if {*map(stem, rest)} - {""} <= self._stems(one.text, one.detail)]
                told = "; ".join(
                    f"{one.shown}{f' ({one.detail})' if one.detail else ''}" for one in fit or its or shut
                )
                return Statement(f"{'Yes' if fit else 'No'}: {told}.") if its or shut else None
        return None

    def _no_way(self, options: Iterable[Option], tokens: Sequence[str]) -> str:
        """Tell whether a move leads now to a thing or a place; "" if the options aren't moves to places."""
        known = self._knowledge
        goal = known.place_of(" ".join(tokens)) if tokens else None
        if goal is None or goal is known.place_of("me"):
            return ""
        ends = [known.place_of(" ".join(words)) for one in options if (words := [*words_of(one.text)][1:])]
        if len(ends) < 2 or not all(ends):
            return ""
        there = known.in_short(goal)
        return f"After a move: one leads to {there} now." if goal in ends else f"No: no move leads to {there} now."

    def _not_now(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Say why somebody named can't do something: the place is taken, it is another's turn, a rule forbids it.

        Of a fight that isn't possible now the printed values are told.
        """
        players = {*words_of(*self._players)}
        who = self._doer(typed)
        asked = [word for word in typed if word not in _NO_MOVE | _VERBS | _MOVES and word not in players]
        does = bool(_CAN.match(plain)) and not self._is_own(typed) and not (_VERBS | _MOVES).isdisjoint(typed)
        if not who or not (does or _WHY_NOT.match(plain)):
            return None
        question = self._question
        if question is not None and not question.private and does:
            shut = best(question.closed(), asked, table_words(self._table.game.name)) if asked else []
            if not any(map(self._has_free_twin, shut)) and (
                why := next((one.detail for one in shut if re.match("taken|closed", one.detail)), "")
            ):
                return Statement(f"No: {why}.", (), tuple(one.rule for one in shut[:1] if one.rule) or None)
        now = self._list_now() if self._is_own(typed) else self._turn()
        bought = _BOUGHT.search(plain) if does else None
        if now and bought and (paid := self._pays([who.lower()], f"can {who.lower()} pay for {bought[1]}")):
            return Statement(paid.answer, (*paid.lines, f"Not now. {now.answer}"), paid.rules)
        no_move = not plain.startswith("why") and (_VERBS | _MOVES).isdisjoint(typed)
        if now is None or (no_move and self._is_own(typed)):
            return None
        fought = self._named(asked, whole=True) if does and not _TO_WIN.isdisjoint(typed) else []
        values = self._knowledge.facts_of(who, _VALUES) if fought else []
        lines = [*(f"{line}." for line in self._print(fought)), *values]
        found = None
        with suppress(RefereeError):
            found = rulebook(self._table.game.name).look_up(plain) if plain.startswith("why") else None
        if found and found.answer and found.scores and found.scores[0] >= SURE:
            return Statement(f"Not now. {now.answer}", (*lines, found.answer), (found.entries[0].id,))
        return Statement(f"Not now. {now.answer}", tuple(lines), rules=())

    def _has_free_twin(self, place: Option) -> bool:
        """Return whether another space is free whose name differs from this option's only by its number."""
        words = {word for word in words_of(place.text) if word.isalpha()}
        twins = [one for one in self._knowledge.things if {w for w in words_of(one.name) if w.isalpha()} == words]
        return any(value is True for one in twins for key, value in one.facts.items() if key.startswith("free"))

    # --- what is counted, and what lies open ----------------------------------------------------------

    def _known(self, asked: str) -> Statement | None:
        """Answer from facts."""
        for typed in self._worded(asked):
            if lines := self._knowledge.answer(typed):
                later = _CAN.match(typed.lower()) and not (_VERBS | _MOVES).isdisjoint(words_of(typed))
                later = later and self._question is not None and not self._is_own(words_of(typed))
                return Statement(lines[0], (*lines[1:], *([f"Not now. {self._turn().answer}"] if later else ())))
        return None

    @cached_property
    def _knowledge(self) -> Knowledge:
        return Knowledge(self._things(), self._players, self._who, table_words(self._table.game.name))

    def _things(self) -> Iterator[Thing]:
        """Yield what the game declares, owners of what is counted, cards in open piles, scores."""
        game, setup, state = self._table.game, self._table.setup, self._state
        names = set()
        for one in game.facts(setup, state):
            names.add(one.name)
            yield from (one, self._as_card(one.name, printed(one.name)))
        for key, value in explaining_of(game).seen(setup, state).items():
            whose, _, name = key.rpartition("'s ")
            if value and key not in ("turn", *names):
                yield Thing(whose, facts={name: value})
        shown = public_view(self._rules, state)
        for kind in kinds_of_owners(self._rules):
            for owner, its in kind.all_in(state).items():
                for counted in declarations(self._rules, kind):
                    value = shown[f"{kind.whose(owner)}{counted.name}"]
                    if isinstance(counted, Pile) and counted.open and value != NOT_TRACKED:
                        yield from self._pile(counted, owner, counted.cards(its))
                    else:
                        unit = getattr(counted, "unit", "")
                        yield Thing(owner, facts={f"{counted.name}{f'/{unit}' if unit else ''}": value})
        words = game.scores().words()
        if words.points and (outcome := self._outcome) is not None:
            key = f"score if the game ended now/score/points/{words.unit}/will"
            for score in outcome.standing:
                parts = dict.fromkeys(line.category for line in score.lines)
                by_part = {
                    f"{words.unit} for {it}/points {it}/{words.unit} {it}/cost {it} {words.unit}": score.points(it)
                    for it in parts
                }
                made_of = ", ".join(f"{it} {score.points(it)}" for it in parts)
                yield Thing(
                    score.name,
                    printed={f"{words.unit} made of/score made": made_of or "nothing"},
                )
                yield Thing(score.name, facts={key: f"{score.total} {words.unit}"}, printed=by_part)

    def _pile(self, pile: Pile[Any], owner: str, cards: Sequence[str]) -> Iterator[Thing]:
        """Yield a pile as a fact of its owner, or as a thing of the table; and its cards."""
        shown = list(map(pile.shown, cards))
        if owner:
            yield Thing(owner, facts={f"{pile.name}/{pile.name} pile": shown})
        else:
            yield Thing(
                pile.name,
                "pile",
                facts={"cards": len(shown), "top": shown[-1] if shown else "nothing", "empty": not shown},
            )
        place = f"{pile.owners.whose(owner)}{pile.name}"
        for card, name in zip(cards, shown, strict=True) if pile.one_place else ():
            yield Thing(card, f"card {pile.name * bool(owner)}", owner, place)
            yield self._as_card(card, name)

    def _as_card(self, thing: str, name: str) -> Thing:
        """Return a thing with the kind of its card, and what is printed on it, if one is known by that name."""
        if (cards := self._table.game.cards) is None or (card := self._cards.get(name)) is None:
            return Thing(thing)
        kind = next(kind for kind, of in cards().types.items() if isinstance(card, of))
        said = cards().describe(card).partition(": ")[2].partition(",")[0].partition(" ")[0].strip(";")
        values = ((one, getattr(card, one)) for one in card.__struct_fields__ if one not in ("name", "copies"))
        found = {_CALLED.get(key, key): one for key, one in values if isinstance(one, int | str) and one != ""}
        return Thing(thing, f"{kind} {said * (said not in found)}", printed=found)

    def _stems(self, *texts: str) -> frozenset[str]:
        return frozenset(stem(word) for text in texts for word in words_of(text.replace("'s ", " ")))

    def _players_in(self, typed: Sequence[str]) -> set[str]:
        """Return the players that a question names ("I": who decides now)."""
        players = {form: name for name in self._players for word in words_of(name) for form in (word, f"{word}s")}
        players |= {word: self._who for word in ("i", "me", "my") if self._who}
        return {players[word] for word in typed if word in players}

    def _ways(self, one: str, typed: Sequence[str]) -> set[str]:
        """Return a stem with its synonyms from the game's table of words."""
        table = table_words(self._table.game.name)
        words = [word for word in typed if stem(word) == one]
        return {one, *(stem(word) for known in words for other in table.get(known, ()) for word in other.split())}

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
        if kind_of(plain) in ("where", "who", "when", "what if") or (
            not whole and kind_of(plain) in ("which", "whether")
        ):
            return None
        named = self._named(typed, whole=whole)
        at_a_place = "card" not in plain and re.match(r"what\w*(?: \w+)? (?:at|on|in)\b", plain)
        if (
            at_a_place
            or (kind_of(plain) == "whether" and len(named) > 1)
            or not 0 < len(named) <= 3
            or self._table.game.cards is None
        ):
            return None
        lines = self._print(named)
        if all(" " not in line.partition(": ")[2] for line in lines):  # only its kind is printed
            return None
        fields = (field for name in named for field in self._cards[name].__struct_fields__)
        apart = self._stems(*named, *self._players, *(f"{name}s" for name in self._players), *fields)
        telling = {stem(word) for word in typed} - _SAYS_NOTHING - _OF_A_CARD - apart
        if any(not self._ways(one, typed) & self._stems(*lines) for one in telling):
            return None
        stands = [self._knowledge.describe(one) for one in self._knowledge.things if one.name in named and one.facts]
        lies = [place for name in named for place in self._lies(name)]
        return _as_statement([*lines, *(lies or stands)])

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

    # --- how far it is, and what it takes ---------------------------------------------------------------

    def _far(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer how many steps lie between two places or things on the board."""
        if not (asked := _FAR.fullmatch(plain)):
            return None
        parts = re.split(r" (?:away from|from|to|and|away)\b ?", f" {asked[1].strip()}")
        ends = [part for part in parts if part.strip()]
        stand = [self._knowledge.place_of(end) for end in (ends if len(ends) > 1 else [*ends, "me"])]
        if len(stand) == 2 and stand[0] and stand[1]:
            steps = self._knowledge.steps(stand[0], stand[1])
            between = f"from {stand[0].name} to {stand[1].name}, whatever lies between"
            return None if steps is None else Statement(f"{steps}: the shortest way {between}.", rules=())
        places = [place for name in self._named(typed, whole=True) for place in self._lies(name)]
        return _as_statement([place for place in places if " lies on " in place])

    def _of_options(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer what a move costs or lacks now, or its chances, by the options and closed moves that are named."""
        question = self._question
        if question is None or question.private or not _OF_MOVES.search(plain) or not self._is_own(typed):
            return None
        idle = {*_NO_MOVE, *_VERBS, *_MOVES, *_SAID_OF_MOVES, *words_of(self._who)}
        asked = {stem(word) for word in typed if word not in idle}
        options = question.options()
        its = [
            one
            for one in (*options, *question.closed())
            if asked & self._stems(one.text) and asked <= self._stems(one.text, one.detail) and one.detail
        ]
        can = {id(one): "Yes: " for one in options} if kind_of(plain) in ("whether", "may") else None
        told = [
            f"{can.get(id(one), 'No: ') if can is not None else ''}{one.shown}: {one.detail}" for one in its[:MOST]
        ]
        return _as_statement(told) if asked else None

    @cached_property
    def _headline(self) -> str:
        """First line of the board: the point of the game."""
        text = io.StringIO()
        self._table.board(Screen(plain=True, file=text, width=WIDE))
        return text.getvalue().partition("\n")[0]


def _as_statement(texts: Sequence[str]) -> Statement | None:
    """Build a statement of facts as sentences; None for none, or too many."""
    if not 0 < len(texts) <= 2 * MOST:
        return None
    first, *rest = [f"{text.rstrip('.')}." for text in dict.fromkeys(texts)]
    return Statement(first, tuple(rest))


def _against(options: Iterable[Option], tokens: Sequence[str]) -> list[Option]:
    """List the options that begin with the first word and whose details have the rest ("attack Wolf")."""
    verb, *names = map(stem, tokens)
    return [
        one
        for one in options
        if names and stem(one.text.partition(" ")[0]) == verb and {*names} <= {*map(stem, words_of(one.detail))}
    ]


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
