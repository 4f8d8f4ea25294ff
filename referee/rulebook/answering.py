"""What a question asks for, and the sentences of a rule that answer it.

An entry may have short answers, by the kind of question and words in it (`Entry.short`). Where none fits, the
sentence is taken that has most of the question, and what such a question asks for: a number for "how many", a
condition for "when"; of a table the row that the question names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from referee.rulebook.indexing import EMPTY, Postings, stem, words_of
from referee.text.grammar import SMALL_NUMBERS

Kind = Literal[
    "how many", "who", "when", "where", "why", "must", "may", "whether", "what if", "which", "how", "what", ""
]
"""What a question asks for: "whether" is answered by yes or no; "" is none of these."""

_KINDS: Mapping[Kind, str] = {
    "how many": r"how (many|much|often|long|far|big|high|expensive|large|old|strong)\b|number of\b"
    r"|whats? .*\b(cost|price|worth)\b|cost of\b",
    "what if": r"what (happens|happened|if|when|about when)\b|if\b.*\bwhat\b|and if\b",
    "who": r"((to|from|for|by|with|at) )?(whos?|whose|whom)\b|which (player|one of us)\b",
    "when": r"when\b(?! (i|we|you|he|she|it|they|my|his|her|the|an?)\b"
    r".*\b(can|may|do|does|is|are|must|what|who|how)\b)"
    r"|at (what|which) (moment|time|point)\b|how soon\b|before or after\b",
    "where": r"where\b|from where\b|which (space|area|slot|pile|place)\b",
    "why": r"why\b|what for\b",
    "must": r"(do|does|did) \w+ (\w+ )?(have|need) to\b|must\b|(am|is|are) \w+ (forced|obliged|bound) to\b",
    "may": r"can\b|may\b|could\b|might\b|(am|is|are) \w+ (\w+ )?(allowed|able|ok|possible)\b",
    "whether": r"(is|are|was|were|do|does|did|will|would|has|have|should)\b",
    "which": r"(in |on |of |at )?which\b",
    "how": r"how\b",
    "what": r"what\b|whats\b",
}
_ASKS = r"(do|does|did|is|are|was|were|will|would|has|have|should|can|may|must)"
_INSIDE: Mapping[Kind, str] = {
    **{kind: _KINDS[kind] for kind in ("how many", "what if", "who", "where", "why")},
    "when": rf"when {_ASKS}\b",
    **{kind: _KINDS[kind] for kind in ("must", "may")},
    "whether": rf"{_ASKS} (i|we|you|he|she|it|they|my|his|her|the|an?|this|that)\b|(allowed|legal|right|true|ok)$",
    "how": _KINDS["how"],
}
"""The kinds that are noticed inside a question too, if neither its beginning nor its last clause says."""
_CLAUSE = re.compile(r"[,;:.?!]+\s+(?:(?:and|but|so|or|then|now) )?(?!is (?:that|this|it) \w+\W*$)")
_ASKED_FOR: Mapping[str, str] = {
    "how many": r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|half|twice|double|once|none|no)\b",
    "who": r"\b(player|players|whoever|owner|attacker|defender|you|hero|who)\b",
    "when": r"\b(when|after|before|at|until|while|once|as soon as|end|start|beginning)\b",
    "where": r"\b(on|in|at|to|from|beside|under|next to|back)\b",
    "must": r"\b(must|has to|have to|may|need not|cannot|never|always)\b",
    "may": r"\b(may|can|cannot|can't|not|never|no|only|any)\b",
    "whether": r"\b(not|no|never|only|too|also|each|every|always|may|counts?)\b",
    "what if": r"\b(if|then|when|nothing|else|otherwise|without|lacks?|where)\b",
}
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z\"])")
_LEANS = re.compile(
    r"(It|They|Them|That|This|These|Those|Then|Such|He|She|So|But|Otherwise|Else|There|Both|Of these)\b"
)
_FIGURES = {word: str(number) for number, word in enumerate(SMALL_NUMBERS, 1) if number > 1}
YES_OR_NO = ("whether", "may", "must")
_FACTS = ("how many", "who", "when", "where")
_VERDICT = re.compile(r"(Yes|No)[:,] ")
FACT = 4
"""More words than these must be left of a short answer without its yes or no."""
WHOLE, CLOSE, FEW_ROWS = 260, 0.8, 3
"""So long is a text that is told whole; so much of the best must a second sentence have; so many rows are told."""
RICHER, RICHER_FACT = 1.2, 2.0
"""So many times what a general short answer has of a question a sentence of the text must have to be told instead;
and where such a question asks for one fact, a number, a person, a time or a place."""
KIND, LENGTH = 0.25, 12
"""What a sentence counts more that has what is asked for; how many words it has before its length takes from it."""


def kind_of(question: str, typed: str = "") -> Kind:
    """What a question asks for, by how it begins, or its last clause does, or what stands inside.

    `typed` is the question with its commas, where `question` has its slips mended.
    """
    asked = " ".join(words_of(question))
    last = " ".join(words_of(_CLAUSE.split(typed)[-1]))
    for begins in (asked, last):
        for kind, pattern in _KINDS.items():
            if re.match(pattern, begins):
                return kind
    return next((kind for kind, found in _INSIDE.items() if re.search(rf"\b(?:{found})", asked)), "")


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()]


def best_answer(
    short: Mapping[str, str],
    text: str,
    lines: Sequence[str],
    question: str,
    kind: Kind,
    *,
    known: Postings,
    title: str,
    strange: Callable[[], Collection[str]],
    fill: Callable[[str], str],
) -> str:
    """The short answer that fits a question, or the sentences of the text where these say more about it.

    A yes or no is told only if nothing in the question is `strange`: a word that the entry isn't known to speak of.
    `fill` puts the tables' numbers into a short answer. The `title` stands before what can't be read without it.
    """
    raw, words = _fitting(short, question, kind) or ("", 0)
    told = fill(raw)
    verdict = _VERDICT.match(told)
    unsure = bool(verdict and strange())
    if told and not unsure and (verdict or words):
        return told
    from_text = answer_from(text, lines, question, kind, known, title)
    if not names(title, from_text):
        from_text = f"{title}: {from_text}"
    told = _without_verdict(told) if unsure else told
    wanted = _stems(question) - _stems(title)
    much = _shared(wanted, told, known) * (RICHER_FACT if kind in _FACTS else RICHER)
    richer = any(_shared(wanted, one, known) > much for one in sentences(from_text))
    return from_text if richer or not told else told


def short_answer(short: Mapping[str, str], question: str, kind: Kind) -> str | None:
    """The short answer that fits a question best: with most words that the question has too, and of its kind.

    Under "may: assistant" stands what is said to "may" with this word; a kind alone has no words, and words without
    a kind fit any. "whether" is any question that is answered by yes or no. What such a question with other words
    would be told fits as well, without its yes or no. Several such stand before one answer, with commas between.
    """
    found = _fitting(short, question, kind)
    return found[0] if found else None


def _fitting(short: Mapping[str, str], question: str, kind: Kind) -> tuple[str, int] | None:
    """The short answer that fits a question best, and how many words of its key the question has."""
    asked = _stems(question)
    fitting: list[tuple[int, int, str]] = []
    for key, told in ((key, told) for keys, told in short.items() for key in keys.split(",")):
        of, _, words = key.strip().partition(":")
        wanted = _stems(words)
        if not wanted <= asked:
            continue
        if of == kind:
            fitting.append((len(wanted), 3, told))
        elif of == "whether" and kind in YES_OR_NO:
            fitting.append((len(wanted), 2, told))
        elif not of:
            fitting.append((len(wanted), 1, told))
        elif of in YES_OR_NO and (not kind or kind in YES_OR_NO) and wanted and (fact := _without_verdict(told)):
            fitting.append((len(wanted), 0, fact))
    number, _, best = max(fitting, key=lambda fit: fit[:2], default=(0, 0, ""))
    return (best, number) if best else None


def _without_verdict(told: str) -> str:
    """A short answer without its yes or no; "" if what is left can't be told alone."""
    verdict, mark, fact = told.partition(": ")
    if not _VERDICT.match(told):
        return told if len(told.split()) > FACT else ""
    return fact[0].upper() + fact[1:] if mark and "," not in verdict and len(fact.split()) > FACT else ""


def _shared(wanted: Collection[str], sentence: str, known: Postings) -> int:
    """How much of what is wanted a sentence has; rare words count for more."""
    return sum(int(known[word].partition(" ")[0]) for word in _stems(sentence).intersection(wanted) if word in known)


def answer_from(text: str, lines: Sequence[str], question: str, kind: Kind, known: Postings, title: str = "") -> str:
    """The sentence of a text that answers a question, two that do it nearly as well, or a row of a table.

    A sentence that leans on the one before comes with it. A short text is told whole. `known` says how rare words
    are; those of the `title` tell no sentences apart.
    """
    wanted = _stems(question) - _stems(title)

    def fits(sentence: str) -> float:
        words, shared = list(words_of(sentence)), _shared(wanted, sentence, known)
        asked_for = kind in _ASKED_FOR and re.search(_ASKED_FOR[kind], sentence, re.IGNORECASE)
        return float((shared + 1) * (1 + KIND * bool(asked_for)) / max(1.0, len(words) / LENGTH) ** 0.5)

    found = sentences(text)
    if len(text) <= WHOLE:
        told = text
    else:
        much = [fits(sentence) for sentence in found]
        near = sorted((at for at, fit in enumerate(much) if fit >= CLOSE * max(much)), key=lambda at: -much[at])[:2]
        if not any(wanted & _stems(sentence) for sentence in found):
            near = [0, 1][: len(found)]
        chosen = {before for at in near for before in ((at - 1, at) if at and _LEANS.match(found[at]) else (at,))}
        told = " ".join(found[at] for at in sorted(chosen))
    held = [(len(wanted & _stems(line.partition(":")[0])), len(wanted & _stems(line)), line) for line in lines]
    named, words, _ = max(held, default=(0, 0, ""), key=lambda row: row[:2])
    rows = [line for *has, line in held if has == [named, words]]
    if named and named >= len(wanted & _stems(told)):
        return "; ".join(rows)
    if told.endswith(":") or (words and kind == "how many" and not re.search(r"\d", told)):
        return f"{told.rstrip(':.')}: {'; '.join(rows)}" if len(rows) <= FEW_ROWS else told
    return told


def names(title: str, sentence: str) -> bool:
    """Whether a sentence says what it is about: it has a telling word of the title, so that it can be read alone."""
    return not _stems(title) or bool(_stems(title) & _stems(sentence))


def _stems(text: str) -> set[str]:
    """The telling words of a text without their endings, numbers as figures."""
    return {_FIGURES.get(word) or stem(word) for word in words_of(text) if word not in EMPTY or word in _FIGURES}
