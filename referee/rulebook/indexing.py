"""The search index of a game's rules, compiled beforehand: inverted lists of words and of known questions.

An entry is found by its title, its text and the words that people ask with, and by the questions that are known to
ask for it; each word is weighted by its rarity. Features of a question vote for entries too: two words in a row,
which tell who does what to whom, and four letters in a row, which tolerate misspellings.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, reduce
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct

from referee.rulebook.made import keep
from referee.text.names import fold, word_set
from referee.text.pattern import lazy_pattern

TITLE, TEXT, ALSO = 2.0, 1.0, 3.0
"""Weights of a word in a title, in a text, and among the words that people ask with."""
FULL, QUESTIONS_FULL, LENGTH = 1.0, 2.0, 0.7
"""Saturation of a word's frequency, in texts and in questions; penalty for the length of a text (as in BM25)."""
SENTENCE = 0.5
"""Weight of a sentence of a text among the votes; a question has 1."""
LETTERS = 4
"""Length of the letter sequences, which include the beginning and the end of a word."""
SCALE = 1000
"""The weights of an index are integers: multiples of 1 / SCALE."""

_WORD = lazy_pattern(r"[a-z0-9]+")
_SENTENCES = lazy_pattern(r"(?<=[.:;?!]) ")
_BRACKETS = lazy_pattern(r"\(.*?\)")

EMPTY = frozenset(
    _WORD.findall(
        "a an the of to in on at by for from with into onto and or but if so then than as is are be am was were been "
        "being do does did done doing can could may might must shall should will would have has had having i me my "
        "you your he him his she her it its we us our they them their this that these those there here what which "
        "who whom whose when where why how many much some any somebody someone anybody anyone something anything "
        "happen happens happened go goes going want wants wanted get gets got give gives given mean means work works "
        "one ones another still just also too very really not no yes please tell explain rule rules non dont cant "
        "doesnt isnt whats whos wheres hows s t im ive use uses used using every each allowed able possible let lets "
        "exactly actually thing things stuff people person now already ever never always about"
    )
)
"""Stop words."""

LIGHT = word_set("""do does did a an the i me my we us our you your he she his her it this that there to of for please
    so now then just""")
"""Words without which a question has the same meaning."""

_FORMS = {
    form: word
    for word, forms in {
        "fight": "fought",
        "buy": "bought",
        "sell": "sold",
        "pay": "paid",
        "feed": "fed",
        "draw": "drew drawn",
        "throw": "threw thrown",
        "die": "died dies dying dead",
        "lose": "lost loses losing",
        "win": "won wins winning",
        "get": "got gets getting",
        "go": "went goes going gone",
        "take": "took taken takes taking",
        "give": "gave gives given giving",
        "strike": "struck",
        "bind": "bound",
        "break": "broke broken",
        "steal": "stole stolen",
        "leave": "left leaves leaving",
        "begin": "began begun",
        "choose": "chose chosen",
        "hold": "held",
        "keep": "kept",
        "run": "ran",
        "say": "said says",
        "see": "saw seen sees",
        "fly": "flew flies flown",
        "make": "made makes making",
        "do": "did does done doing",
        "not": "dont doesnt didnt isnt arent wasnt wont",
        "have": "has had having",
        "be": "is are am was were been being",
        "cannot": "cant couldnt",
        "can": "may might could",
        "what": "whats",
        "who": "whos",
        "where": "wheres",
        "how": "hows",
        "there": "theres",
        "it": "its",
        "that": "thats",
        "he": "hes",
        "myself": "yourself himself herself oneself ourselves yourselves themselves",
        "she": "shes",
        "i": "im ive id",
        "eat": "ate eaten",
        "hide": "hid hidden",
        "beat": "beaten",
        "lie": "lain",
        "tie": "tied ties tying",
        "wolf": "wolves",
        "hero": "heroes",
        "army": "armies",
    }.items()
    for form in forms.split()
}
"""Irregular forms, each with its base form."""


_WHO = (
    r"(?!(?:(?:my|our|the|his|her|a) )?(?:it|who|what|which|nobody|you|card|power|book|rulebook|text|rules?|faq|item"
    r"|artifact|weapon|ability|spell|talent|sheet|summary|example|scenario|screen|program|village|treasure|creature"
    r"|monster|stat|mine|everybody)\b)"
    r"(?:(?:my|our|the|the other|his|her) )?\w+(?: and \w+)?"
)
_SAYS = (
    r"(?:says?|said|saying|claims?(?! (?:\w+ ){0,2}(?:stones?|omphalos)\b)|claimed|thinks?|thought|believes?|insists?"
    r"|insisted|swears?|argues?|reckons?|reckoned|den(?:y|ies)|(?:tells?|told|telling) (?:me|us|him|her)|doubts?"
    r"|(?:(?:is|are|am|was) )?(?:quite )?(?:sure|certain|convinced|told)"
    r"|(?:doesnt|dont|wont|didnt) (?:think|believe|agree))"
)
_DISPUTE = (
    r"(?:(?:we|they)(?: are|re)? (?:\w+ ){0,2}?(?:(?:disput|argu|quarrel|disagree|debat)(?:e|ing)?"
    r"|fight(?:ing)?(?= about| over))|(?:we|they) (?:can not|cannot|cant|dont) agree"
    r"|(?:an? |big |old )*(?:argument|dispute|quarrel|debate)(?: here| again)?)"
)
_FRAMES: Mapping[str, str] = {
    "": r"(?:excuse me|sorry|please|hi|hello|hey|(?:a |one )?(?:quick )?question|well|hm+|if you dont mind)\b"
    r"[\s,:;.!-]*|(?:could|can|would|will) (?:you|any(?:one|body)|some(?:one|body)) (?:please )?"
    r"(?:tell|explain|remind|say)(?: to)?(?: me| us)?(?: please)?[\s,:]+"
    r"|(?:i|we) (?:wonder|(?:was|were|am|are) wondering|would like to know|need to know|dont know|(?:am|are) not sure"
    r"|forgot(?! (?:to|that|my|our|the|a|an)\b))\b[\s,:]*|(?:id|wed) like to know\b[\s,:]*"
    r"|(?:\w+ )?\w+ (?:wants? to know|asks(?= (?:can|may|is|are|do|does|must)\b))\b[\s,:]*"
    rf"|{_WHO} {_SAYS} (?:no|yes|so)[,:;.!]+\s*|(?:does|do) any(?:one|body) know\b[\s,:]*"
    rf"|{_DISPUTE}(?: about| over| on)? (?=(?:what|which|who|when|where|why|how)\b)",
    "claim": rf"{_WHO} (?:still |now |always |both )?{_SAYS} (?!so\b|no\b|yes\b)(?:that )?"
    r"|(?:isnt|is) it (?:not )?(?:(?:true|so|right|correct|the case) (?:that )?|that )(?=\w+ \w)|it is (?:true|so) "
    r"|(?:am|is|are) \w+ right(?: in thinking| to say| when \w+ says?)?(?: that)? (?=\w+ \w)|surely "
    rf"|(?:who(?:s| is) right[\s,:]+)|{_DISPUTE}(?:[\s]*[,:]+|(?: about| over| on)?(?= whether| if))",
    "may": rf"{_WHO} (?:(?:wants?|wanted|tries|insists) (?:to (?!know\b)|on )"
    r"|(?:wont|doesnt|refuses to) let (?:me|us) |forbids (?:me|us) to )",
    "must": rf"{_WHO} (?:(?:refuses?|refused) to |(?:forces|wants) (?:me|us) to |makes (?:me|us) )",
}
"""Patterns of introductory words, by the meaning of the rest: a question itself (""), or something that a player
claims, may do or must do, which is to be confirmed."""
_FIGURE = lazy_pattern(
    r"\b(?:my|our|the|his|her|a) (?!(?:other|one|player|opponent|enemy|rival|friend|partner|mate|guest"
    r"|neighbou?r|brother|sister|son|daughter|kid|wife|husband|dad|mum|mom|cousin|uncle|aunt|boy|girl|man|woman)\b)"
    r"(\w+ )"
)
"""Subjects that aren't persons, and so are part of the question: "my merchant wants to trade"."""
_WHETHER = lazy_pattern(r" *(?:whether|if) ")
_TAGS: Mapping[str, re.Pattern[str]] = {
    meant: lazy_pattern(
        r"[\s,;:.!?]+(?:and |but |so )?(?:(?:is|are|isnt|am) (?:\w+|my \w+) (?:really |still )?"
        rf"(?:{words})(?: or (?:not|wrong))?|{more})[\s?!.]*$|[,;:.!?]+ *(?:{words}|{short})[\s?!.]*$"
    )
    for meant, words, more, short in (
        (
            "claim",
            "right|wrong|true|so|correct|the case",
            "i (?:dont|do not) (?:think|believe) (?:so|it|that)|that (?:cant|cannot) be (?:right|true)"
            "|(?:thats )?(?:not (?:right|true)|wrong)(?:,? (?:is|isnt) it)?|is (?:that|it) so|who(?:s| is) right"
            rf"|as {_WHO} {_SAYS}",
            "or not|really|isnt it|is it|(?:doesnt|does|dont|do|isnt|arent) (?:he|she|it|they|i|we|you)"
            rf"|right or wrong|(?:but |and )?(?:{_WHO} {_SAYS}(?: that)?(?: \w+){{0,3}}"
            rf"|(?:says?|claims?|insists?) \w+|{_DISPUTE})",
        ),
        (
            "may",
            "allowed|legal|ok|okay|fair|possible",
            "(?:can|may|could) (?:he|she|they|i|we|you) (?:really )?(?:do )?(?:that|this|so)"
            "|thats (?:not allowed|forbidden)(?:,? (?:is it|isnt it|right))?",
            "(?:can|may) (?:he|she|they)",
        ),
    )
}
"""Patterns of words at the end by which a claim is to be confirmed ("right?"), or that it may be done."""
_AMID = lazy_pattern(
    rf"(?:[,;:.?!]+ *(?:and |but |while )?{_WHO}|,? (?:and|but)(?: he| she| they)?(?! claim)) {_SAYS} "
    r"(?:that )?(?=\w)|, (?:says|claims|insists) \w+[,.]"
)
"""Words in the middle of a claim that name its speaker."""


_MINUS = lazy_pattern(r"(?<!\S)-(?=\d)")
"""A sign before a number: "-1 defence" isn't 1 defence."""


def plain(question: str) -> tuple[str, str]:
    """Return a question without speaker, politeness, and "is he right", and the meaning of the rest (`_FRAMES`).

    The meaning is "refused" for something that a player refuses to do, if "may he" follows.
    """
    text, meant = _MINUS.sub("minus ", fold(question)).replace("'", ""), ""
    before = ""
    while before != text:
        before = text
        for kind, pattern in _FRAMES.items():
            if (match := re.match(pattern, text)) and len(text[match.end() :].split()) > 1:
                figure = _FIGURE.search(match[0]) if kind in ("may", "must") else None
                text, meant = f"{figure[1] if figure else ''}{text[match.end() :]}", kind or meant
                if clause := _WHETHER.match(text):
                    text, meant = text[clause.end() :], "claim"
        for kind, behind in _TAGS.items():
            if (tag := behind.search(text)) and len(text[: tag.start()].split()) > 1:
                text, meant = text[: tag.start()], "refused" if (meant, kind) == ("must", "may") else meant or kind
    return _AMID.sub(", ", text).removesuffix(" or not").strip(), meant or "claim" * bool(_AMID.search(text))


class Document(Struct, frozen=True):
    """A document to search for: an id with its title, its text, more words that lead to it, and questions for it.

    One with more `weight` goes before one that matches a question nearly as well.
    """

    id: str
    title: str
    text: str
    also: str = ""
    asked: tuple[str, ...] = ()
    weight: float = 1.0


Postings = dict[str, str]
"""Inverted lists: for a word or a feature its rarity, then pairs of a document's number and the weight there."""


class RuleIndex(Struct, frozen=True):
    """The index compiled from documents.

    `spelt` are the correctly spelt words, with their frequencies; `known` the questions that are known to ask for
    each document, every one as its `key_of` on a line of its own.
    """

    ids: tuple[str, ...]
    titles: tuple[tuple[str, ...], ...]
    spelt: dict[str, int]
    texts: Postings
    asked: Postings
    votes: Postings
    weights: tuple[float, ...]
    known: tuple[str, ...]


def load_index(documents: Callable[[], Sequence[Document]], sources: Iterable[Path], place: Path) -> RuleIndex:
    """Load the index from a file if it was made from these sources; else compile it, and save it if possible.

    `sources` are the files from which the documents follow, code apart.
    """
    mark = b"%d" % reduce(lambda mark, source: crc32(source.read_bytes(), mark), (*sources, *_code()), 0)
    with suppress(OSError, msgspec.MsgspecError):
        made_from, _, data = place.read_bytes().partition(b"\n")
        if made_from == mark:
            return msgspec.json.decode(data, type=RuleIndex)
    index = compile_index(documents())
    with suppress(OSError):
        keep(place, mark, msgspec.json.encode(index))
    return index


def _code() -> Iterator[Path]:
    """Yield the code that writes documents and compiles their index."""
    rulebook = Path(__file__).parent
    for room in (rulebook, rulebook.with_name("text")):
        yield from sorted(room.glob("*.py"))


def compile_index(documents: Sequence[Document]) -> RuleIndex:
    """Compile the index of documents, deterministically."""
    fields = [
        [Counter(map(stem, words_of(text))) for text in texts]
        for texts in ((d.title for d in documents), (d.text for d in documents), (d.also for d in documents))
    ]
    bare = {one: plain(one)[0] for d in documents for one in d.asked}
    asked = [Counter(stem(word) for one in d.asked for word in set(words_of(bare[one]))) for d in documents]
    written = Counter(word for d in documents for word in words_of(d.title, d.text, d.also))
    typed = Counter(word for d in documents for one in d.asked for word in words_of(one))
    return RuleIndex(
        tuple(d.id for d in documents),
        tuple(tuple(dict.fromkeys(_title_words(d.title))) for d in documents),
        dict(sorted((written + Counter({word: n for word, n in typed.items() if n > 2 or word in written})).items())),
        _postings(_sum_fields(fields), FULL),
        _postings(asked, QUESTIONS_FULL),
        _votes(documents, bare),
        tuple(d.weight for d in documents),
        tuple(_known_keys(bare[one] for one in d.asked) for d in documents),
    )


def _known_keys(asked: Iterable[str]) -> str:
    """Return the keys of the questions that are known to ask for a document, a line for each."""
    keys = sorted({key_of(words_of(question)) for question in asked})
    return "".join(f"\n{key}" for key in (*keys, ""))


def key_of(words: Iterable[str]) -> str:
    """Return a question's key for comparison: its stems without light words, sorted, each once."""
    return " ".join(sorted({stem(word) for word in words if word not in LIGHT}))


def _sum_fields(fields: Sequence[Sequence[Counter[str]]]) -> list[dict[str, float]]:
    """Sum up the weighted frequencies of words over all fields, for every document; long fields weigh less."""
    totals: list[dict[str, float]] = [defaultdict(float) for _ in fields[0]]
    for weight, texts in zip((TITLE, TEXT, ALSO), fields, strict=True):
        average = sum(text.total() for text in texts) / len(texts) or 1.0
        for total, text in zip(totals, texts, strict=True):
            length_factor = 1 - LENGTH + LENGTH * text.total() / average
            for word, number in text.items():
                total[word] += weight * number / length_factor
    return totals


def _postings(rows: Sequence[Mapping[str, float]], full: float) -> Postings:
    """Compute the weight of each word for every document, by its frequency there and its rarity."""
    having = Counter(word for one in rows for word in one)
    rare = {word: log(1 + (len(rows) - number + 0.5) / (number + 0.5)) for word, number in having.items()}
    return _encode(rare, [{word: rare[word] * count / (count + full) for word, count in one.items()} for one in rows])


def _encode(rare: Mapping[str, float], weights: Sequence[Mapping[str, float]]) -> Postings:
    """Encode the rarity of each word and its weights for every document as inverted lists."""
    lists: defaultdict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(weights):
        for word, weight in one.items():
            if rounded := round(SCALE * weight):
                lists[word] += number, rounded
    return {word: " ".join(map(str, (round(SCALE * rare[word]), *lists[word]))) for word in sorted(lists)}


def _votes(documents: Sequence[Document], bare: Mapping[str, str]) -> Postings:
    """Compute the votes of features for documents, learnt from the `bare` questions that ask for them."""
    rows = [
        (at, counts, marks(list(words_of(one))))
        for at, d in enumerate(documents)
        for counts, texts in (
            (1.0, (*(bare[one] for one in d.asked), d.title)),
            (SENTENCE, _SENTENCES.split(d.text)),
        )
        for one in texts
    ]
    row_counts = Counter(mark for *_, features in rows for mark in features)
    rare = {mark: log((1 + len(rows)) / (1 + number)) + 1 for mark, number in row_counts.items()}
    vectors: list[dict[str, float]] = [defaultdict(float) for _ in documents]
    for at, counts, features in rows:
        weights = of_length_one({mark: (1 + log(number)) * rare[mark] for mark, number in features.items()})
        for mark, weight in weights.items():
            vectors[at][mark] += counts * weight
    return _encode(rare, [of_length_one(one) for one in vectors])


def of_length_one(weights: Mapping[str, float]) -> dict[str, float]:
    """Scale weights so that the vector of all has the length 1."""
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {mark: weight / length for mark, weight in weights.items()}


def marks(words: Sequence[str]) -> Counter[str]:
    """Count the features of a question that vote: its words, pairs of words in a row, four letters in a row."""
    stems = [stem(word) for word in words]
    features = [f"{word} " for word in stems]
    features += [f"{one} {two}" for one, two in pairwise(["^", *stems])]
    for word in words:
        padded = f"_{word}_"
        features += [padded[at : at + LETTERS] for at in range(len(padded) - LETTERS + 1)]
    return Counter(features)


@cache
def stem(word: str) -> str:
    """Return a word without its ending: "duels" and "duel" have the same stem, "2s" and "2" too."""
    word = _FORMS.get(word, word)
    if (figure := word.removesuffix("s")).isdigit():
        return figure
    if len(word) < 4 or word[-1].isdigit():
        return word
    for ending in ("ies", "ied"):
        if word.endswith(ending):
            word = word.removesuffix(ending) + "y"
    if word.endswith("es") and word[-3] in "sxzh":
        word = word[:-2]
    elif word.endswith("s") and word[-2] not in "su":
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) >= 3 and not set(base).isdisjoint("aeiouy"):
            word = base[:-1] if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    if len(word) > 5:
        word = word.removesuffix("ly")
    if len(word) > 3:
        word = word.removesuffix("e")
    return word[:-1] + "i" if len(word) > 4 and word[-1] == "y" else word


def words_of(*texts: str) -> Iterator[str]:
    """Yield the words of texts, folded, in order; "creature's" is found by "creatures"."""
    for text in texts:
        yield from _WORD.findall(fold(text).replace("'", ""))


def _title_words(title: str) -> Iterable[str]:
    """Return the stems of a title's words, without stop words, single letters and text in brackets."""
    return (stem(word) for word in words_of(_BRACKETS.sub("", title)) if len(word) > 1 and word not in EMPTY)
