"""Matching of free text against the legal answers of a question: words of a name, their beginnings, synonyms.

`fit` tries these ways in order and takes the first that gives an answer:

1. the full text of an option, as it is recorded or shown
2. what `question.parse` takes, as typed, with the verb first and bare, or as a list with commas
3. the options with the most matching words: their own, those of their follow-ups, then those of their details
4. the same with the verb that the game writes, and words that end a turn or a choice
5. where names are open (`question.coins`), a known name, or a new one, which is asked about

`fit_plainer` is the fallback: the text as a yes or a no, then without idle words, then `surely`. The way that changes
the text least comes first, so a looser one never takes over an answer that a stricter one understands. What is only
`described` ("all but Anna", "the cheapest"), and the `likeliest`, with most of the words, is asked about.

Only legal answers compete; a text that fits only an illegal one is refused with the reason. Nothing is guessed: a
text that is only near to an answer is asked about (`Suggestion`), and so is one that fits several (`AmbiguousText`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from msgspec import Struct

from referee.asking.interrupts import ways_to_interrupt
from referee.asking.question import OVERRULE, Option, Question
from referee.asking.words import (
    AGREEMENTS,
    DENIALS,
    ENDS,
    FILLERS,
    IDLE,
    LEAST,
    NEAR,
    NEGATIONS,
    NO_NAMES,
    SMALL_TALK,
    WORD,
    asks,
    forms_of,
    in_number,
    is_no_name,
    says_over,
    stem_of,
    tokens_of,
)
from referee.effects.phrases import Misread
from referee.errors import Ambiguous, Illegal, RefereeError, Unreadable, refusal
from referee.text.grammar import FIGURES, ORDINALS
from referee.text.names import AND, fold, nearest, or_list, printable, word_set
from referee.text.pattern import lazy_pattern

Words = Mapping[str, Sequence[str]]
"""Players' words with the rulebook's words for them, from a game's `words.toml`."""


class Vocabulary(Struct, frozen=True):
    """Player names, and the words that players say for the rulebook's.

    `correction` returns the whole correction that a text like "wood +2" stands for; "" if it is none. `verbs` begin
    the moves of the game, whatever is asked now.
    """

    players: Callable[[], Sequence[str]] = tuple
    words: Callable[[], Words] = dict
    correction: Callable[[str], str] = lambda text: ""
    verbs: Callable[[], Collection[str]] = tuple

    def people(self) -> set[str]:
        """Return the words of the players' names."""
        return {word for player in self.players() for word in tokens_of(player)}


QUIET = Vocabulary()
"""Empty vocabulary: no players, no words, no corrections."""


class Suggestion(Unreadable):
    """Error: the text is no answer, but `answer` is likely meant; Enter takes it. A `new` one names a new card.

    `rest` is the text behind it, which answers the questions after it.
    """

    def __init__(self, message: str, answer: str, *, new: bool = False, rest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.answer, self.new, self.rest = answer, new, rest

    def quoting(self, plain: str, typed: str) -> Suggestion:
        """Return the error with the text as it was typed, where it quotes a plainer one."""
        message = str(self).replace(f'"{printable(plain)}"', f'"{printable(typed)}"', 1)
        return Suggestion(message, self.answer, new=self.new, rest=self.rest)


def _no_card(name: str, nearest_one: str) -> Suggestion:
    return Suggestion(f'No card here is called "{printable(name)}". Did you mean {nearest_one}?', nearest_one)


class AmbiguousText(Ambiguous):
    """Error: the text fits several answers, `options`."""

    def __init__(self, typed: str, options: Sequence[Option]) -> None:
        texts = [option.text for option in options[:FEW]]
        more = f", and {len(options) - FEW} more" if len(options) > FEW else ""
        fits = f"{', '.join(texts)}{more}" if more else or_list(texts)
        super().__init__(f'"{printable(typed)}" fits several: {fits}')
        self.options = options


FEW = 4
"""Number of matching answers that are named at most."""


ALIKE = 0.8
"""Least similarity, from 0 to 1, at which a known name is proposed for a new one."""


_ATTACKS = word_set("attack beat fight hit kill strike")
"""Written verbs of moves whose object is struck."""
_ONESELF = word_set("herself himself me myself")
"""Words for the player who decides, where players are the answers."""
_THIRD = word_set("he she they")
"""Words before what somebody does, which is a verb."""
_BESIDE_ONESELF = _ONESELF | word_set("choose chooses for i'll is it it's on pick picks please take takes to")
_SPEAKS = word_set("let let's me")
"""Words of one who speaks of something: the beginning of a name is too little beside them."""
_FACING = word_set("against before face faces facing fights front hits opposite strikes versus vs")
"""Words before the card or player that a card faces."""


_SAYS_WHO = word_set("begin begins did first is lead leads play plays start starts was")
"""Words that are idle beside the name of one among several, whatever the question's words are."""


_REFUSALS = frozenset((*ENDS, "no", "none", "refuse", "decline", "stay out"))
"""Answers that decline."""
_EXCEPTIONS = word_set("but except instead unless")
"""Words which show that not all words before them are meant."""
_NOT_ANY = word_set("anything no nobody none nothing")
"""Those of them, and of the answers, that don't cancel a denial before them."""
_PRAISES = word_set("fine good")
_BESIDE_PRAISE = word_set("and by for go i i'm is it it's let's me oh ok okay so that's then us very we well with")
"""Those that agree only beside such words: "fine by me", but no "good game"."""
_ALL = word_set("or nor all anybody anyone anything both either every everybody everyone everything")
_ROOT = 4
"""Length of a common beginning at which two words count as the same in a yes or a no."""
_DETERMINERS = word_set("a an her his its my our that the their this your")
"""Words before a name."""
_KINDS = word_set("""ability action actions area card cards creature enchantment figure guardian item items monster
    move number ones option piece slot space spell troop turn unit""")
"""Kinds of game pieces, said beside a name."""
_WAYS = word_set("across down east forward left north over right south straight through up west")
"""Directions, which are idle where only one is possible."""
_TO = word_set("in into on onto to visit")
"""Words before the place where something goes."""
_SHORT = {"w": "with", "w/": "with", "using": "with", "->": "for", "=>": "for", "&": "and"}
"""Abbreviations."""


_DOUBTS = lazy_pattern(
    r"\b(?:(?:(?:i|we) )?(?:would(?! (?:like|love|rather)\b)|might|guess|suppose|wish|(?<!^)wonder(?:ing)?)|maybe"
    r"|perhaps|possibly|not yet|hold on|thinking|or not|(?P<if>unless|(?<!as )if|last (?:round|time|turn)|yesterday"
    r"|(?:was|were) (?:about|going|hoping|planning) to|(?:could|should) have|forgot to|like \w+ says"
    r"|(?<!, i )(?<!, we )needs? (?:an?|\d|two)\b|(?<!, )(?:i|we) need(?= (?!to\b)[\w' ]+$))"
    r"|(?<=\w )(?<!he )(?<!it )(?<!ey )(?:is|are)(?= (?:at|in|on|off) (?!to\b)\w)|^i was(?= (?:at|in|on) )"
    r"|^next (?:round|time|turn)(?=,? (?:i|i'll|the|we|we'll)\b)|(?<=[,.] )(?:hm+|erm?|um+)[.!]*$"
    r"|(?<=\w )(?<!and )(?<!then )(?:(?:in|on) the )?next (?:time|(?:round|turn)$))\b,?\s*"
)
"""Words which show that nothing is decided: "I would fight", "maybe the mill", "the guard is in D", "I need a 2"."""
_REMARK = lazy_pattern(
    r"(?!.*\bso\b)(?:(?:i|we)(?:'d| would) (?:like|love|rather)\b.*\bbut\b.*|.+\bbut\b.*\btoo\b.*"
    r"|[a-z] is .+|.+(?<!,) (?:costs?(?:(?: and)? \d+(?: [a-z]+)?)*"
    r"|(?:is|are) (?:free|hungry|(?:far |much |way )?too \w+))[.!]*)"
)
"""Sentences that decide nothing: "I'd love the mill, but it is dear", "the mill costs 5"."""
_EXCLAMATION = lazy_pattern(
    r"(?:(?:ah|come on|hey|oh|ok|wait|well)\W+)*(?:(?:give (?:me|us) |just |wait )?(?:an?|one) (?:moment|sec|second)"
    r"(?: please)?|(?:i )?second (?:that|thoughts?)|let(?: me|'s| us) see(?! \w+$)[\w' ]*|yes(?:,| and| or) no"
    r"|stop (?:it|that)|oh (?:boy|dear|my|well)|over and out|never again|well (?:done|fought|played)(?:,? \w+)?"
    r"|(?:be|keep|stay) calm|game on|get lost|(?:this|that) is the end|leave (?:it|that|this) to \w+"
    r"|(?:\S+ ){0,2}done (?:for|with (?:h(?:er|im)|them|you))|.+ up to (?:h(?:er|im)|them|you)|pass (?:me|us) .+"
    r"|(?:(?:i|we) )?(?:enjoy|hate|like|love) (?:it|this(?: \w+)?)|good for (?:h(?:er|im)|them|us|you)"
    r"|(?:am|are|is|was|were) (?:(?:every\w+|s?he|i|it|that|they|this|we|you)\b|the \w+ \w).*"
    r"|(?:my|your) \w+ is \d+|one, two,? (?:and )?three\b.*)[\s.!]*"
)
"""Remarks that answer nothing, whatever their words stand for: "wait a second", "yes and no", "is it the end"."""
_NO_END = lazy_pattern(
    r"(?:(?:ah|no|oh|oops|sorry|wait)\W+)*(?:(?:ah|no|oh|oops|sorry|wait)\W+no|no\W+sorry"
    r"|not (?:again|h(?:er|im)|me|now|them|us|you)|next time(?:,? \w+)?"
    r"|(?:[\w']+ ){0,2}(?:not|never|no way|\w+n'?t)(?: (?:going|i|just|to|want|yet)){0,4} (?:end|pass)(?:es|ing|s)?"
    r"(?: (?:it|my|our|the|this))?(?: (?:round|turn))?(?: (?:here|now|yet))?"
    r"|stay out of .*|(?:the )?next (?:one|player) (?:is going|will)\b.*"
    r"|(?:[\w']+ ){0,3}(?:not|never|\w+n'?t) stay(?:ing)?(?: here)?)[\s.!]*"
)
"""Words that end no turn: "no no no", "sorry, no", "oh no, not again", "no, not you", "I won't stay", "not pass"."""
_IN_ORDER = lazy_pattern(r"(?i)\b(?:at )?(?:first|second|third|fourth|then|next|finally|last(?:ly)?)\b:? ?")
"""Words for the order of a list."""
_EXCLUDING = lazy_pattern(
    r"(.*?)\b(?:(?:all|(?:any|every)(?:body|one|thing)?|both) but|except(?: for)?|(?:others? )?(?:ones? )?than"
    r"|apart from|besides|and not|instead of|rather than|without|(?<=, )no|(?:^|(?<=, ))(?:but )?not(?: to)?)\b (.+)"
)
"""Descriptions by what isn't meant."""
_LEAST = word_set("fewest least cheap cheaper cheapest easiest lesser lowest smaller smallest weak weaker weakest")
_MOST = word_set(
    "best bigger biggest costliest dearest dearer expensive hardest highest largest most strong stronger strongest"
)
_AMOUNTS = word_set("fewest least most")
_PRICED = word_set("cheap cheaper cheapest costliest dearer dearest expensive")
"""Words that describe one of several by a number in its detail; those about its price."""
_PRICE = lazy_pattern(r"\bfree\b|costs? ([^,;]*)")
_CLAUSES = lazy_pattern(r"[,;]|\b(?:and|but|then)\b")
"""Separators of clauses."""
_EXAMPLE = lazy_pattern(r"(?:^|\W+)like [^:;]+")
"""An example of an answer, in an option's detail."""
_BELOW_ZERO = lazy_pattern(r"(?<!\w)-\d+")
_CHANCE = lazy_pattern(r"\d+% \w+(?: with(?:out)?\b[^;]*)?")
"""A chance in an option's detail, with what it counts on: "28% won with Prayer (1 Magic)"."""
_PASSIVE = lazy_pattern(
    r"(.+?) (?:(?:is|are|was|were|gets?|got|has been|have been)(?: being)?) (\w+) by (.+?)"
    r"((?:,| (?:and|at|for|from|in|into|on|onto|then|to|using|with|\d)).*)?",
    re.IGNORECASE,
)
"""A passive sentence, with who does it behind "by"."""
_IRREGULAR = {"beaten": "beat", "bought": "buy", "fought": "fight", "hit": "hit", "shot": "shoot", "struck": "strike"}
"""Irregular participles of verbs for moves, with these verbs."""
_STAYS_OUT = lazy_pattern(
    r"\b(?:let (?:her|him|it|them) (?:be|go|pass)|i don'?t think so|(?:keep|sit|stay)s? out(?: of (?:it|this))?"
    r"|(?:stand|step)s? aside|(?:hold|stay)s? back|(?:deal|it|that)(?:'s| is) off)\b"
)
"""Phrases that decline."""
_BROUGHT_OUT = lazy_pattern(
    r"\b((?:br[io]ng|call|com|send|tak)e?s?(?: (?!and|then)[\w'-]+){0,3}) out\b", re.IGNORECASE
)
"""Verbs beside which "out" declines nothing."""
_NUMBERED = lazy_pattern(
    r"\b(?:no\.|(?<=card )no|nr\.?|number) ?(?=\d|one\b|two\b|three\b|four\b|five\b|six\b)|#(?=\d)", re.IGNORECASE
)
"""Words before a number that say no more than it."""
_OFTEN = lazy_pattern(r" x\d+$")
_TWICE = lazy_pattern(r" (?:twice|(\d|two|three|four|five) times)\b", re.IGNORECASE)
_SIGHS = r"(?:oh(?: dear)?|ah|argh|hm+|er|erm|um|well|wow)"
_PRAISE = r"(?:awesome|cool|damn|excellent|finally|good|great|lovely|nice|ouch|perfect|sweet)"
_OH = lazy_pattern(
    rf"^(?:now|so|and),? (?=\w+ \w)|^(?:{_SIGHS}\b(?: no\b)?[\s,.!]+|{_PRAISE}[,.!]+\s*)+(?=\w)"
    rf"|[,.!]+\s*(?:{_SIGHS}|{_PRAISE})[\s.!]*$",
    re.IGNORECASE,
)
"""Exclamations before or behind a text."""
_TOO = lazy_pattern(r" (?:as well|please|too)(?=[,.!]|$)", re.IGNORECASE)
"""Idle words behind an answer: "oak warden onto A too, end"."""
_FIRST = lazy_pattern(r"^first,? (?=.*\bthen\b)", re.IGNORECASE)
_THAT_IS_IT = lazy_pattern(r"\bthat(?:'?s| is| was) (?:all|it)\b")
"""Phrases that end a turn, whatever stands behind them."""
_END = lazy_pattern(r"[^\w']*$")
"""Punctuation behind a word."""
_BRACKETED = lazy_pattern(r"\([^()]*\)")


def respelt(question: Question[Any], typed: str) -> str:
    """Return a text with its words split and joined as names have them: "guildhouse", "cross bow"."""
    typed = _TOO.sub("", _FIRST.sub("", _OH.sub("", typed)))
    typed = _NUMBERED.sub("", _BROUGHT_OUT.sub(r"\1", typed))
    typed = _TWICE.sub(lambda often: f" x{FIGURES.get(often[1] or 'two', often[1])}", typed)
    listed = [*question.options(), *question.closed()]
    names = [tokens_of(text) for option in listed for text in (option.text, option.shown, *option.also)]
    known = {word for name in names for word in name}
    splits = {word.replace("'", ""): word for word in known if "'" in word}
    splits |= {
        "".join(name[at:end]): " ".join(name[at:end])
        for name in names
        for at in range(len(name))
        for end in range(at + 2, len(name) + 1)
        if all(map(str.isalpha, name[at:end])) and min(map(len, name[at:end])) > 1
    }
    words, respelled = typed.replace(": ", " ").split(), list[str]()
    while words:
        word = words.pop(0)
        if words and word[-1] not in ",;" and not known.issuperset(tokens_of(f"{word} {words[0]}")):
            joined = "".join(tokens_of(f"{word} {words[0]}"))
            if len(joined) > LEAST and joined in known:
                word = joined + _END.findall(words.pop(0))[0]
        plain = "".join(tokens_of(word))
        instead = plain if plain in known else splits.get(plain) or _bare_verb(question, plain)
        respelled.append(word if instead == plain else instead + _END.findall(word)[0])
    return " ".join(respelled)


def _bare_verb(question: Question[Any], word: str) -> str:
    """Return the verb of a move that a word is a form of ("resting", "attacked"); else the word as it is."""
    stems = [word.removesuffix(ending) for ending in ("ing", "ed") if word.endswith(ending)]
    forms = [form for stem in stems for form in (stem, f"{stem}e", stem[:-1] * (stem[-2:-1] == stem[-1:]))]
    moves = question.moves.moves if question.moves is not None else None
    plain = question.throw is not None or (question.moves is None and question.coins is None)
    said = {option.text.partition(" ")[0] for option in question.options() if plain}
    return next(
        (one for one in forms if one in said or (moves and (one in moves.begins or moves.written_verb(one)))), word
    )


def in_active_voice(question: Question[Any], typed: str) -> str:
    """Return a passive sentence in the active voice: "Bo is attacked by me, 6/4" is "attack Bo, 6/4"; else ""."""
    if (said := _PASSIVE.fullmatch(typed)) is None:
        return ""
    participle = fold(said[2])
    verb = _IRREGULAR.get(participle) or _bare_verb(question, participle)
    if verb == participle and participle.endswith("ed"):
        verb = participle.removesuffix("ed")
    whom = "me" if fold(said[1]) in ("i", "we") else said[1]
    doer = "" if fold(said[3]) in ("me", "us", "myself") else f"{said[3]} "
    return f"{doer}{verb}{'s' * bool(doer)} {whom}{said[4] or ''}"


def exactly(typed: str, options: Sequence[Option]) -> Option | None:
    """Return the option that was typed out in full, as it is recorded or shown; None if none was."""
    key = fold(typed)
    return next((option for option in options if key in (fold(option.text), fold(option.shown))), None)


def fit(question: Question[Any], typed: str, vocabulary: Vocabulary = QUIET) -> str:
    """Return the answer that a text means, as `question.parse` takes it.

    Raises Illegal for what is meant and not allowed, AmbiguousText, Suggestion, or Unreadable.
    """
    options, words = question.options(), vocabulary.words()
    if (exact := exactly(typed, options)) is not None:
        return exact.text
    if (own := exactly(question.who, options)) is not None and _says_oneself(tokens_of(typed), own):
        return own.text
    if question.moves is None and fold(typed).startswith(f"{OVERRULE} "):
        raise Unreadable("only a move can be overruled, and none is asked for now; to correct what is so: adjust")
    refused = _why_unread(question, typed)
    if refused is None:
        return typed
    for spelling in _with_bare_verb(question, typed, words):
        why = _why_unread(question, spelling)
        if why is None and not (_names_area_a(tokens_of(typed)) and tokens_of(spelling)[0] in ("done", "end")):
            return spelling
        if isinstance(why, Illegal) and fold(spelling).partition(" ")[0] in fold(typed):
            typed, refused = spelling, why
    meant = isinstance(refused, Misread) and refused.meant  # "Anna Bo and Cleo": three players, or two?
    if not question.coins and not meant and not isinstance(refused, Illegal) and (listed := as_list(question, typed)):
        return listed
    if repeated := _with_times(question, typed, vocabulary):
        return repeated
    found = _find_fitting(question, typed, vocabulary)
    if not found and question.coins:
        try:
            return _require_known(question, typed, options)
        except RefereeError as error:
            refused = error
    if not found:
        raise _explain_unfit(question, typed, vocabulary, refused)
    if isinstance(refused, Illegal) and (
        len(found) > 1
        or not _has_all_words(found[0], typed)
        or _is_turned_round(found[0], typed)
        or exactly(typed, question.closed()) is not None
    ):
        raise refused  # a readable illegal answer is none of several others
    if len(found) == 1:
        return _in_typed_order(question, typed, found[0], vocabulary)
    several = AmbiguousText(typed, found)
    if all({*tokens_of(typed)} - IDLE <= {*tokens_of(one.text)} for one in found):
        raise several  # each is possible as typed; that another isn't doesn't matter
    raise next((why for _, why in refused_behind_verb(question, typed, options)), several)


def _with_times(question: Question[Any], typed: str, vocabulary: Vocabulary) -> str:
    """Return the move that a text means with how often it is made ("trade wood for iron x2"); "" if it is none."""
    if (often := _OFTEN.search(typed)) is not None and question.moves is not None:
        with suppress(RefereeError):
            text = f"{fit(question, typed[: often.start()], vocabulary)}{often[0]}"
            if _why_unread(question, text) is None:
                return text
    return ""


def _in_typed_order(question: Question[Any], typed: str, option: Option, vocabulary: Vocabulary) -> str:
    """Return an answer that names two players with these in the order in which they were typed, if that is legal.

    Raises Illegal where a text with its verb is another move, turned round: "swap 3 sapphires to iron".
    """
    for spelling in _with_bare_verb(question, typed, vocabulary.words()) if _is_turned_round(option, typed) else ():
        if isinstance(why := _why_unread(question, spelling), Illegal):
            raise why
    players, text = vocabulary.players(), option.text
    named = sorted((player for player in players if re.search(rf"\b{re.escape(player)}\b", text)), key=text.find)
    first, second = (*map(fold(typed).find, map(fold, named)), 0, 0)[:2]
    if len(named) != 2 or first <= second or second < 0:
        return text
    swapped = re.sub("|".join(map(re.escape, named)), lambda name: named[name[0] == named[0]], text)
    return swapped if _why_unread(question, swapped) is None else text


def _is_turned_round(option: Option, typed: str) -> bool:
    """Return whether a text says the last two words of an answer the other way round: "iron wood"."""
    said = [stem_of(token) for token in tokens_of(typed) if token not in FILLERS]
    return said[-2:] == [*map(stem_of, tokens_of(option.text))][:-3:-1]


def _says_oneself(said: Sequence[str], own: Option) -> bool:
    """Return whether words stand for the player who decides: "me", "on myself", "Cleo herself"."""
    alone = not _ONESELF.isdisjoint(said) and _BESIDE_ONESELF.union(tokens_of(own.text)).issuperset(said)
    return said == ["i"] or alone


def _in_written_verb(question: Question[Any], tokens: Sequence[str]) -> list[str] | None:
    """Replace the verb that was typed by the game's: "fight Troll" as "journey Troll"; None if there is none."""
    if question.moves is None:
        return None
    for at, token in enumerate(tokens):
        if verb := question.moves.moves.written_verb(stem_of(token)):
            rest = tokens[at + 2 :] if tokens[at + 1 : at + 2] == ["back"] else tokens[at + 1 :]  # "call back"
            rest = [word for word in rest if word != verb]  # "ride the horse"
            hits = not _ATTACKS.isdisjoint((verb, stem_of(token))) and token not in IDLE  # "hit him"
            return [verb, *rest] if hits or not IDLE.issuperset(rest) else None
        if token not in FILLERS:
            break
    return None


def verb_of(question: Question[Any], token: str, words: Words) -> str:
    """Return the verb that the game writes for a word, or that players say for it; the word's stem if it is none."""
    written = question.moves.moves.written_verb(stem_of(token)) if question.moves is not None else ""
    said = next((one for one in words.get(stem_of(token), ()) if one in question.verbs), "")
    return said or written or stem_of(token)


def _has_all_words(option: Option, typed: str) -> bool:
    """Return whether an option has each word of a text, or one that begins with it; idle words count (area names).

    One or two letters must be a whole word of it.
    """
    own = tokens_of(" ".join((option.text, option.shown, *option.also)))
    return all(_has(own, token, LEAST - 1) for token in tokens_of(typed))


def _has(words: Collection[str], token: str, least: int = 0) -> bool:
    """Return whether `token` is one of `words`, or, with at least `least` letters, the beginning of one."""
    return any(word == token or (len(token) >= least and _begins(word, token)) for word in words)


def described(question: Question[Any], typed: str, words: Words) -> list[Option]:
    """List the options that a description fits: "all but Anna", "one other than the wolf", "the cheaper one"."""
    options = [one for one in question.options() if one.text not in _REFUSALS]
    if question.whole or asks(typed) or len(options) < 2:
        return []
    if (excluding := _EXCLUDING.fullmatch(fold(typed))) is not None:
        return _remaining(question, options, tokens_of(excluding[1]), tokens_of(excluding[2]), words)
    names = {name for one in options for name in fold(one.text).split(", ")}
    named = [token for token in tokens_of(typed) if token in names]
    if question.moves is None and len(named) > 2 and _why_unread(question, ", ".join(named)) is None:
        return [Option(", ".join(named))]  # "the draw is Anna Bo Cleo Dan"
    tokens = {*tokens_of(typed)}
    how = min(tokens & (_LEAST | _MOST), key=lambda word: word in _AMOUNTS, default="")
    words_of = {one.text: {*map(stem_of, tokens_of(f"{one.text} {one.shown} {one.detail}"))} for one in options}
    said = {*map(stem_of, tokens - IDLE - _LEAST - _MOST)} - question.verbs & set[str]().union(*words_of.values())
    there = [one for one in options if how and said <= words_of[one.text]]
    numbers = {one.text: _numbers_of(one, priced=how in _PRICED) for one in there}
    wanted = min if (how in _LEAST) != ("less" in tokens) else max
    for unit in [*next(iter(numbers.values()), {})]:
        if len(numbers) > 1 and all(unit in one for one in numbers.values()):
            extreme = wanted(one[unit] for one in numbers.values())
            numbers = {text: one for text, one in numbers.items() if one[unit] == extreme}
    return [one for one in there if one.text in numbers] if len(numbers) < len(there) else []


def _remaining(
    question: Question[Any], options: Sequence[Option], beside: Sequence[str], but: Sequence[str], words: Words
) -> list[Option]:
    """List the options left without those excluded, of those that fit the other words; or one option of all."""
    common = set.intersection(*map(_words_of, options))
    out = {token for token in but if token.isalpha() and any(token in _words_of(one) - common for one in options)}
    kept = [one for one in options if out.isdisjoint(_words_of(one))]
    left = [token for token in (*beside, *but) if token not in out | IDLE | _ALL | question.verbs]
    found = (best(kept, left, words) if left else kept) if out else []
    if len(found) > 1 and question.moves is None and not left:
        return [
            Option(text) for text in (", ".join(one.text for one in found),) if _why_unread(question, text) is None
        ]
    return found if len(found) <= FEW else []


def _numbers_of(option: Option, *, priced: bool) -> dict[str, int]:
    """Return the numbers in an option's detail by the words beside them ("2 glory"), or its price alone."""
    if priced and (price := _PRICE.search(option.detail)) is not None:
        return {"price": sum(map(int, re.findall(r"\d+", price[1] or "")))}
    pairs = [sorted(pair, key=str.isdigit) for pair in pairwise(tokens_of(_PRICE.sub("", option.detail)))]
    return {stem_of(unit): int(number) for unit, number in pairs if number.isdigit() > unit.isdigit()}


def _words_of(option: Option) -> set[str]:
    """Return the words of an option as it is recorded and shown."""
    return {*tokens_of(f"{option.text} {option.shown}")}


def _why_unread(question: Question[Any], typed: str) -> RefereeError | None:
    """Return the error for a text that is no answer as it stands; None if it is one, with known names only."""
    try:
        value = question.parse(typed)
    except RefereeError as error:
        return error
    return Unreadable("it names something new") if question.coins and question.coins(value) else None


def _find_fitting(question: Question[Any], typed: str, vocabulary: Vocabulary) -> list[Option]:
    """List the options that fit a text best: by own words, follow-ups, details, the written verb, or as an ending."""
    if typed.rstrip().endswith("?") and asks(typed):
        return []  # "can I walk there?" doesn't walk
    options, tokens, words = question.options(), tokens_of(typed), vocabulary.words()
    whole = {fold(option.text): option for option in options}
    if question.moves is None and not question.in_parts and len({*tokens}) > 1 and whole.keys() >= {*tokens}:
        return [whole[token] for token in dict.fromkeys(tokens)]  # "off off a c": several answers, none of them idle
    numbered = question.moves is not None or question.in_parts
    named = {word for option in options for word in tokens_of(option.text.partition(" ")[2])}  # an area may be "A"
    idle = FILLERS.union(FIGURES) - question.verbs - named
    if numbered and all(token.isdigit() or token in idle for token in tokens):
        return _with_only_verb(question, tokens)  # a number alone names no move, and no part of an answer
    in_figures = _in_figures(tokens, options)
    found = list[Option]()
    if question.coins is None and question.moves is not None and re.search(r" (?:with(?:out)?|no) ", fold(typed)):
        begins = dict.fromkeys(option.text.partition(" ")[0] for option in options)
        lacking = [f"{verb} {typed}" for verb in begins]  # "ogre with the axe" lacks its verb
        found = [Option(text) for text in lacking if _why_unread(question, text) is None]
    found = found or best(options, tokens, words) or best(_follow_ups(options), tokens, words)
    if not found and in_figures != tokens:
        place = all(token in IDLE or token in ORDINALS for token in tokens)  # "the second slot"
        found = [one for one in best(options, in_figures, words) if one.text.isdigit() or not place]
    if not found and not is_no_name(typed) and not _only_declines_one(question, options):
        blocked = () if _FACING.intersection(tokens) else question.closed()  # a closed "summon Minion" faces nothing
        for variant in (tokens, [token if stem_of(token) in IDLE else stem_of(token) for token in tokens]):
            found = found or _match_details(
                options, variant, _told_by(question, words), blocked, named=question.moves is not None
            )
    if len(found) != 1 and (rewritten := _in_written_verb(question, in_figures)) is not None:
        found = best(options, rewritten, words) or found
        if not found and in_figures[-len(rewritten)] not in FILLERS:  # "take the glory" takes no card
            found = _match_details(options, rewritten, words, (), named=True)
        tokens = rewritten if found else tokens
    if not found and (question.coins is None or question.moves is not None):
        names = _names(question, vocabulary.players()).union(tokens_of(question.subject))
        people = "|".join(map(re.escape, map(fold, vocabulary.players()))) or "-"
        over = re.sub(rf"\bover to (?:{people})\b", "over", fold(typed))
        found = [one for one in options if one.text in ENDS][:1] if says_over(over, names) else []
    if question.in_parts:  # "lift 4 by 1" says nothing of a second assault
        starts = [{part.split()[0] for part in one.text.split(", ")} for one in found]
        found = [one for one, own in zip(found, starts, strict=True) if not own & {*tokens} or own <= {*tokens}]
    content = {*tokens} - FILLERS
    if content and all(
        one.alike and content <= {*tokens_of(one.text)[1:]} - {*tokens_of(one.alike)} for one in found
    ):
        found = []  # "simple" names no unit
    others = _names(question, vocabulary.players(), others=True)
    if question.moves is not None and tokens[0] in others and not {*tokens}.isdisjoint(_ONESELF):
        return []  # "Cleo will attack me" attacks nobody
    verbs = _verbs_in(question, tokens)
    found = [one for one in found if verbs <= {*tokens_of(" ".join((one.text, *one.also)))}]  # it is never idle
    found = [one for one in found if all(number in one.text for number in _BELOW_ZERO.findall(typed))]
    if question.moves is not None:
        does = {two for one, two in pairwise(tokens) if one in _THIRD and two not in FILLERS} - question.verbs
        does = {word for word in does if verb_of(question, word, words) not in question.verbs}
        found = [one for one in found if does <= _words_of(one)]  # "he trains" draws no card Open Training
    return [one for one in found if question.moves is None or _has_letters(one, tokens)]


def _with_only_verb(question: Question[Any], tokens: Sequence[str]) -> list[Option]:
    """Return the only option whose verb makes a move of where a text goes ("to 14"); [] if none, or several."""
    if question.moves is None or tokens[-2:-1] != ["to"]:
        return []
    begins = dict.fromkeys(option.text.partition(" ")[0] for option in question.options())
    found = [Option(text) for verb in begins if _why_unread(question, text := f"{verb} {tokens[-1]}") is None]
    return found if len(found) == 1 else []


def _only_declines_one(question: Question[Any], options: Sequence[Option]) -> bool:
    """Return whether one thing is taken or not: words of its detail are said of it, and decide nothing."""
    return question.moves is None and len(options) == 2 and any(one.text in _REFUSALS for one in options)


def _has_letters(option: Option, tokens: Sequence[str]) -> bool:
    """Return whether a move has the area's letter that ends a text ("to A"), and of several ("to L I") no others."""
    behind_it = len(tokens) - 1
    while behind_it > 1 and tokens[behind_it] in SMALL_TALK:
        behind_it -= 1
    tokens = tokens[: behind_it + 1]  # "onto A too"
    single = [len(token) == 1 and token.isalpha() for token in tokens]
    listed = [*(one in ("and", "or", "then") for one in tokens[1:]), False]  # "a and b" are areas
    behind = [one or two for one, two in zip([*single[1:], True], listed, strict=False)]
    near = zip(tokens, [False, *single], single, behind, strict=False)
    letters = [word for word, before, alone, after in near if alone and (before or after or word not in FILLERS)]
    own = [word for word in tokens_of(option.text) if len(word) == 1 and word.isalpha()]
    if option.text in ENDS and _names_area_a(tokens):
        return False  # "A end", "go to A, end", where A is an area
    if len(letters) > 1 and own:
        return sorted(letters) == sorted(own)
    names = [word for text in (option.text, option.shown, *option.also) for word in tokens_of(text)[1:]]
    idle = len(tokens) < 2 or not single[-1] or tokens[-1] not in FILLERS
    return idle or any(_begins(one, tokens[-1]) for one in names if one not in tokens[:-1])


def _names_area_a(tokens: Sequence[str]) -> bool:
    """Return whether an "a" is no article but an area: "a, end", "to A and stop"."""
    return any(two == "a" and one in _TO | {"", "at"} for one, two in pairwise(["", *tokens]))


def _explain_unfit(
    question: Question[Any], typed: str, vocabulary: Vocabulary, refused: RefereeError
) -> RefereeError:
    """Return the error for a text that fits nothing: why it is illegal, what is likely meant, or why it is unread."""
    if isinstance(refused, Illegal | Suggestion):
        return refused
    options, tokens, words = question.options(), tokens_of(typed), vocabulary.words()
    stays = not _verbs_in(question, tokens).isdisjoint(fold(option.text) for option in options)
    blocked = best(question.closed(), tokens, words)
    if blocked and not (stays and tokens_of(blocked[0].text)[0] not in tokens):  # "stay at the well" doesn't use it
        return Illegal(f"{blocked[0].shown}: {blocked[0].detail}", blocked[0].rule)
    if fold(typed) in question.verbs:
        return Illegal(f'"{printable(typed)}" isn\'t possible now', "")
    for _, why in refused_behind_verb(question, typed, options):
        return why
    content = [token for token in tokens if token not in FILLERS]
    bare = " ".join([*map(stem_of, content[:1]), *content[1:]])
    if question.moves is not None and content and (why_not := refusal_of(question, bare)) is not None:
        return why_not
    details = {word for one in options for word in tokens_of(one.detail)}
    meant = {_translate(token, details, words) for token in tokens}
    leading = [one for one in options if meant <= {*tokens_of(one.detail)}]  # "heal 1 wound", "defense 3"
    if len(leading) == 1 and any(token.isalpha() and len(token) >= LEAST for token in tokens):
        return proposal(typed, leading[0], f" ({leading[0].detail})")
    if isinstance(refused, Misread) and refused.message and "did you mean" not in refused.message:
        return refused  # "bat is Bo's" is no slip for "rat"
    if (spelt := with_near_words(question, typed)) != typed:
        try:
            text = fit(question, spelt, vocabulary)
        except AmbiguousText as several:
            return AmbiguousText(typed, several.options)
        except RefereeError:
            pass
        else:
            text = question.recorded(text)
            return proposal(typed, next((one for one in options if one.text == text), Option(text)))
    near = [] if is_no_name(typed) else best(ways_to_interrupt(question), tokens, words)
    return (proposal(typed, near[0]) if len(near) == 1 else AmbiguousText(typed, near)) if near else refused


def proposal(typed: str, option: Option, more: str = "") -> Suggestion:
    """Return the error that asks whether `option` is meant."""
    return Suggestion(f'"{printable(typed)}" isn\'t an answer. Did you mean {option.shown}{more}?', option.text)


def fit_plainer(question: Question[Any], typed: str, vocabulary: Vocabulary = QUIET) -> str:
    """Return the answer that a text means once idle words are dropped: "torchbearer moves right", "nobody guards".

    Proposes a card's name instead of taking it. Raises as `fit` does.
    """
    refused: RefereeError | None = None
    several: AmbiguousText | None = None
    open_name = not any((question.default, question.numbers, question.throw, question.coins))
    if question.moves is None and not question.options() and ("," in typed or open_name):
        raise Unreadable(f'can\'t read "{printable(typed)}"')  # names, of which no word may be dropped
    people = vocabulary.people()

    def of_people(plain: str) -> bool:
        """Return whether a text names players and nothing else: "let Bo choose" says nothing of a move."""
        named = {*tokens_of(plain)} - FILLERS
        return bool(named) and named <= people

    idle = FILLERS - question.verbs
    for plain in _simplify(question, typed, vocabulary):
        if question.moves is not None and (of_people(plain) or (plain[1:] and idle.issuperset(tokens_of(plain)))):
            continue
        try:
            answer = fit(question, plain, vocabulary)
        except Illegal as error:
            refused = refused or error
        except Suggestion as error:
            refused = refused or (None if error.new else error.quoting(plain, typed))
        except AmbiguousText as error:
            several = several or AmbiguousText(typed, error.options)
        except RefereeError:
            continue
        else:
            options = question.options()
            option = next((option for option in options if option.text == answer), Option(answer))
            verbs = {one.text.partition(" ")[0] for one in options}  # of "recruit NAME" only one
            if len(verbs) == 1 < len(options) and question.moves is None and option not in options:
                continue  # a sentence is no new name
            if (
                (answer.isdecimal() and [one.text for one in options] == ["yes", "no"])  # "it's our first time"
                or _adds_to_only(typed, option)
                or _loses_number(typed, option)
                or (len(plain) == 1 and plain not in tokens_of(answer))  # "go to L", where no area is meant
                or _only_praises(typed, option)
                or (question.moves is not None and option not in options and AGREEMENTS.issuperset(tokens_of(answer)))
                or (
                    question.moves is not None and not _has_letters(option, tokens_of(typed))  # or an area's letter
                )
            ):
                continue
            named = answer.partition(" ")[2] if question.moves is not None else answer
            if question.coins is None or answer in _REFUSALS or {*tokens_of(named)} <= {*tokens_of(typed)}:
                return answer
            refused = refused or _no_card(typed, answer)
    if (sure := surely(question, typed, vocabulary)) is not None:
        return sure.text
    raise refused or several or Unreadable(f'can\'t read "{printable(typed)}"')


def _adds_to_only(typed: str, option: Option) -> bool:
    """Return whether an answer of several things adds one to what is said "only": "fight with the sword only"."""
    said = {*tokens_of(typed)}
    return "only" in said and any(said.isdisjoint(tokens_of(one)) for one in option.text.split(", "))


def _only_praises(typed: str, option: Option) -> bool:
    """Return whether a text has only a word of praise of a longer name: "good for you" is no Good Times."""
    named = {*tokens_of(option.text.partition(" ")[2])}
    said = named & {*tokens_of(typed)}
    return bool(said) and said < named and said <= AGREEMENTS


def _loses_number(typed: str, option: Option) -> bool:
    """Return whether an answer leaves out a typed number, says it of something else, or is an amount paid."""
    said = tokens_of(typed)
    counted = Counter(token for token in said if token.isdigit())
    amount = option.text.isdigit() and not {*map(stem_of, said)}.isdisjoint(("cost", "pay", "spend"))
    lost = not counted.keys() <= {*tokens_of(option.text), *tokens_of(option.shown), *tokens_of(option.detail)}
    return amount or lost or any(tokens_of(option.text).count(number) > many for number, many in counted.items())


def as_list(question: Question[Any], typed: str) -> str:
    """Return an answer of several things with commas, where it has "and", "then" or spaces; "" if it is no list."""
    ways = [AND.sub(", ", typed), re.sub(r"(?i)\s+then\s+", ", ", typed)]
    ways += [f"{typed[: one.start()]}, {typed[one.end() :]}" for one in AND.finditer(typed)]  # "iron and bronze"
    ways.append(AND.sub(", ", _IN_ORDER.sub("", typed)))
    people = question.key in ("players", "as last time")  # their names have spaces
    words = tokens_of(AND.sub(" ", typed))
    sentence = not (IDLE | NEGATIONS | {"are"}).isdisjoint(words)  # "we don't know" is no three cards
    if question.moves is None and not people and not sentence and "," not in typed and not re.search(r"\d", typed):
        ways.append(", ".join(AND.sub(" ", typed).split()))
    for way in ways:
        with suppress(RefereeError):
            if way != typed:
                question.parse(way)
                return way
    return ""


def refusal_of(question: Question[Any], typed: str) -> Illegal | None:
    """Return why a readable answer is illegal; None if it is legal or can't be read."""
    with suppress(RefereeError):
        return refusal(question.parse, typed)
    return None


def refused_behind_verb(
    question: Question[Any], typed: str, options: Sequence[Option]
) -> Iterator[tuple[str, Illegal]]:
    """Yield the moves that lack only their verb ("wolf 2"), in full, each with the reason why it is illegal."""
    if question.moves is None and question.coins is not None:
        return  # cards' names begin with no verb
    verbs, first = (
        dict.fromkeys(option.text.partition(" ")[0] for option in options),
        _CLAUSES.split(typed)[0].strip(),
    )
    if first != typed and any(_why_unread(question, f"{verb} {first}") is None for verb in verbs):
        return  # a verb makes a legal move of it
    for verb in verbs:
        if (error := refusal_of(question, f"{verb} {typed}")) is not None:
            yield f"{verb} {typed}", error


def without_doubt(question: Question[Any], typed: str) -> str | None:
    """Return a text without the words that leave it undecided, "" if nothing is left; None if it has none of them."""
    ends = any(one.text in (ENDS[0], "pass") for one in question.options())
    if (_NO_END.fullmatch(fold(typed)) and ends) or (_EXCLAMATION.fullmatch(fold(typed)) and not question.whole):
        return ""
    if question.moves is not None and (_is_attacked(question, typed) or _stays(question, typed)):
        return ""
    named = {word for one in question.options() for word in _words_of(one)}
    priced = not question.who and _why_unread(question, typed) is None  # "Rope costs 3": the card that came
    several = question.moves is None and re.search("[:,]| with ", typed)  # "Monastery: Night Vigil costs 3"
    if not several and _REMARK.fullmatch(fold(typed)) and not named.isdisjoint(tokens_of(typed)) and not priced:
        return ""
    found = [] if question.whole or ":" in typed else [*_DOUBTS.finditer(fold(typed))]
    if question.moves is None:
        found = [one for one in found if one[0].strip() not in ("is", "are")]  # "the cards are in box.toml"
    known = set[str]().union(*(tokens_of(one.text) for one in (*question.options(), *question.closed()) if found))
    if not found or any(not known.isdisjoint({*tokens_of(one[0])} - {"i", "turn"}) for one in found):
        return None
    return "" if any(one["if"] for one in found) else _DOUBTS.sub("", fold(typed)).strip(" ,.!")


def _stays(question: Question[Any], typed: str) -> bool:
    """Return whether a piece is only said to stay, where no move is called so: "the blades stay put"."""
    where = r"here|put|still|there|tight|(?:at|in|on) \w+|where (?:it|he|she|they)\b.*"
    said = re.search(rf"\b(?:remain|sit|stand|stay|wait)s? (?:{where})$", fold(typed))
    return said is not None and not any(fold(one.text).startswith("stay") for one in question.options())


def _is_attacked(question: Question[Any], typed: str) -> bool:
    """Return whether who could be attacked is said to attack: "the guard attacks me", "the wolf hits"."""
    tokens, verbs = tokens_of(typed), {option.text.partition(" ")[0] for option in question.options()}
    for at, token in enumerate(tokens[1:], start=1):
        verb = verb_of(question, token.removesuffix("ed"), {})
        before = {*tokens[:at]} - IDLE
        if verb not in verbs & _ATTACKS or before <= {*tokens_of(f"{question.subject} {question.who}")}:
            continue
        behind = {*tokens[at + 1 :]}
        attacked = [one for one in question.options() if tokens_of(one.text)[0] == verb]
        targets = [one for one in attacked if not one.detail.startswith("against ")]  # else it is who attacks
        named = {word for option in targets for word in tokens_of(option.text)[1:]}
        if behind <= IDLE | _ONESELF | {"us"} and (behind & {"me", "us"} or token != stem_of(token)):
            return not before.isdisjoint(named)
    return False


def _require_known(question: Question[Any], typed: str, options: Sequence[Option]) -> str:
    """Return an unlisted answer if it names nothing new. Raises Suggestion for a new name, or what `parse` raises."""
    assert question.coins is not None
    value = question.parse(typed)
    name = question.coins(value)
    if not name or fold(typed).startswith("new "):
        return typed
    if is_no_name(name) or asks(typed) or asks(name):
        raise Unreadable(f"\"{printable(typed)}\" isn't a card's name")
    known = {fold(word): option.text for option in options for word in (option.text.partition(" ")[2], option.text)}
    told = [token for token in tokens_of(name) if token not in IDLE and not token.isdigit()]
    described = [one for one in options if told and {*told} <= {*tokens_of(one.detail)}]
    if described and question.moves is None:
        raise AmbiguousText(typed, described)  # "the greek one"
    content = " ".join(token for token in tokens_of(name) if token not in IDLE and not token.isdigit())
    begun = [one for one in known if one and fold(name).startswith(f"{one} ")]  # "good times for everybody"
    if near := begun or nearest(content or name, filter(None, known), most=1, alike=ALIKE):
        raise _no_card(name, known[near[0]])
    doubt = question.warns(value) if question.warns is not None else ""
    text = doubt or f'"{printable(name)}" isn\'t known yet.'
    text += " Is it a new card? Enter, or type what is printed on it."
    raise Suggestion(text, question.record(value, typed), new=True)


def _follow_ups(options: Sequence[Option]) -> list[Option]:
    """List the follow-up options of options, recursively: a summon with its equipment, a figure with its space."""
    found: list[Option] = []
    for option in options:
        more = option.more() if option.more is not None else None
        if more is not None and not more.private:
            listed = [one for one in more.options() if one.text != option.text]
            found += [*listed, *_follow_ups(listed)]
    return found


def _told_by(question: Question[Any], words: Words) -> Words:
    """Return the words that may stand for those of a detail; none in a set-up: "norse" chooses no variant."""
    return words if question.moves is not None or question.who else {}


def _match_details(
    options: Sequence[Option], tokens: Sequence[str], words: Words, closed: Sequence[Option], *, named: bool
) -> list[Option]:
    """Return the only option that has all these words, some perhaps in its detail; at least one itself where `named`.

    A number must stand in the detail beside the same word: "level 4", "2 gold". Words of another option don't count.
    """
    behind_all = {word for one in options for word in tokens_of(one.detail)}
    tokens = [next((one for one in words.get(token, ()) if one in behind_all), token) for token in tokens]  # "xp"
    content = [token for token in tokens if token not in FILLERS | _FACING]
    beside_it = [{*pairwise(near)} for near in zip(["", *content], content, [*content[1:], ""], strict=False)]
    found = []
    verbs = {one.text.partition(" ")[0] for one in options} if named else set()
    at = next((at for at, token in enumerate(content) if stem_of(token) in verbs), 0)
    struck = next((at for at, token in enumerate(tokens) if named and stem_of(token) in _ATTACKS | {"face"}), 0)
    at = at or len([token for token in tokens[:struck] if token in content])
    listed = {pair for one in (*options, *closed) for pair in pairwise(tokens_of(one.text))}
    own_of = {id(one): _words_of(one) for one in (*options, *closed)}
    had = Counter(word for own in own_of.values() for word in own)
    for option in options:
        own = own_of[id(option)]
        detail = tokens_of(_CHANCE.sub("", _EXAMPLE.sub("", option.detail)))
        behind = {word for word in detail if word.isalpha() and word[2:] and not had[word]}
        beside = {pair for pair in pairwise(detail) if pair[0].isdigit() != pair[1].isdigit()}
        beside |= {(number, unit) for unit, number in beside if number.isdigit()}  # "for 2 attack"
        left = [
            token
            for token, pairs in zip(content, beside_it, strict=True)
            if not (token.isdigit() and pairs & (beside - listed))
            and (had[token] > (token in own) or not (pairs & beside or _has(behind, token, LEAST)))
        ]
        if any(token.isalpha() and token not in left for token in content[:at]):
            continue  # a word before the verb names the actor, no target: "the wolf attacks"
        if any(token not in own and not token.isdigit() and len(token) < LEAST - 1 for token in left):
            continue  # too short for the beginning of a word here
        numbers = [token for token in left if token.isdigit()]
        if len(set(numbers)) < len(numbers):
            continue  # a repeated number belongs to something else
        if (len(left) > len(numbers) or not named) and (not left or _rank(option, left, words) is not None):
            found.append(option)
    long = any(token.isdigit() or len(token) >= LEAST for token in content)  # "all" doesn't stand for "after all"
    if len(found) > 1 and all(one.text.startswith(f"{found[0].text} ") for one in found[1:]):
        found = found[:1]  # the others are longer versions of it
    return found if len(found) == 1 and long else []


def _simplify(question: Question[Any], typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield plainer versions of what was typed: a yes or a no, without idle words, with the verb first."""
    options, words = question.options(), vocabulary.words()
    tokens = tokens_of(typed)
    if (
        not tokens
        or (question.moves is not None and _THAT_IS_IT.search(fold(typed)))
        or asks(typed)
        or question.whole
        or ":" in typed
        or typed.strip()[:1].isdigit() > any(map(str.isalpha, typed))
        or (question.throw is not None and any(map(str.isdigit, typed)) and _names_throwers(question, tokens))
    ):
        return
    names = _names(question, vocabulary.players())
    others = _names(question, vocabulary.players(), others=True)
    known = question.verbs.union(*map(_words_of, options))
    said = {token for token in tokens if _translate(token, known, words) in known - {token}}  # "no dodge"
    if agreed := _yes_or_no(question, options, typed, names | said):
        yield agreed
    seen = {fold(typed)}
    expanded = [_SHORT.get(word, word) if at else word for at, word in enumerate(fold(typed).split())]
    expanded = [
        "1" if one == "one" and two == "1" else one
        for one, two in zip(expanded, _in_figures(expanded, options), strict=True)
    ]
    if expanded[1:] and expanded[-1] == "first" and expanded[-2] != "the":
        expanded.pop()  # "the whip first"
    bare = [word for word in expanded if word in known or word not in _DETERMINERS]
    plain = [word for word in expanded if word.strip(",.!") in known or word.strip(",.!") not in SMALL_TALK]
    synonyms = _synonyms(options)
    translated = [synonyms.get(word) or _translate(word, known, words) for word in plain]
    at = next((at for at, word in enumerate(translated) if stem_of(word) in question.verbs), 0)
    stemmed = [stem_of(word) for word in translated[at : at + 1]]
    asked = {*names, *tokens_of(question.prompt)} - known - FILLERS - others
    mover = [word for word in translated[:at] if word not in asked] if question.moves is not None else []
    doer = [word for word in translated[:at] if word not in names | (_DETERMINERS - known)]  # "rent a horse"
    there = known.union(*(tokens_of(one.text) for one in question.closed()))
    moves = others.isdisjoint(doer) and all(
        word in FILLERS or any(name.startswith(word.strip(",.!")) for name in there) for word in doer
    )
    for way in (
        bare if question.coins is None else plain,
        plain,
        translated,
        [word for word in translated if word in known or word not in FILLERS | _WAYS],
        [*mover, *translated[at:]]
        if question.moves is not None
        else [word for word in translated if word not in asked],
        [*stemmed, *doer, *translated[at + 1 :]] * moves,
        [*stemmed, *doer, *(word for word in translated[at + 1 :] if word not in _WAYS)] * moves,
    ):
        if (text := " ".join(way).strip(" ,.!")) and text not in seen:
            seen.add(text)
            yield text


def _names_throwers(question: Question[Any], tokens: Sequence[str]) -> bool:
    """Return whether words beside dice name someone whose dice they may be."""
    known = IDLE.union(*(tokens_of(one.text) for one in question.options()))
    known -= word_set("come he her him like love need please pls plz she want wanna would")  # "I need a 6" has none
    return any(token.isalpha() and token not in known for token in tokens)


def _synonyms(options: Sequence[Option]) -> dict[str, str]:
    """Map synonyms of single words of the options, from their `also`, to these words: "middle" for slot 2."""
    pairs = [(tokens_of(other), tokens_of(option.text)) for option in options for other in option.also]
    same = [zip(*pair, strict=True) for pair in pairs if len(pair[0]) == len(pair[1])]
    return {other: word for both in same for other, word in both if other != word}


def _translate(word: str, known: set[str], words: Words) -> str:
    """Return a word as the options have it: a number in figures, or the rulebook's word for it."""
    if word in known or stem_of(word) in known:
        return word
    phrases = (*words.get(word, ()), *words.get(stem_of(word), ()))
    return next((one for one in phrases if {*tokens_of(one)} <= known), in_number(word))


def _yes_or_no(question: Question[Any], options: Sequence[Option], typed: str, names: Collection[str]) -> str:
    """Return the answer that a plain yes or no stands for ("nobody guards", "no thanks"); "" if it is neither.

    A yes takes no move (each has a name of its own), and a move's name with a no doesn't decline all moves; "draw,
    then nothing", "not that one" and "don't end my turn" are no plain no.
    """
    typed = _STAYS_OUT.sub("declines", fold(typed).replace("done deal", "deal"))
    tokens = tokens_of(typed)
    refusing = [option for option in options if fold(option.text) in _REFUSALS]
    agreeing = [option for option in options if option not in refusing]
    of_both = options if len(options) == 2 and question.moves is None else ()
    moves = [*options, *question.closed()] if question.moves is not None else []
    others = [option for option in moves if option not in refusing]
    named = {stem_of(word) for option in others for word in tokens_of(option.text.partition(" ")[2])}
    idle = (
        SMALL_TALK
        | FILLERS
        | {"answer", "any", "anybody", "anyone", "chance", "do", "does", "more", "way"}
        | ({*map(stem_of, tokens_of(question.prompt)), *names} - named)
    )
    verbs = {option.text.partition(" ")[0] for option in moves}
    several = len({one.text.partition(" ")[0] for one in agreeing}) > 1 or ENDS[0] in (one.text for one in refusing)
    if several and verbs - {"end"} & {*map(stem_of, tokens)}:
        return ""  # "attack nobody" says nothing of the other moves
    idle |= verbs
    idle |= {word for option in of_both for word in tokens_of(" ".join((option.text, option.shown, *option.also)))}
    begun = {word[:_ROOT] for word in idle}
    left = {token for token in tokens if not {token, stem_of(token)} & idle and token[:_ROOT] not in begun}
    if left - AGREEMENTS - NEGATIONS or "that" in tokens:
        return ""
    if NEGATIONS & set(tokens):
        denied = any(one in NEGATIONS and two in AGREEMENTS | {"chance"} for one, two in pairwise(tokens))
        if (several or question.moves is not None) and (
            denied or (DENIALS & {*tokens} and NEGATIONS & {*tokens} <= DENIALS)
        ):
            return ""  # "not a chance", "no deal for you", "don't do it" end no turn
        own = {word for option in agreeing for word in tokens_of(option.text)}
        ends = NEGATIONS.union(*(tokens_of(one.text) for one in refusing)) - DENIALS - _NOT_ANY
        behind = _NOT_ANY | (
            DENIALS | {"declines", "does", "do"} if len(agreeing) == 1 else set()
        )  # "the guard doesn't guard"
        plain = all(_declines(tokens_of(one), own, ends, behind) for one in _CLAUSES.split(typed))
        return refusing[0].text if len(refusing) == 1 and plain else ""
    agreed = AGREEMENTS & {*tokens}
    meant = not agreed <= _PRAISES or {*tokens} <= _PRAISES | _BESIDE_PRAISE  # not "good one", "a draw is fine"
    agrees = bool(agreed) and meant and len(agreeing) == len(refusing) == 1 and question.moves is None
    return agreeing[0].text if agrees else ""


def _declines(clause: Sequence[str], own: set[str], ends: frozenset[str], behind: Collection[str]) -> bool:
    """Return whether a clause declines everything: "buy nothing", but not "best done", "not done".

    `behind` are the words that decline behind the name of what is declined.
    """
    at = next((at for at, word in enumerate(clause) if word in NEGATIONS), len(clause))
    if own & set(clause[:at]) and (at == len(clause) or clause[at] not in behind):
        return False
    return not (DENIALS & set(clause) and ends & set(clause))


def _names(question: Question[Any], players: Sequence[str], *, others: bool = False) -> set[str]:
    """Return the words of the names of the players who may be said to answer, or of the `others`.

    The one who decides gives it. Where the question is for the table, anyone does, but a move only those whom the
    prompt names. Anyone names a card.
    """
    asked = question.who if question.moves is not None or question.coins is None else ""
    prompt = {word.removesuffix("'s") for word in tokens_of(question.prompt)}

    def gives(player: str) -> bool:
        return player == asked if asked else question.moves is None or {*tokens_of(player)} <= prompt

    return {word for player in players if gives(player) != others for word in tokens_of(player)}


def likeliest(question: Question[Any], typed: str, players: Sequence[str] = ()) -> list[Option]:
    """List the options that have most of the words, to ask about where no other is meant; none if they are many.

    None either if a word that is left over names a player or belongs to another option. What is only longer isn't
    listed.
    """
    options = [*question.options(), *_follow_ups(question.options())]
    content = {stem_of(in_number(token)) for token in tokens_of(typed) if token not in IDLE}
    there = {*filter(str.isalpha, tokens_of(question.prompt))} - set[str]().union(*map(_words_of, options))
    content -= there if question.moves is None else set()
    if left_alone := content & (NEGATIONS | {"keep", "without"} - question.verbs):
        ends = [option for option in options if option.text in ENDS]  # "attack nobody" may be the end
        others = [option for option in options if option not in ends]
        named = set.intersection(*map(_words_of, others)) if others else set()  # "leave Cleo alone"
        return ends[:1] if left_alone < content <= question.verbs | NEGATIONS | named | {"alone"} else []
    if question.whole or not _EXCEPTIONS.isdisjoint(content) or not any(map(str.isalpha, content)):
        return []
    decides, written = {*map(stem_of, tokens_of(question.who))}, set[str]().union(*map(_words_of, options))
    content -= decides - written
    if not _ONESELF.isdisjoint(tokens_of(typed)):
        content |= decides & written
    counted = re.findall(r"\b(\d+) ([a-z]+)", fold(typed))
    held = [{word for word in content if _has_all_words(option, word[: 2 * LEAST - 2])} for option in options]
    unheld = content.difference(*held) if held else set()
    for option, some in zip(options, held, strict=True):
        told = {*map(stem_of, tokens_of(option.detail))}
        some.update(word for word in unheld if len(word) > 2 and stem_of(word) in told)
        for number, unit in counted:  # "2 crystals" is no second one
            if (number, unit) in pairwise(tokens_of(option.detail)):
                some.update((number, stem_of(unit)))
            elif unit not in IDLE and stem_of(unit) not in some:
                some.discard(number)
        if (price := _PRICE.search(option.detail)) is not None:
            some.update(content & {*re.findall(r"\d+", price[0])})
    common = set.intersection(*held) if len(held) > 1 else set()
    own = [some - common for some in held]
    if question.moves is not None:  # numbers alone may be dice
        own = [set() if all(map(str.isdigit, some)) else some for some in own]
    most = max(map(len, own), default=0)
    found = [(option, some) for option, some in zip(options, own, strict=True) if most and len(some) == most]
    found.sort(key=lambda one: len(one[0].text))
    people = {word for player in players for word in tokens_of(player)} - {*tokens_of(question.prompt)}
    known = set[str]().union(*own, *({name, f"{name}'s"} & content for name in people))
    said = set[str]().union(*(some for _, some in found))
    amounts = {word for word in content - said if word.isdigit()}
    counts = bool(amounts) and any(map(str.isdigit, "".join(one.text for one, _ in found)))  # "two wounds" aren't one
    if known - said or counts or (said <= question.verbs and 2 * most < len(content)):
        return []
    shortest = [one for one, _ in found if not any(one.text.startswith(f"{other.text} ") for other, _ in found)]
    shortest = _without_alike(shortest)
    return shortest if len(shortest) <= FEW else []


def surely(question: Question[Any], typed: str, vocabulary: Vocabulary) -> Option | None:
    """Return the only option that is meant, where all other words describe it or belong to the question.

    "Activate the serpent with a simple action", "take the boat to the city", "stay at the camp", "of Ash is next". A
    verb in the text must be the move's own or stand in its detail, and a part of the move's name must be said if it
    has one; of a card's name, one word is enough.
    """
    called, _, name = typed.partition(":")
    naming = question.coins is not None and question.moves is None
    new = naming and bool(name) and is_no_name(called)
    tokens = _in_figures(tokens_of(name if new else typed))  # "new card: of Ash"
    denials = NEGATIONS - {"done"} - ({"out"} if naming else set())
    if question.whole or question.in_parts or asks(typed) or (":" in typed and not new):
        return None
    if any({*tokens_of(clause)[:1]} & _FACING for clause in _CLAUSES.split(fold(typed))[1:]):
        return None  # "use the echoes and strike"
    if not denials.isdisjoint(tokens) or not any(token[0].isalpha() for token in tokens):
        return None
    options, words, verbs = question.options(), vocabulary.words(), question.verbs
    tokens = _in_written_verb(question, tokens) or tokens
    known = set[str]().union(*map(_words_of, options))
    people = _names(question, vocabulary.players(), others=True)
    asked = {stem_of(word) for word in tokens_of(_BRACKETED.sub("", question.prompt))} - people - known
    there = {word for word in tokens_of(question.prompt) if len(word) > 1} - people - known  # "stay at the well"
    tokens = [token for at, token in enumerate(tokens) if token not in there or not _at_place(tokens[:at])]
    idle, kinds = IDLE | _WAYS | _KINDS | _SAYS_WHO | asked, set[str]()
    if naming:
        idle |= NO_NAMES
        kinds = {word for meant in words.values() for phrase in meant for word in tokens_of(phrase)} - idle - known
        tokens = [token for token in tokens if ORDINALS.get(token, token) not in asked]
    paid = not {"pay", "spend"}.isdisjoint(map(stem_of, tokens)) and any(map(str.isdigit, tokens))
    units = {word for pair in pairwise(tokens) if any(map(str.isdigit, pair)) for word in pair if paid}
    said_verbs = [token for token in tokens if stem_of(token) in verbs - _KINDS - units]
    firm = [token for token in said_verbs if token not in FILLERS]
    verb = (firm or said_verbs or [""])[0]
    at = tokens.index(verb) if verb else 0
    whole = {fold(option.text) for option in options}
    if len(firm) > 1 or said_verbs[-1:] not in ([], [verb]) or not whole.isdisjoint({*said_verbs} - {verb}):
        return None  # "stay, walk C"
    if not IDLE.union(_names(question, vocabulary.players())).issuperset(tokens[:at]):
        return None
    left = [
        token
        for token in (tokens[at:-1] if tokens[-1:] == ["away"] and not naming else tokens[at:])  # "the axe goes away"
        if token in known
        or token == verb
        or not (token in idle | kinds or stem_of(token) in asked | _KINDS)
        or token.isdigit()
    ]
    named_there = {*pairwise(tokens_of(question.prompt))}
    if any((one in left) != (two in left) for one, two in pairwise(tokens) if (one, two) in named_there):
        return None  # half a name of another one: "attack Storm Warden" isn't the Oak Warden
    if not left or not (new or question.moves is not None or len(left) < len(tokens)):
        return None
    if len("".join(left)) == 1 and left[0] not in known:
        return None
    found = best(options, left, words) if new or len(left) < len(tokens) else []
    if described := not found and not _only_declines_one(question, options):
        found = _match_details(options, left, _told_by(question, words), question.closed(), named=False)
    if len(found) != 1 or not _has_letters(found[0], tokens) or _adds_to_only(typed, found[0]):
        return None
    if _only_praises(typed, found[0]):
        return None
    own, behind = tokens_of(found[0].text), tokens_of(found[0].detail)
    if question.moves is not None:
        telling = [token for token in left if token != verb and not token.isdigit()]
        telling += [token for token in left if token.isdigit()] if described and telling else []
        many = len([token for token in telling if _has_all_words(found[0], token)])
        if verb and own[0] != stem_of(verb):
            return found[0] if many and stem_of(verb) in behind else None  # "heal with the cape"
        at_place = any(token in behind and _at_place(tokens[:at], _TO) for at, token in enumerate(tokens))
        alone = sum(stem_of(verb) == tokens_of(one.text)[0] for one in (*options, *question.closed())) == 1
        named = many > (not verb) or (len(own) == 1 and not described) or (alone and not telling)
        return found[0] if named or at_place or (paid and not verb) else None
    return found[0] if kinds.isdisjoint(tokens) or {*own} <= {*tokens} else None


def _at_place(before: Sequence[str], prepositions: Collection[str] = ("at", "by", "in", "on")) -> bool:
    """Return whether the words before a word make it a place where something is ("at the") or goes."""
    content = [token for token in before[-3:] if token not in _DETERMINERS]
    return bool(content) and content[-1] in prepositions


def best(options: Sequence[Option], tokens: Sequence[str], words: Words) -> list[Option]:
    """List the options that the words fit best; several if they fit equally well.

    Of interchangeable ones (`alike`) only the first, and of others one whose words all the rest have too.
    """
    ranked = [(rank, option) for option in options if (rank := _rank(option, tokens, words)) is not None]
    if not ranked:
        return []
    highest = max(rank for rank, _ in ranked)
    found = [option for rank, option in ranked if rank == highest]
    own = [option for option in found if _rank_of(tokens_of(option.text), tokens, words) == highest]
    if len(found := _without_alike(own[:1] if len(own) == 1 else found)) == 1:
        return found  # "the attacker" wins, though it may be the attacker that loses
    if (
        len(letter := tokens[-1]) == 1 and letter.isalpha() and _TO.issuperset(tokens[:-1])
    ):  # one goes there; what is recalled there has a name
        bare = [option for option in found if tokens_of(option.text)[1:] == [letter]]
        if len(bare) == 1 and not any(option.has_odds for option in found):
            return bare
    sets = [set(tokens_of(option.text)) for option in found]
    least = min(range(len(found)), key=lambda at: len(sets[at]))
    return [found[least]] if all(sets[least] < one for at, one in enumerate(sets) if at != least) else found


def _without_alike(found: list[Option]) -> list[Option]:
    """Return only the first of options that are all interchangeable, else all of them."""
    return found[:1] if found and found[0].alike and len({option.alike for option in found}) == 1 else found


def _rank(option: Option, tokens: Sequence[str], words: Words) -> tuple[int, int] | None:
    """Rank an option: number of whole words that match, and whether the first does; None if a word doesn't fit."""
    idle = (FILLERS | _ALL | {"no"}).issuperset(tokens)  # they are a synonym as a whole only: "come on", but no "on"
    also = [text for text in option.also if not idle or {*tokens_of(text)} == {*tokens}]
    ranks = [_rank_of(tokens_of(text), tokens, words) for text in {option.text, option.shown, *also}]
    return max((rank for rank in ranks if rank is not None), default=None)


def _rank_of(names: Sequence[str], tokens: Sequence[str], words: Words) -> tuple[int, int] | None:
    left: list[str | None] = list(names)
    matched = exact = 0
    rest = []
    for token in tokens:
        if (word := next((one for one in forms_of(token) if one in left), None)) is not None:
            left[left.index(word)] = None
            matched += 1
            exact += len(word) >= len(token)  # "forests" is no Forest Camp
        else:
            rest.append(token)
    first = bool(names and tokens) and names[0].startswith(tokens[0])
    articles = [one for one, then in pairwise(tokens) if one == "a" and then[2:].isalpha()] if "a" in rest else ()
    for token in rest:
        idle = token in articles or (
            token in FILLERS and (len(token) > 1 or (len(tokens) > 1 and token == tokens[0]))  # "I" is no iron
        )
        at = None if idle else next((at for at, name in enumerate(left) if _begins(name, token)), None)
        spoken = len(token) < LEAST and (
            token == "be" or not _SPEAKS.isdisjoint(tokens)
        )  # "let me see" names no Seer
        placed = len(token) == 1 and _at_place(tokens[: tokens.index(token)], _TO)  # "go to L"
        if at is not None and not spoken and not placed:
            left[at] = None
        elif (synonyms := words.get(token) or words.get(stem_of(token))) and (meant := _first_phrase(left, synonyms)):
            for word in meant:
                left[left.index(word)] = None
        elif token in FILLERS:
            continue
        else:
            return None
        matched += 1
    return (exact, int(first)) if matched else None


def _in_figures(tokens: Sequence[str], options: Sequence[Option] = ()) -> list[str]:
    """Convert ordinals, and numbers beside what they count, to figures: "slot one", "the second", "one health"."""
    texts = [text for option in options for text in (option.text, *option.also)] if "one" in tokens else []
    counted = {word for text in texts for pair in pairwise(tokens_of(text)) if "1" in pair for word in pair}
    counted -= {option.text.partition(" ")[0] for option in options}  # "one journey" is none to slot 1
    near = zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)
    return [
        in_number(token) if token != "one" or last in _KINDS | {"number"} or then in counted else token
        for last, token, then in near
    ]


def _verbs_in(question: Question[Any], tokens: Sequence[str]) -> set[str]:
    """Return the moves' verbs that begin a text or are idle elsewhere; a kind behind other words is none."""
    return {
        stem_of(token)
        for at, token in enumerate(tokens)
        if token == tokens[0] or (token in FILLERS and (token not in _KINDS or FILLERS.issuperset(tokens[:at])))
    } & question.verbs


def _with_bare_verb(question: Question[Any], typed: str, meant: Words) -> Iterator[str]:
    """Yield a text with its verb first and bare, or with the written verb for it: "I attack", "attacks"."""
    words = typed.split()
    if question.moves is None:
        return
    written = question.moves.moves.written_verb
    known = (word if word in question.verbs or written(word) else "" for word in map(stem_of, map(fold, words)))
    said = (verb or fold(word) not in FILLERS for word, verb in zip(words, known, strict=True))
    at = next((at for at, first in enumerate(said) if first), 0)
    bare = [stem_of(word) for word in words[at : at + 1]]
    verbs = [fold(verb) for verb in bare if words[at + 1 :]]
    like = [written(verb) if verb in question.verbs else verb_of(question, verb, meant) for verb in verbs]
    figures = [FIGURES.get(word, word) for word in words]
    if figures != words:  # "2 gold for one gold"
        yield " ".join(figures)
    for verb in (*bare, *like):
        for behind in dict.fromkeys((tuple(words[at + 1 :]), tuple(figures[at + 1 :]))):
            if verb and (text := " ".join([verb, *behind])) != typed:
                yield text


def _begins(name: str | None, token: str) -> bool:
    meant = token != "no" or name in _REFUSALS  # a no is no "now"
    return name is not None and meant and not token.isdigit() and name.startswith(token)


def _first_phrase(left: Sequence[str | None], phrases: Sequence[str]) -> list[str]:
    """Return the words of the first phrase that is completely among the words left; [] if none is."""
    return next((words for words in map(tokens_of, phrases) if all(word in left for word in words)), [])


def with_near_words(question: Question[Any], typed: str) -> str:
    """Return a text with each misspelt word replaced by the nearest one of the answers: "barow gard to M"."""
    listed = [*question.options(), *question.closed()]
    known = dict.fromkeys(
        [*question.verbs, *(word for one in listed for word in tokens_of(f"{one.text} {one.shown}"))]
    )
    told = IDLE.union({"without"}, NEGATIONS - {"done"}, *(tokens_of(one.detail) for one in question.options()))

    def near(word: re.Match[str]) -> str:
        plain = fold(word[0])
        begins = any(_begins(one, plain) for one in known)
        if len(plain) < LEAST - 1 or plain in told or begins or stem_of(plain) in known:
            return word[0]  # "leave it" doesn't mean a cleaver, food no wood
        found = [one for one in known if one.endswith(plain)]  # "bow" for a longbow
        if len(plain) >= LEAST:
            found += nearest(plain, [one for one in known if len(one) >= LEAST], most=1, alike=NEAR)
        return found[0] if found else word[0]

    return WORD.sub(near, typed)
