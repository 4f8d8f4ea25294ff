"""Answer questions to an open game: from its counters, its board, its cards, and what can be answered now.

All sources are public: counters and piles as everybody sees them, what the screens show, what is printed on cards. A
question counts as one about this game only if all its telling words are found there; else it is one about the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.answers.course import Course
from referee.answers.doing import allies
from referee.answers.forms import (
    ALL_NOW,
    MOST,
    MOVES,
    OF_A_CARD,
    SAYS_NOTHING,
    TURN,
    Statement,
    as_question,
    as_statement,
)
from referee.answers.moves import TO_WIN, MovesNow
from referee.answers.public import AskedTable, GameFacts
from referee.answers.values import EVERYBODY, NOT
from referee.declaration.plain import explaining_of
from referee.errors import RefereeError
from referee.rulebook.answering import kind_of, verdict_word
from referee.rulebook.indexing import stem, words_of
from referee.rulebook.rules import players_words, rulebook
from referee.text.names import printed, word_set
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.play.session import Session

_AHEAD = r"winning|leading|ahead|in the lead|close(?:r|st)? to winning"
_WHO_LEADS = lazy_pattern(
    r"(?:(?:so )?(?:who|which of us|which player)(?: is)?|"
    rf"(?:is|am|are) \w+) (?:{_AHEAD}|the (?:leader|winner)|has the lead|last|losing|behind|second|third)"
    r"(?: of \w+)?(?: now| so far| at the moment)?(?: (?:i|me|\w+) or (?:i|me|\w+))?"
    r"|who lost(?: the game)?|who (?:has )?won(?: the game)?(?: and (?:how|why|by .+|with .+))?|who is the winner"
    r"|who (?:will|would|is going to|is gonna|might)(?: probably| likely)? win(?: this| the game)?(?: right)?"
    r"(?: now| at the moment)?"
    r"|who (?:came|comes|was) (?:last|first|second)"
    r"|what (?:is|was|are|were) (?:the )?(?:final |current )?(?:scores?|results?|standings?)(?: now| at the end)?"
    r"|(?:by )?how (?:far|much|many points)"
    r" (?:behind|ahead)(?: of)?(?: \w+)? (?:am|is|are|was|were) \w+"
    r"|(?:by )?how (?:far|much|many \w+) did \w+ (?:win|lose|lead)(?: by)?"
    r"|(?:by )?how (?:far|much|many)(?: glory| points)? (?:is|am|are|was|were) \w+"
    r" (?:behind|ahead|leading|in the lead)(?: of)?(?: (?!the\b)\w+| the (?:leader|others?|rest))?(?: now| so far)*"
)
_STILL = lazy_pattern(
    r"(?:how (?:many|much|far|close|near|short)|what)\b.*"
    r"\b(?:needs?|miss(?:ing|es)?|lacks?|lacking|short|to (?:get|find|collect|win)|(?:from|to) winning)\b.*"
    r"|(?:does|do|has|have) \w+ (?:have |got )?enough .+ to win"
)
"""Questions how much of what wins a player hasn't got yet."""
_ALL_COST = lazy_pattern(
    r"(?:what|how much) (?:do|does|is|are|would) (?:they|it|these|those|each|everything)(?: all)?(?: cost)?"
)
"""Questions what each thing costs that can be had now."""
_COURSE = lazy_pattern(
    r"how far (?:are we|is the game)(?: now| along| in)*|(?:(?:so|about|roughly) )?"
    r"how (?:many (?:more )?(?:turns|rounds)|long|much longer)(?: \w+){0,4}? (?:left|remain|remaining|to go|to play"
    r"|played|lasts?|takes?|(?:until|till|before) the (?:end|game)(?: .+)?)"
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
    r"(?:who|what|(?:which|how many) (?:space|area)s?|(?:is|are) there (?:any|some)(?:thing|body|one))"
    r"(?: (?:is|are|lies?|lying|stands?|standing|comes?|there))*(?: in)? between (?:the )?(.+) and (?:the )?(.+)"
    r"|(?:is|are) (?:there (?:an? |any )?|the )(?P<what>.+) between (.+) and (.+)"
)
_WAY = lazy_pattern(
    r"how (?:do|can|could|would|will) (\w+)(?: \w+)? (?:get|go|walk|come|travel)(?: from (.+?))? to (.+?)"
    r"(?: from (.+?))?(?: with (?:the |my )?(.+))?"
)
"""Questions how somebody gets to a place."""
_SURE = r"(?i)^((?:(?!\b(?:an?|any\w*|some\w*|that|which) ).)*?)"
_NOT = lazy_pattern(
    rf"{_SURE}\b(?:(is|am|are|was|were|has|have|do|does|did)n'?t\b|(?<!or )(?:not|no longer)\b ?)| or not\b"
)
_NONE = lazy_pattern(
    rf"{_SURE}\bno(?:(?:ne)?[ -]?(body|one|thing)\b|(?:ne)?\b(?! (?:more|less|fewer|later) than)(?: of\b| more\b)?)"
)
"""What denies: "isn't it taken" is answered as "is it taken", and "nobody" with the contrary of "anybody"; not what
denies something of anybody: "is there one that isn't taken"."""
_PRONOUN = lazy_pattern(r"\b(?:it|they|them|he|she|him|her)\b")
_BECAUSE = lazy_pattern(
    r"(?i)(?:[,;] (?:but |as )?(?:he|she|it|they|i|we|the|there|its|my|his|her)| because| since| although)\b.*"
)
"""What is said behind a question why it is asked."""
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
    r"what(?: (?:happens(?: to (?:my|the|his|her) [\w ]+)?|then|(?:will|would) happen"
    r"|(?:do|does|will|would|can) \w+ (?:get|gain|receive|lose|pay)))?"
    r"|how (?:much|many \w+) (?:do|does|will|would) \w+ (?:get|take|lose|pay)"
    r"|(?:do|does|will|would|can|is) \w+ (?:win|lose|die|dead|survive|enough|(?:beat|kill) \w+)"
    r"(?: now| then)?"
)
_PAST = dict(
    one.split("/")
    for one in word_set(
        """took/take went/go bought/buy fought/fight ran/run rode/ride paid/pay moved/move walked/walk
        attacked/attack used/use learnt/learn learned/learn"""
    )
)
_HAS_CARD = lazy_pattern(
    r"(?:who (?:has|owns|holds|got|knows)|(?:does|do|has|have|did) \w+ (?:still |already )?"
    r"(?:have|own|know|hold|got|learnt?|learned|bought|buy|carry)) (?:an? |the )?(.+)"
)
_IS_HAD = lazy_pattern(
    r"(?:is|are|where is) (?:an? |the )?(.+?)(?: (?:still|yet|already|now))*"
    r" (?:available|left|free|taken|gone|there|to (?:get|be had|win|buy)|in the (?:pile|stack|deck))"
)
"""Questions who has a card; and whether anybody has."""
_SHORT = lazy_pattern(r"\b(what|where|who|how|when)s\b")
_BUYS = r"(?:buy|learn|get|find)"
_DONE_BY = r"be (attack|reach|kill|hit|shot|beaten)(?:ed)? by (?:the |my )?(.+)"
_TOO = (
    (r"(?:what|which \w+) can (?:\w+ buy|be bought) (?:in|at|on) (.+)", r"what is for sale in \1"),
    (
        r"(?:what (?:is|are) (?:for|on) (?:sale|offer)"
        r"|what (?:is|are) (?:lying|standing|there(?: to \w+)?|waiting(?: for \w+)?)"
        r"|(?:is|are) there (?:still )?(?:any|some)thing(?: left)? (?:to \w+|for sale)"
        rf"|(?:what|which \w+) can (?:\w+ {_BUYS}|be \w+)"
        rf"|can \w+ {_BUYS} (?:any|some)thing) (?:in|at|on|from) (.+)",
        r"what lies in \1",
    ),
    *(
        (
            r"(?:when|how long until|how many (?:turns|rounds) (?:until|till|before))"
            r"(?: (?:is|am|are|will|does|do|can|it|be))*"
            r" (?:my|our|i|we|\w+)(?: (?:be|goe?s?|up|on|again|next|turn|moves?|plays?|get|to))+",
            asked,
        )
        for asked in ("what is the order of play", "whose turn is next")
    ),
    (
        r"how (?:long|many (?:turns|rounds|moves))"
        r"(?: (?:does|do|will|would|to|until|till|it|take|takes|need|me|i|for))*"
        r"(?: to)? (?:(?:get|go|walk|reach|come|gets|reaches)(?: to)?|to) (.+)",
        r"how far is \1",
    ),
    *(
        (r"who (?:has |have )?lost (?:an? |any )?(creature|fighter|troop|unit)s?( .+)?", rf"which \1s {lost}\2")
        for lost in ("died", "are dead")
    ),
    (r"(?:what|how (?:much|many \w+)) would (.+) cost \w+", r"what does \1 cost"),
    (
        r"what (?:has )?happened (?:in|at|during|with) (?:the )?(?:last )?(\w+?)s? (?:last )?"
        r"(?:fight|battle|duel|attack)",
        r"who did \1 fight",
    ),
    (rf"(?:can|could) i {_DONE_BY}", r"can \2 \1 me"),
    (rf"(?:can|could) (?:the |my )?(.+?) {_DONE_BY}", r"can \3 \2 \1"),
    (
        r"who(?:se| is)?(?: turn)? (?:comes|is|goes|plays|moves) (?:after(?:wards| that| this)?|then)",
        r"whose turn is next",
    ),
    (r"where is the next (.+)", r"where is the nearest \1"),
    (r"(why|how) did (\w+) and \w+ win", r"\1 did \2 win"),
    (r"(?:is it|will it be) (?:\w+?)s? (?:turn|go) (after|before) (\w+)", r"who is \1 \2"),
    (r"what is (?:the |my )?(?:reward|prize|loot) (?:for|of|from) (?:\w+ing )?(?:the )?(.+)", r"what does \1 do"),
    (
        r"what (?:bonus|effect|use) (?:does|is) (?:the )?(.+?)(?: (?:give|have|bring|for|to|me|here|now))*",
        r"what does \1 do",
    ),
    (
        r"(?:which|what) \w+ did (?:(\w+) (?:just )?(?:play|use|make)(?: last| just)*|(\w+) last (?:play|use))",
        r"what did \1\2 do last",
    ),
    (
        r"what (?:do|does|would|must) (\w+) (?:still )?(?:need|have) (?:for|to (?:learn|buy|get|recruit|hire)) (.+)",
        r"can \1 pay for \2",
    ),
    (
        r"why (?:is|are) (\w+?)s (\w+) (?:(?:only|so|just|at|still) )*(?:\d+|low|little)(?: now)?",
        r"why has \1 so little \2",
    ),
    *(
        (rf"who (?:is|sits|plays)(?: (?:to|on|at|the))* {side} of (\w+)", rf"who sits {way} \1")
        for side, way in (("left", "after"), ("right", "before"))
    ),
    (r"(?:how much|what) (?:is|are) (\w+?)s? (?:stuff|things|cards|holdings|lot) worth", r"what is the score of \1"),
    (r"(where|what|which .+?) (?:is|am|are) (\w+) (?:allowed|permitted) to (.+)", r"\1 can \2 \3"),
    (
        r"(?:how|what) (?:do|does|can|could|would|must|should) (\w+) (?:(?:need|have) to )?"
        r"(?:beat|defeat|win against|get past|kill) (?:the )?(.+)",
        r"what happens if \1 beat \2",
    ),
    (
        r"how (?:do|can|could|would) \w+ win (?:this|the|that) (?:fight|battle|attack)"
        r"|what (?:is|are) (?:my|our|the) totals?(?: now| so far)*"
        r"|what are (?:my|the) (?:chances?|odds)(?: now| here| in this (?:fight|battle|attack))*",
        r"what am i fighting",
    ),
    *(
        (rf"who {plays}", r"who is on \1s team")
        for plays in (
            r"(?:plays|is playing|is)(?: together)? with (\w+?)s?",
            r"(?:is|does) (\w+) play(?:ing)?(?: together)? with",
        )
    ),
    (
        r"what (?:is|are) (?:there )?(?:still )?left(?: to do)? for (\w+)(?: to do)?(?: this turn| now)*",
        r"what can \1 do",
    ),
    *(
        (r"can (\w+) (?:still )?(\w+) (?:any|some)(?:body|one|thing)(?: now)?", asked)
        for asked in (r"what can \1 \2", r"can \1 \2")
    ),
    (r"can (\w+) (?:still )?(\w+) (?:an?|any|some|another) (\w+)(?: now)?", r"which \3 can \1 \2"),
    (r"how (?:badly )?(?:hurt|wounded|injured|damaged) (?:is|are) (.+)", r"how many wounds has \1"),
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
        r"what (?:does|would|will|do) (?:an? |the )?(\w+?)(?:s|ing)? (?:give|bring|get|do for) (?:me|us)"
        r"(?: now| here)*",
        r"what do i get if i \1",
    ),
    (r"what can (\w+) do (?:if|when) \1 (\w+)", r"what do \1 get if \1 \2"),
    (r"when was (\w+?)s last (turn|round)", r"what did \1 do last \2"),
    (
        r"what (?:are|is) (?:my|our|the) (?:options|choices|possibilities|moves)|what else can \w+ do",
        r"what can i do",
    ),
    (r"(?:can|could) (\w+) (?:still )?do (?:some|any)thing(?: else| now)*", r"what can \1 do"),
    (
        r"(?:can|could) (i) (?:still )?(?:add|use|do) (?:some|any)thing"
        r" (?:to|for|in) (?:my|this|the) (?:roll|fight|attack)",
        r"what can \1 do",
    ),
    (
        r"how many (?:more )?(?:points|glory) (?:do|does|would|will) (\w+) need to"
        r" (?:overtake|catch|beat|pass) (\w+)",
        r"how many points has \2 more than \1",
    ),
    (r"(what (?:does|do) .+ do) (?:when|if) (?:its|(?:it|they|he|she) (?:is|are|lies?|stands?)) .+", r"\1"),
    *(
        (
            rf"(?:which|what)(?: of my| \w+ of mine)? \w+ can (?:still |yet |now )*be (\w+){ending}(?: now)?",
            r"what can i \1",
        )
        for ending in ("ed", "d")
    ),
    (r"(?:would|will|do|could) (\w+) (?:win|lose) (?:against|with|over|to) (.+)", r"can \1 beat \2"),
    (r"(?:would|will|do|does) (\w+) (beat|defeat|kill) (.+?)(?: with .+)?", r"can \1 \2 \3"),
    (r"where (?:does|do) (.+?) come from", r"what is \1 made of"),
    (r"is it worth(?: it)?(?: to)? (\w+?)(?:ing)? (.+)", r"should i \1 \2"),
    (
        r"(?:what are|how good are) (?:my|the|our) (?:chances?|odds) (?:against|with|of \w+ing) (.+)",
        r"can i fight \1",
    ),
    (
        r"where did (?:(\w+)s|(my)) (.+) come from"
        r"|(?:where|from whom?) did (\w+) get (?:the |his |her |my )?(.+?)(?: from)?",
        r"when did \1\2\4 get \3\5",
    ),
    (
        r"how (?:many|much)(?: more)? (?:wounds|damage|hits?)(?: more)?(?: (?:does|do) (?:it|i|we) (?:take|need))?"
        r" (?:can|until|till|before|to|kills?|destroys?|for)(?: (?:kill|destroy|beat|the|my))* (.+?)"
        r"(?: (?:is|are|dies?|dead|still|takes?|survive|stand|destroyed|killed|dying|before|until|it|from))*",
        r"how much health has \1",
    ),
    (r"is (.+?) (?:nearly|almost|close to|about to) (?:dead|dying|die|death)", r"how much health has \1"),
    (
        r"how (?:did|does|do|has|have) (\w+?)s? (?:get|got|come|make|made|have)"
        r"(?: to| so many| so much| so few| that many| those| his| her| their| my)*"
        r" (?:points|glory|score|\d+)(?: points| glory)?"
        r"|where (?:do|does|did|are|is) (\w+?)s?(?: \d+)? (?:points|glory|score) come from"
        r"|why (?:is|are|has|have|do|does) (\w+?)s?(?: \w+){0,4}? (?:points|glory|score)(?: so| only)?(?: \w+)?"
        r"|why (?:is|am|was|has|have|does|do|did) (\w+)(?: so| far| only| still| have| got| in the| on)*"
        r" (?:below zero|(?:negative|minus)(?: \d+)?|(?:behind|ahead)(?: of)?(?: \w+)?"
        r"|losing|winning|leading|last|lose|win)"
        r"|(?:which|what) (?:\w+ )?(?:brought|brings|gave|gives|got|makes) (?!the\b)(\w+)(?: the)? most(?: \w+)?",
        r"what is the score of \1\2\3\4\5 made",
    ),
    (
        r"(?:what|how much(?: \w+)?|how many \w+) (?:(?:does|would|will) it cost(?: \w+)?"
        r"|(?:do|would|must|will) i (?:have to )?pay)"
        r" to (?:go|get|sail|ride|travel|move|walk|fly|come)(?: from here)? to (.+)",
        r"what does it cost to go to \1",
    ),
    (
        rf"(?:what|how much|how many \w+) (?:does|would|will) it cost(?: \w+)? to"
        rf" (?:take|reach|go (?:to|for)|{_BUYS}(?: to)?)"
        r" (?!an? )(?:the )?(.+)"
        r"|(?:what|how much|how many \w+) (?:do|would|must|will) \w+ (?:have to )?pay for (?!an? )(?:the )?(.+)",
        r"what does \1\2 cost",
    ),
    (
        r"how (?:much|many) (?:more )?\w+ (?:(?:does|do|would|must|will) (\w+) (?:still )?(?:need|lack|have)"
        r"|(?:is|are|am) (?:still )?(?:missing for )?(\w+)(?: still)?(?: missing| lacking| short)?(?: of)?)"
        r" (?:for|to \w+)(?: for| to)? (.+)"
        r"|how (?:much|many) (?:more )?\w+ (?:until|till|before) (\w+) can (?:take|buy|get|afford|fight|reach) (.+)",
        r"can \1\2\4 pay for \3\5",
    ),
    (
        r"(which|what) (\w+) can (?:still |yet |be )+(?:taken|used|visited|occupied)(?: now| still)?",
        r"\1 \2 are free",
    ),
    (r"(?:what|who|what lies|which \w+) (?:is|are) on (?:the|my) way to (.+)", r"what is between me and \1"),
    (r"what (?:do|does|must) \w+ (?:have to )?(?:beat|fight|defeat|kill) (?:in|on|at) (.+)", r"what lies in \1"),
    (r"what is the (?:fastest|quickest|shortest|best|nearest) way(?: for me| from here)? to (.+)", r"how far is \1"),
    (r"how (?:is|are|am) (\w+) doing(?: so far| now)?", r"what has \1 got"),
    (
        r"how (?:far|many \w+)(?: (?:is|are|it|there|away|from|me|i|am))*(?: to)? the (?:nearest|closest|next) (.+)",
        r"where is the nearest \1",
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
_FAR = lazy_pattern(
    r"(?:how far|how many (?:areas|spaces|steps)|distance)(?! can)(?: away| apart)?"
    r"(?: (?:is|am|are|it|between|from))*( .+)"
)


class OpenGame:
    """A game at a table that answers questions about its state."""

    def __init__(self, table: AskedTable, ahead: Session[Any] | None = None) -> None:
        """Ask about an open game; or about what is `ahead` of it after a move of who decides now."""
        self._facts = GameFacts(table, ahead)
        self._moves = MovesNow(self._facts)
        self._course = Course(self._facts, self._moves)

    @property
    def names(self) -> set[str]:
        """Names in this game: of players, other owners, cards and spaces."""
        return self._facts.names

    def of_rules(self, asked: str) -> str:
        """Return a question as one to the rules: without those names of this game that say nothing in them."""
        book = rulebook(self._facts.table.game.name)
        typed, mended = asked, book.correct_spelling(asked, self._facts.names)
        things = {printed(one.name) for one in self._facts.knowledge.board.things if one.owner}
        for name in sorted(things | {*self._facts.cards}, key=len, reverse=True):
            called = rf"(?i)(?:\b(?:the|my|an?) )?\b{re.escape(name)}\b"
            if re.search(called, mended) and not book.speaks_of(name):
                asked, mended = (re.sub(called, "it", asked if re.search(called, asked) else mended),) * 2
        if kind_of(asked) == "may":
            for name in filter(self._facts.who.__ne__, self._facts.players):
                asked = re.sub(rf"(?i)\b{re.escape(name)}\b(?!')", "another player", asked)
        with suppress(RefereeError):
            return asked if asked != typed and book.find(asked) else typed
        return typed

    def says(self, asked: str) -> Statement | None:
        """Return the game's answer; None for a question that isn't about the game but about the rules.

        A question without an answer is tried once more with its misspellings corrected.
        """
        joined = {"".join(words_of(name)): name for name in self._facts.names if " " in name}
        asked = re.sub(r"[^\W\d_]+", lambda word: joined.get(word[0].lower(), word[0]), asked)
        for short, whole in self._facts.short_names.items():
            asked = re.sub(
                rf"(?i)\b(my|our|the|his|her|\w+'s) {short}\b(?! {whole.split()[-1]})", rf"\1 {whole}", asked
            )
        if len(mates := allies(self._facts.knowledge.board.things, self._facts.who)) == 1:
            asked = re.sub(r"(?i)(?<!who is )(?<!who's )\bmy (?:partner|ally|team ?mate|mate)\b", mates[0], asked)
        asked = re.sub(
            r"(?i)\b(?:in |on |at )?(?:the place )?where (?:i|we|he|she) (?:am|is|are|stands?)$", "here", asked
        )
        if (now := _IF_ENDED.sub("", asked)) != asked:
            asked = re.sub(r"(?i)\bwho(?:'d| would) (?:win|lead|be \w+)", "who is winning", now).replace(
                " would ", " does "
            )
        claimed, denied = as_question(asked, self._facts.players)
        if claimed and (reply := self.says(claimed)) is not None:
            return Statement(verdict_word(reply.answer, "claim"), reply.lines, reply.rules) if denied else reply
        head = _BECAUSE.sub("", asked)
        asks = head != asked and kind_of(head) in ("may", "whether")
        if (reply := (self.says(head) if asks else None) or self._says(asked)) is not None:
            return reply
        mended = rulebook(self._facts.table.game.name).correct_spelling(asked, self._facts.names)
        return self._says(mended) if mended.split() != list(words_of(asked)) else None

    def _says(self, asked: str) -> Statement | None:
        if (positive := self._positive(asked)) != asked:
            reply = self._says(positive)
            return _contrary(reply) if reply and positive != _NOT.sub(r"\1\2", asked) else reply
        return (
            self._between(asked)
            or self._course.under_way(asked)
            or self._course.began(_in_full(asked))
            or self._course.history.says(_in_full(asked))
            or self._facts.known(asked)
            or self._after_move(asked)
            or self._both(asked)
            or self._answer(asked)
        )

    def _positive(self, asked: str) -> str:
        """Return whether something is so for a question whether it isn't; any other question as it is."""
        typed = {*words_of(asked)}
        named = {word for name in self._facts.names if typed.issuperset(its := {*words_of(name)}) for word in its}
        unable = kind_of(asked) == "may" and typed.isdisjoint(("i", "we", "you"))  # "can I not move" asks for leave
        if not (kind_of(asked) == "whether" or unable) or not named.isdisjoint(NOT):
            return asked
        positive = _NOT.sub(r"\1\2", asked)
        return positive if typed & EVERYBODY else _NONE.sub(r"\1any\2", positive)

    def _after_move(self, asked: str) -> Statement | None:
        """Answer what a move of who decides now brings, or how it is then; not where chance decides."""
        plain = _in_full(asked)
        now = {*words_of(self._facts.question.prompt)} if self._facts.question is not None else set[str]()
        for unit, owner in dict.fromkeys(self._facts.owned) if self._facts.who else ():
            if (acts := {*unit.split()} <= now) or owner == self._facts.who:
                moved = r"\1 i \2 " if acts else rf"\1 i \2 {unit} "
                plain = re.sub(rf"\b(if|when|after) (?:the |my )?{unit} (\w+?)(?:s|es)?(?: |$)", moved, plain).strip()
        plain = re.sub(r" anyway$|(?<!than)(?<!with) (?:it|(?:this|that) (?:thing|one|guy))$", "", plain)
        plain = re.sub(rf"\b(?:after|by|for|when) (\w+ing|(?:an?|my|the) (?:{'|'.join(MOVES)}))\b", r"if i \1", plain)
        plain = re.sub(r"\bif i (?:an?|my|the) ", "if i ", plain)
        plain = re.sub(r"(?<= )\w+", lambda word: _PAST.get(word[0], word[0]), plain)
        if not (
            found := _HYPOTHESIS.fullmatch(plain)
            or _HYPOTHESIS.fullmatch(plain.replace("what if", "what happens if"))
        ):
            return None
        doer, move, then = (found[one] or found[other] for one, other in ((1, 5), (2, 6), (3, 4)))
        if self._facts.question is None or self._facts.question.private or "did" in then.split():
            return None
        if self._facts.players_in([doer]) != {self._facts.who}:
            if (
                doer in map(str.lower, self._facts.players)
                and (reply := self._facts.known(f"can {doer} {move}")) is not None
            ):
                return reply if _GAINS.fullmatch(then) else None
            return as_statement(self._said_of(move)) if _GAINS.fullmatch(then) else None
        options, closed = self._moves.matching(move.split())
        won = self._said_of(move) if stem(move.split()[0]) in TO_WIN and _GAINS.fullmatch(then) else []
        if won:
            return as_statement([*won, *(f"{one.shown}: {one.detail}" for one in (*options, *closed)[: MOST // 2])])
        if not options:
            text = "; ".join(dict.fromkeys(one.detail.rstrip(".") for one in closed if one.detail))
            return Statement(f"Not now: {text}.", rules=()) if text else None
        details = {one.detail: f"{one.shown}: {one.detail}" for one in reversed(options) if one.detail}
        if _GAINS.fullmatch(then):
            played = (
                self._played(options[0].text)
                if len(options) == 1 and re.search("^what$|happen|^(?!how|what)", then)
                else None
            )
            table = self._facts.table
            brings = explaining_of(table.game).describe(table.setup, played.state, played.events) if played else ()
            told = [f"{self._facts.who}: {text}" for text in [*details.values()][::-1]]
            if told and not brings:
                told += self._facts.printed_on(self._facts.cards_named([*words_of(options[0].text)], whole=True))
            if told or brings:
                return as_statement([*told, *[one.text for one in brings][:MOST]])
        then = re.sub(r"^(?:will|would) (\w+) be\b", r"is \1", then)
        then = re.sub(r"\b(?:will|would|be|then)\b ?", "", re.sub(r"^(?:will|would)\b", "do", then))
        told, same = list[str](), self._facts.known(then)
        for one in options[: MOST // 2]:
            if (reply := self._ahead(one.text, then)) is None:
                return as_statement([*details.values()]) if same else None
            told += [f"After {one.shown}: {line}" for line in (reply.answer, *reply.lines)]
        return as_statement([*(details.values() if same and same.answer in told[0] else ()), *told])

    def _said_of(self, move: str) -> list[str]:
        """Tell what is known of the cards and things that a move names."""
        named = {
            one.name: one
            for one in self._facts.knowledge.board.things
            if one.name and self._facts.stems(printed(one.name)) <= self._facts.stems(move)
        }
        cards = self._facts.printed_on(self._facts.cards_named(move.split(), whole=True))
        return [*cards, *map(self._facts.knowledge.replies.describe, named.values())][:MOST]

    def _played(self, move: str) -> Session[Any] | None:
        """Return the game after a move; None if it asks somebody something, or hangs on chance."""
        setup, ahead = self._facts.table.setup, self._facts.table.session.ahead()
        if getattr(setup, "draws", "table") != "table" or getattr(setup, "dice", "entered") != "entered":
            return None
        with suppress(RefereeError):
            ahead.give(move)
            while ahead.draft and ahead.question is not None and ahead.question.who and ahead.question.default:
                ahead.give(ahead.question.default)
            if not ahead.draft or (ahead.question is not None and not ahead.question.who):
                return ahead
        return None

    def _ahead(self, move: str, then: str) -> Statement | None:
        """Answer a question about the game after a move; None if it can't be looked ahead."""
        if (ahead := self._played(move)) is None:
            return None
        after = OpenGame(self._facts.table, ahead)
        can = as_statement(after._moves.doing(then)[1])
        return after._facts.known(then) or after._moves.pays(then.split(), then) or can

    def _between(self, asked: str) -> Statement | None:
        """Answer what lies between two places, or how to get from one to the other."""
        plain = _in_full(asked)
        if (ends := _BETWEEN.fullmatch(plain)) is not None:
            names = ends[1] or ends[4], ends[2] or ends[5]
        elif (way := _WAY.fullmatch(plain)) is not None:
            names = (way[2] or way[4] or way[5] or way[1], way[3])
        else:
            return None
        start, goal = map(self._facts.knowledge.board.place_of, names)
        if start is None or goal is None or start is goal:
            return None
        if ends and ends["what"]:
            return as_statement(self._facts.knowledge.replies.whether_between(ends["what"], start, goal))
        now = (
            self._moves.move(can := ["can", "i", "get", "to", *names[1].split()], " ".join(can)) if not ends else None
        )
        return as_statement([*_lines_of(now), *self._facts.knowledge.replies.between(start, goal)])

    def _both(self, asked: str) -> Statement | None:
        """Answer two questions in one, or a choice; None if it is neither."""
        joined = _NEXT_QUESTION.sub(" and ", asked) if _ASKS.match(asked) else asked
        plain = _in_full(joined)
        if halves := _HALVES.fullmatch(plain):
            return self._both_halves(*halves.groups())
        if either := _OR.fullmatch(plain):
            can, *things = either.groups()
            replies = {thing: self._moves.move(f"{can}{thing}".split(), f"{can}{thing}") for thing in things}
            told = [f"{thing.capitalize()}: {reply.answer}" for thing, reply in replies.items() if reply]
            return as_statement(told) if len(told) > 1 else None
        return None

    def _both_halves(self, first: str, then: str) -> Statement | None:
        """Answer both halves of a question, or the first; of what can be done now also its costs or chances."""
        details, named = bool(_DETAILS.fullmatch(then)), self._with_names(then, first)
        clear = not _PRONOUN.search(named)
        if (reply := self._reply(first, details=details)) is None:
            return (
                self._facts.known(named) if clear and _ASKS.match(first) and kind_of(first) not in _GENERAL else None
            )
        if details:
            costs = _ALL_COST.fullmatch(then) and not ALL_NOW.fullmatch(first)
            priced = self._facts.stems(reply.answer) if costs else frozenset()
            its = [name for name in self._facts.cards if (own := self._facts.stems(name)) and own <= priced]
            more = as_statement([line for line in self._facts.printed_on(its) if " cost" in line])
        else:
            more = self._reply(named) if clear else None
        lines = dict.fromkeys((*reply.lines, *_lines_of(more)))
        return Statement(reply.answer, tuple(line for line in lines if line != reply.answer), reply.rules)

    def _with_names(self, then: str, first: str) -> str:
        """Return the second half of a question with the names that its pronouns stand for in the first."""
        players = (
            {self._facts.who} if TURN.fullmatch(first) and self._facts.who else self._facts.players_in(first.split())
        )
        if len(players) == 1:
            then = re.sub(r"\b(?:he|she)\b", min(players).lower(), then)
        whose = self._facts.players_in(then.split())
        if _AND_WHO.fullmatch(then) and len(whose) == 1:
            before = {*words_of(" ".join(players))}
            then = " ".join(min(whose).lower() if word in before else word for word in first.split())
        if counted := re.match(r"how (?:many|much) (\w+)", first):
            then = re.sub(r"^(how (?:many|much)(?: more)?) (?=does|do|did|has|have)", rf"\1 {counted[1]} ", then)
        if then.endswith(("on top", "the top")) and (place := re.search(r"\b(?:in|on|at) (?:the )?(\w+)$", first)):
            return f"{then} of {place[1]}"
        subject = _SUBJECT.fullmatch(first)
        if having := re.match(r"(?:how many|how much|which|what) (\w+) (?:does|do|has|have) (\w+)\b", first):
            return _ITS.sub(f"{self._facts.who.lower() if having[2] == 'i' else having[2]}s {having[1]}", then)
        if subject is None:
            return then
        its = re.sub(r"^(?:the )?(?:price|cost) of ", "", next(filter(None, subject.groups())))
        return _ITS.sub(its.partition(" from ")[0].removesuffix(" cost"), then)

    def _reply(self, asked: str, *, details: bool = False) -> Statement | None:
        return self._facts.known(asked) or self._answer(asked, details=details)

    def _answer(self, asked: str, *, details: bool = False) -> Statement | None:
        plain = _in_full(asked)
        typed = plain.split()
        if (reply := self._course.of_turns(typed, plain)) is not None:
            return reply
        acting, can = self._moves.doing(plain)
        if can and not acting:
            return as_statement(can)
        if (
            reply := self._moves.pays(typed, plain) or self._moves.list_asked(typed, plain, details=details)
        ) is not None:
            return reply
        gain = _GAIN.fullmatch(plain)
        if gain and self._facts.is_own(typed) and (reply := self._moves.list_now(gain[1], details=True)) is not None:
            return reply
        if _WHO_LEADS.fullmatch(plain) and (reply := self._course.leads()) is not None:
            return reply
        if _STILL.fullmatch(plain) and (
            reply := self._rephrased(plain, details=details) or self._course.still(typed)
        ):
            return reply
        if _ALL_COST.fullmatch(plain) and (costs := self._moves.list_now(details=True)) is not None:
            return costs
        if _COURSE.fullmatch(plain):
            piles = [
                f"{len(cards)} {pile.there or f'in the {pile.name}'}"
                for pile, owner, cards in self._facts.open_piles
                if not owner
            ]
            return as_statement([line for line in (self._facts.headline, ", ".join(piles)) if line])
        if (reply := self._rephrased(plain, details=details) or self._has_nobody(plain)) is not None:
            return reply
        ways = (self._far, self._moves.move, self._moves.of_options, partial(self._card, whole=True), self._card)
        if not self._facts.is_own(typed) and (reply := self._moves.not_now(typed, plain)) is not None:
            return reply
        found = (way(ask.split(), ask) for ask in self._facts.worded(plain) for way in ways)
        reply = next((reply for reply in found if reply is not None), None)
        reply = reply or as_statement(can) or self._moves.not_now(typed, plain)
        return reply or self._facts.untracked(plain)

    def _has_nobody(self, plain: str) -> Statement | None:
        """Tell that a card is nobody's, if it is known, and neither somebody's nor anywhere on the table."""
        is_had = _IS_HAD.fullmatch(plain)
        asked_of = is_had or _HAS_CARD.fullmatch(plain)
        named = self._facts.cards_named(asked_of[1].split(), whole=True) if asked_of else []
        if asked_of is None or len(named) != 1 or self._facts.stems(named[0]) != self._facts.stems(asked_of[1]):
            return None
        things, replies = self._facts.knowledge.board.things, self._facts.knowledge.replies
        its = [replies.describe(one) for one in things if printed(one.name) == named[0]]
        if its or is_had:
            return as_statement(its or [f"Nobody's: {named[0]} isn't among the open cards"]) if is_had else None
        return Statement(f"{'Nobody' if plain.startswith('who') else 'No'}: {named[0]} isn't among the open cards.")

    def _rephrased(self, plain: str, *, details: bool) -> Statement | None:
        """Answer a question by another that asks the same, in any game or in this one."""
        printed_on = partial(self._card, whole=True)
        for pattern, other in (*players_words(self._facts.table.game.name).rephrased.items(), *_TOO):
            if found := re.fullmatch(pattern, plain):
                new = found.expand(other)
                ways: tuple[Callable[[Sequence[str], str], Statement | None], ...] = (
                    self._moves.pays,
                    partial(self._moves.list_asked, details=details),
                    lambda typed, plain: self._course.history.says(plain) or self._facts.known(plain),
                    self._course.of_turns,
                    lambda typed, plain: self._course.under_way(plain),
                    self._moves.move,
                    self._moves.of_options,
                    self._far,
                    lambda typed, plain: as_statement(self._moves.doing(plain)[1]),
                    lambda typed, plain: self._after_move(plain),
                    lambda typed, plain: self._between(plain),
                    lambda typed, plain: self._both(plain),
                    printed_on,
                    self._card,
                )
                tried = (way(new.split(), new) for way in ways)
                if (reply := next((reply for reply in tried if reply is not None), None)) is not None:
                    return reply
        return None

    def _card(self, typed: Sequence[str], plain: str, *, whole: bool = False) -> Statement | None:
        """Answer with the text of a card that a question names, and where it lies, if nothing else is asked."""
        if kind_of(plain) in ("where", "who", "when", "what if") or (
            not whole and kind_of(plain) in ("which", "whether", "how many")
        ):
            return None
        named = self._facts.cards_named(typed, whole=whole)
        at_a_place = "card" not in plain and re.match(r"what\w*(?: \w+)? (?:at|on|in)\b", plain)
        if (
            at_a_place
            or (kind_of(plain) in ("whether", "may") and len(named) > 1)
            or not 0 < len(named) <= 3
            or self._facts.table.game.cards is None
        ):
            return None
        lines = self._facts.printed_on(named)
        if all(" " not in line.partition(": ")[2] for line in lines):  # only its kind is printed
            return None
        fields = (field for name in named for field in self._facts.cards[name].__struct_fields__)
        apart = self._facts.stems(
            *named, *self._facts.players, *(f"{name}s" for name in self._facts.players), *fields
        )
        often = plain.startswith(("how often", "how many times"))
        telling = {stem(word) for word in typed} - SAYS_NOTHING - OF_A_CARD - apart
        telling -= self._facts.stems("often times use used play turn game") if often else set()
        if any(not self._facts.ways(one, typed) & self._facts.stems(*lines) for one in telling):
            return None
        stands = [
            self._facts.knowledge.replies.describe(one)
            for one in self._facts.knowledge.board.things
            if one.name in named and one.facts
        ]
        lies = [place for name in named for place in self._facts.whereabouts(name)]
        ruled = self._facts.ruled("how often can i use it")[:1] if often else ()
        return as_statement([*lines, *(lies or stands), *ruled])

    def _far(self, typed: Sequence[str], plain: str) -> Statement | None:
        """Answer how many steps lie between two places or things on the board."""
        if not (asked := _FAR.fullmatch(plain)):
            return None
        parts = re.split(r" (?:away from|from|to|and|away)\b ?", f" {asked[1].strip()}")
        ends = [part for part in parts if part.strip()]
        stand = [self._facts.knowledge.board.place_of(end) for end in (ends if len(ends) > 1 else [*ends, "me"])]
        if len(stand) == 2 and stand[0] and stand[1]:
            steps = self._facts.knowledge.board.steps(stand[0], stand[1])
            between = f"from {stand[0].name} to {stand[1].name}, whatever lies between"
            return None if steps is None else Statement(f"{steps}: the shortest way {between}.", rules=())
        places = [
            place for name in self._facts.cards_named(typed, whole=True) for place in self._facts.whereabouts(name)
        ]
        return as_statement([place for place in places if " lies on " in place])


def _in_full(text: str) -> str:
    """Return the words of a text with "who is" for "who's"."""
    return _SHORT.sub(r"\1 is", " ".join(words_of(text)))


def _contrary(said: Statement) -> Statement:
    """Return an answer with no for yes, and yes for no."""
    turned = [
        re.sub(r"^(?:Yes|No)\b", lambda found: "No" if found[0] == "Yes" else "Yes", line) for line in _lines_of(said)
    ]
    return Statement(turned[0], tuple(turned[1:]), said.rules)


def _lines_of(said: Statement | None) -> tuple[str, ...]:
    return () if said is None else (said.answer, *said.lines)
