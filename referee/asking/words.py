"""Words of what is typed: idle ones, those that agree, decline or end a turn, and their plain forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from referee.asking.question import COMMANDS
from referee.text.grammar import FIGURES, ORDINALS
from referee.text.names import fold, nearest, word_set
from referee.text.pattern import lazy_pattern

LEAST = 4
"""Least length of a word that is compared with others: too many are near to a shorter one."""
NEAR = 0.7
"""Least similarity of a misspelt word to a word of an answer, from 0 to 1."""
FILLERS = word_set("""a action actions an and area at by come comes for from go goes going he he'd he'll her him his i
    i'd i'll i'm id im in into is it its let let's lets me my of off on onto our please put puts send sends she she'd
    she'll slot space stay stays take takes the their them then they to up use uses via visits wants we we'll
    will with would""")
"""Stop words: ignored where they are no part of an answer."""
_SAID_AT_END = """all done, done, end, ends, over, stop, enough, finish, finished, i am done, i'm done, next, next
    player, next turn, no action, no actions, no further actions, no more, no more actions, nothing more, nothing to
    do, nothing happened, nothing happens, ready, stops, stops there, that is all, that is it, that's all, that's it,
    that was all, that was it, that is me, that's me, that was me, that's my, skip the rest, do nothing, does nothing,
    nobody else, nothing else, no one else, that's my turn, that's the turn, that was my turn, that was turn, that was
    the turn, out of here, we're out of here, i'm out of here, done buying, done shopping, done trading"""
_ENDED = frozenset(
    " ".join(said.split()) for way in (_SAID_AT_END, _SAID_AT_END.replace("'", "")) for said in way.split(",")
)
"""Phrases that end a turn or a choice."""
_OF_TURNS = word_set(
    """and everybody everyone for from he her here his i i'm in is it me my now of oh ok okay our round she so the
    then this turn we we're well with"""
)
"""Idle words beside a phrase of `_ENDED`."""
ENDS = ("end turn", "done", "nothing", "nobody")
"""Answers that a phrase of `_ENDED` means."""
DENIALS = word_set("doesn't doesnt don't dont never not won't wont")
"""Words that negate the words behind them: "not done" doesn't decline."""
NEGATIONS = DENIALS | word_set(
    "anything decline declines done leave nah neither no nobody none nope nothing out refuse refuses skip stop"
)
"""Words that decline."""
AGREEMENTS = word_set("accept accepted accepts agree agreed agrees alright deal fine good ok okay sure yeah yep yes")
"""Words that agree."""
SMALL_TALK = word_set("""actually again ah also am an another anyway appears arrive arrives as be board bring brings
    came card cards cheers choose comes course damn do drawn draws drew drop dude else enters fills flip flips folks
    get gets gimme give gives goes gonna got guys haha here hey hi hm hmm i'd i'll i'm interested is it's just have
    lets like lol make need now love of oh ok okay once one only ooh pay pays phew pick picks placed please pls
    plz rather rent rents said says side so some sorry spend spends thank thanks that that's there this thx time
    today too try turned turns ugh uh us visit wanna want was well with would wow yay yeah yes you""")
"""Small talk around an answer."""
IDLE = FILLERS | SMALL_TALK
"""All idle words."""
NO_NAMES = FILLERS.union(FIGURES) | word_set("""attack card cards deck decline done draw dunno empty end fight game
    item items lay laying lays left lie lies monster more move new next no nobody none not nothing one's out over
    pass rest same show shows skip summon track turn what yes""")
"""Words that make no card's name by themselves."""
_APOLOGIES = word_set("actually ah argh er erm hang hm hmm mind never oh oop oops sorry uh um wait whoops")
"""Words of somebody who has mistyped, which make no card's name either."""
_NUMBER = lazy_pattern(r"[a-z]?\d+")
"""A number, perhaps behind the letter of a kind: "b3"."""
_DICE_BEHIND = lazy_pattern(r" \d+ \d+$")
_PRONOUNS = word_set("he's i i'll i'm let's she's they they're we we'll we're")
_DID = word_set("bought can drew fought gave got had has is lost may paid took used was went will won")
"""Words before any verb; verbs behind a player's name, he or she that don't end in an s, or have no stem with it."""
WORD = lazy_pattern(r"[^\W_]+(?:'[^\W_]+)*")
"""A word, perhaps with apostrophes in it."""
_ASKS = lazy_pattern(
    r"(?:whats|whos|hows|wheres|what|how|why|when|who|whose|which|where|can(?!'t)|could|may"
    r"|(?:does|do(?! (?:it|nothing)\b)|did|is|are)(?! not\b)"
    r"|must|should|shall|describe|explain|remind me|tell (?:me|us)|(?:(?:i|we) )?(?:don'?t|do not) understand"
    r"|(?:if|when) .*\b(?:what|how|who|which|where|do|does|will|can) (?:i|it|he|she|we|they|happens|else|many|much)"
    r"|(?!card )\w+ (?:says?(?! (?:no|yes)\b)|said|thinks?|thought|claims|claimed))\b.* .*|.*[a-z].*\?"
)
"""A question about the rules, by its beginning or its end; "Bo says ..." counts as one."""


def asks(typed: str) -> bool:
    """Return whether a text is plainly a question about the rules."""
    return _ASKS.fullmatch(fold(typed)) is not None


def misspelt_command(typed: str) -> str:
    """Return the command that a word likely misspells; "" if there is none."""
    word = fold(typed)
    if len(word) < LEAST or " " in word:
        return ""
    return next(iter(nearest(word, [name for name in COMMANDS if word[0] in name[:2]], most=1, alike=NEAR)), "")


def is_no_name(text: str) -> bool:
    """Return whether a text is hardly a card's name: a command, letter, number, dice, apology, or only game words."""
    if _NUMBER.fullmatch(fold(text)) or _DICE_BEHIND.search(text):
        return True
    words = {token for token in tokens_of(text) if not token.isdigit()}
    return not words - NO_NAMES - _APOLOGIES or len(text) < 2 or fold(text) in COMMANDS


def tells_of(name: str, people: Collection[str]) -> bool:
    """Return whether a new name is likely a sentence about somebody at the table: "Bo walks to the forest"."""
    first, *rest = fold(name).split() or [""]
    if first in _PRONOUNS or not rest:
        return bool(rest)
    told = len(rest) > 1 and any(fold(name).startswith(f"{fold(one)} ") for one in people)
    does = rest[0] in _DID or ("'" not in rest[0] and stem_of(rest[0]) != rest[0])
    return does and (told or first in ("he", "she"))


def tokens_of(typed: str) -> list[str]:
    """Return the words of a text, folded for comparison."""
    return WORD.findall(fold(typed))


def says_over(typed: str, names: Collection[str] = ()) -> bool:
    """Return whether a text says only that a turn or a choice is over, perhaps with `names` of whose or which."""
    typed = re.sub(
        r" for (?:now|this turn|me|us)\b(?=[\s,.!]*$)", "", re.sub(r"\b(turn|round) \d+", r"\1", fold(typed))
    )
    parts = [tokens_of(one) for one in typed.split(",")]
    short = [[word for word in one if not {word, word.removesuffix("'s")} & {*_OF_TURNS, *names}] for one in parts]
    idle = {*_OF_TURNS, *names}
    behind = [[" ".join(one[:at]) for at in range(1, len(one)) if idle.issuperset(one[at:])] for one in parts]
    every = zip(parts, short, behind, strict=True)
    return all(not _ENDED.isdisjoint((" ".join(one), " ".join(less), *more)) for one, less, more in every)


def in_number(token: str) -> str:
    """Return a number word or an ordinal in figures; any other word as it is."""
    return FIGURES.get(token) or ORDINALS.get(token, token)


def forms_of(token: str) -> Iterator[str]:
    """Yield a word as it is, its stem, its plural, and without a possessive ending."""
    yield from (token, stem_of(token), f"{token}s")
    if token.endswith("'s"):
        yield token.removesuffix("'s")


def stem_of(token: str) -> str:
    """Strip the third person's or plural's "s" from a word: "attacks" is "attack"."""
    if len(token) < LEAST or token[-1] != "s" or token[-2] == "s":
        return token
    return (
        f"{token[:-3]}y" * token.endswith("ies")
        or token[: -2 if token.endswith(("ches", "goes", "shes", "sses")) else -1]
    )
