"""What a question asks for, and the sentences of a rule that answer it.

An entry may have short answers, by the kind of question (`Entry.short`). Where it has none, the sentence is taken
that has most of the question, and what such a question asks for: a number for "how many", a condition for "when".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from referee.rulebook.indexing import EMPTY, Postings, stem, words_of

Kind = Literal[
    "how many", "who", "when", "where", "why", "must", "may", "whether", "what if", "which", "how", "what", ""
]
"""What a question asks for: "whether" is answered by yes or no; "" is none of these."""

_KINDS: Mapping[Kind, str] = {
    "how many": r"how (many|much|often|long|far|big|high)\b|number of\b|what .*\b(cost|price|worth)\b|cost of\b",
    "what if": r"what (happens|happened|if|when|about when)\b|if\b.*\bwhat\b|and if\b",
    "who": r"who\b|whose\b|which (player|one of us)\b",
    "when": r"when\b|at (what|which) (moment|time|point)\b|how soon\b|before or after\b",
    "where": r"where\b|from where\b|which (space|area|slot|pile|place)\b",
    "why": r"why\b|what for\b",
    "must": r"(do|does|did) \w+ (\w+ )?(have|need) to\b|must\b|(am|is|are) \w+ (forced|obliged|bound) to\b",
    "may": r"can\b|may\b|could\b|might\b|(am|is|are) \w+ (\w+ )?(allowed|able|ok|possible)\b",
    "whether": r"(is|are|was|were|do|does|did|will|would|has|have|should)\b",
    "which": r"(in |on |of |at )?which\b",
    "how": r"how\b",
    "what": r"what\b|whats\b",
}  # fmt: skip
_INSIDE = ("how many", "what if", "must", "may", "who", "when", "where", "why", "how")
"""The kinds that are noticed inside a question too, if its beginning doesn't say."""
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
KIND, LENGTH = 0.25, 12
"""What a sentence counts more that has what is asked for; how many words it has before its length takes from it."""


def kind_of(question: str) -> Kind:
    """What a question asks for."""
    asked = " ".join(words_of(question))
    for kind, pattern in _KINDS.items():
        if re.match(pattern, asked):
            return kind
    return next(
        (kind for kind, found in _KINDS.items() if kind in _INSIDE and re.search(rf"\b(?:{found})", asked)), ""
    )


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return _SENTENCE.split(text)


def answer_from(text: str, question: str, kind: Kind, known: Postings) -> str:
    """The sentence of a text that answers a question, with the one before it if it leans on that.

    `known` says how rare words are.
    """
    wanted = {stem(word) for word in words_of(question) if word not in EMPTY}

    def fits(sentence: str) -> float:
        words = [stem(word) for word in words_of(sentence)]
        shared = sum(int(known[word].partition(" ")[0]) for word in wanted.intersection(words) if word in known)
        asked_for = kind in _ASKED_FOR and re.search(_ASKED_FOR[kind], sentence, re.IGNORECASE)
        return float((shared + 1) * (1 + KIND * bool(asked_for)) / max(1.0, len(words) / LENGTH) ** 0.5)

    found = sentences(text)
    best = max(range(len(found)), key=lambda at: (fits(found[at]), -at))
    first = best - 1 if best and _LEANS.match(found[best]) else best
    return " ".join(found[first : best + 1])
