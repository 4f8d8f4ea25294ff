"""Records at random that a game's phrases can say, made from the types of their fields."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import assume
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import fields

from referee.effects.phrases import Phrases, Word
from referee.effects.rules import Cost, Effect, R, RuleLanguage
from referee.errors import Unreadable

WORDS = st.sampled_from(["edged", "long", "of", "demon", "zeal", "or", "wax"])
TEXTS = st.lists(st.sampled_from(["swap", "it,", "and", "for", "2", "gold"]), min_size=1).map(" ".join)


def values(phrases: Phrases, hint: Any) -> st.SearchStrategy[Any]:
    """What a field of a type can hold."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from([word for word in inner if word])
    if origin is Annotated:
        bounds: Meta = inner[1]
        return st.integers(int(bounds.ge or 0), 99 if bounds.le is None else int(bounds.le))
    if origin in (Union, UnionType):
        return st.one_of([values(phrases, one) for one in inner if one is not NoneType])
    if origin is tuple:
        return st.lists(values(phrases, inner[0]), min_size=1, max_size=3).map(tuple)
    if hint in (int, Word, str):
        return {int: st.integers(0, 99), Word: WORDS, str: TEXTS}[hint]
    if hasattr(hint, "from_word"):
        return st.sampled_from(["4-6", "5", "demons"]).map(hint.from_word).filter(lambda one: one is not None)
    return records(phrases, hint)


def records(phrases: Phrases, type: type[Struct]) -> st.SearchStrategy[Any]:
    """Records of a type or of one below it, some of whose fields are at their defaults."""

    @st.composite
    def one_of(draw: st.DrawFn) -> Any:
        kind = draw(st.sampled_from(list(dict.fromkeys(phrase.type for phrase in phrases.of(type)))))
        hints = get_type_hints(kind, include_extras=True)
        needed = {one.name: draw(values(phrases, hints[one.name])) for one in fields(kind) if one.required}
        others = [one.name for one in fields(kind) if not one.required]
        said = draw(st.lists(st.sampled_from(others), unique=True, max_size=2)) if others else []
        try:
            record = kind(**needed, **{name: draw(values(phrases, hints[name])) for name in said})
            phrases.write(record)
        except (TypeError, Unreadable):  # two ways to say where, say, at once
            assume(False)
        return record

    return st.deferred(one_of)


def rules(language: RuleLanguage[R]) -> st.SearchStrategy[R]:
    """Rules of a language; what takes the rest of the text stands last."""

    @st.composite
    def one_of(draw: st.DrawFn) -> R:
        phrases, rule = language.phrases, language.rule
        hints = get_type_hints(rule, include_extras=True)
        own = [one for one in fields(rule) if one.name not in ("cost", "effects", "text")]
        head = {
            one.name: draw(values(phrases, hints[one.name])) for one in own if one.required or draw(st.booleans())
        }
        cost = draw(st.none() | st.lists(records(phrases, Cost), max_size=3).map(tuple))
        effects = draw(st.lists(records(phrases, Effect), min_size=1, max_size=3))
        effects.sort(key=lambda effect: "manual" in phrases.write(effect))
        assume(sum("manual" in phrases.write(effect) for effect in effects) < 2)
        return rule(**head, cost=cost, effects=tuple(effects))

    return one_of()
