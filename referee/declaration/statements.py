"""Statements of a light table: what happened, and things by the table's own names, neither of which is tracked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from referee.asking.moves import forbid
from referee.asking.question import name_reader
from referee.asking.words import asks, is_no_name
from referee.effects.phrases import Names
from referee.errors import Illegal
from referee.text.names import fold, word_set
from referee.text.pattern import lazy_pattern

_OUTCOME = r"(?:beats?|defeats?|dies?|loses?|wins?|be (?:dead|destroyed|out))"
_DEED = r"(?:attacks|beats?|claims|defeats|dies|fights|fought|gets|got|heals|loses|lost|takes|took|wins|won|[a-z]+ed)"
_UNTRUE = lazy_pattern(
    r"\b(?:ca|could|did|do|does|had|has|have|is|was|were|wo|would)(?:n'?t| not)\b"
    rf"|\b(?:almost|nearly|never) {_DEED}\b"
    rf"|\b(?:could|going to|may|might|should|wants? to|will|would) {_OUTCOME}\b"
    r"|\b(?:could|might) (?:attack|claim|fight|take)\b"
    rf"|\b{_DEED} (?:no one|nobody|none|nothing)\b(?! (?:else|more)\b)"
)
"""Statements of what didn't happen, or not yet: "Bo didn't win", "almost died", "is going to lose", "attacks nobody".

An order to do nothing ("attack nobody") is no such statement; it may end a turn.
"""


def read_report(text: str) -> str:
    """Return a typed statement of what happened. Raises Illegal if it hasn't happened, or not yet."""
    if _UNTRUE.search(fold(text)) and not asks(text):
        forbid("only what has happened is recorded; write it when it has", "")
    return text


_SAYS_WHO = word_set("he i i'm she they we who you")
"""Words of a sentence that are no part of a name."""


def untracked(what: str, others: Callable[[Any], Mapping[str, str | Illegal]], words: Collection[str] = ()) -> Names:
    """Return the names of a `what` that isn't tracked, as the table calls it: words without a number.

    `others` are names that it can't have, each with the reason, `words` are words that no such name contains.
    """
    read = name_reader(what, {})
    excluded = {"against", "with", *words} | _SAYS_WHO

    def new(moment: Any, name: str) -> str | None:
        other = fold(name) in map(fold, others(moment)) or not excluded.isdisjoint(fold(name).split())
        return None if other or is_no_name(name) or any(map(str.isdigit, name)) else read(name)

    return Names(what, lambda moment: (), new, others=others)
