"""Questions who can do what, to what, from where it is: answered from what things can do (`Thing.can`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.answers.values import kinds_of, stems_in
from referee.declaration.facts import Thing
from referee.rulebook.indexing import stem, words_of
from referee.text.names import printed, word_set
from referee.text.pattern import lazy_pattern

_CAN = lazy_pattern(r"(?:so )?(.*?) ?\b(?:can|could|may|might|(?<=where )(?:do|does)|(?:is|are) (.+) able to) (.+)")
_FROM = lazy_pattern(r"from (?:the |area )?(.+?)(?: (to .+))?")
_PAID = lazy_pattern(r"\d+ (?:gold|experience|wound)")
_GOLD = lazy_pattern(r"\d+ gold")
_ASKS = word_set("who whom what where which way how far much many to is there anybody anyone somebody that of the")
_IDLE = word_set(
    """after from here there now next turn this still then to into onto the a an at in on of one with my his her their
    money gold without anything anybody anyone something somebody someone else me right
    fight battle today any up all over against for free by foot is are that carrying carries board map"""
)
"""Words before "can" that only ask; words behind the verb that name nothing."""
_AT = word_set("in at on")
_ANYBODY = word_set("anybody anyone somebody someone any")
_ME, _MY, _ENEMY = word_set("i me we"), word_set("my mine our"), word_set("enemy enemies others opponents opponent")


class Doing(NamedTuple):
    """A question: its words before "can", who does something, the verb, to what, and all words behind the verb."""

    asks: Sequence[str]
    doers: Sequence[Thing]
    verb: str
    goal: Sequence[str]
    behind: Sequence[str]


def read(things: Sequence[Thing], plain: str, who: str) -> Doing | None:
    """Read a question; None if nothing can do what it says. `who` is "I"."""
    found = _CAN.fullmatch(plain)
    verbs = {verb for one in things for key in one.can for verb in key.split("/")}
    words = f"{found[2] or ''} {found[3]}".split() if found else []
    if found and found[1] == "where" and "be" in words[:-1]:  # "where can the queen be deployed"
        words = [
            next((verb for verb in verbs if word in (f"{verb}ed", f"{verb}d")), word)
            for word in words
            if word != "be"
        ]
    at = next((at for at, word in enumerate(words) if word in verbs), len(words))
    if found is None or at == len(words) or found[1] in ("how", "when", "why"):
        return None
    said = [word for word in words[:at] if word not in _ANYBODY | {"the", "still", "even", "now"}]
    doers, behind = list(_doers(things, said, who)), words[at + 1 :]
    if said and not doers:
        return None
    if all(one.name != who != one.owner for one in doers):  # "can Bo attack me"
        behind = [form for word in behind for form in (words_of(who) if word == "me" else [word])]
    way = _FROM.fullmatch(" ".join(behind))
    if way and all(_stems(way[1]) <= _stems(one.place) for one in doers):  # from where it is
        behind = (way[2] or "").split()
    goal = [word for word in behind if word not in _IDLE] or [word for word in behind if word == "a"]
    for one in things if said else ():  # "where can I put the queen"
        name = [*words_of(printed(one.name))]
        itself = any(words[at] in key.split("/") and "attack" not in key.split("/") for key in one.can)
        if (
            itself
            and name
            and len(doers) > 1
            and goal[: len(name)] == name
            and {*behind[: behind.index(name[0])]} <= {"the", "my", "in"}
        ):
            doers, goal = [one], goal[len(name) :]
            break
    return Doing(found[1].split(), doers, words[at], goal, behind)


def _doers(things: Iterable[Thing], said: Sequence[str], who: str) -> Iterator[Thing]:
    """Yield what can do something, as it is named: itself, or its owner."""
    asked = _stems(who) if said and _ME.issuperset(said) else {stem(word) for word in said if word not in _MY}
    can = [one for one in things if one.can and asked]
    found = [
        one
        for one in can
        if asked
        in (_stems(one.name), _stems(one.owner), _stems(f"{one.owner}s units"), _stems(f"{one.owner}s {one.name}"))
    ]
    yield from found or (one for one in can if asked <= _stems(one.name))


def answer(things: Sequence[Thing], asked: Doing, who: str) -> list[str] | None:
    """Answer what somebody can do, whether it can, or who can; None if a word isn't understood."""
    means = {how.split()[0].strip(",") for one in things for its in one.can.values() for how in its.values() if how}
    by = {word for word in asked.goal if word in means and "by" in asked.behind}  # "by boat"
    kinds = {kind for one in things for kind in kinds_of(one)}
    if asked.doers and any(word not in _ASKS | _ENEMY and stem(word) not in kinds for word in asked.asks):
        return None
    goals = _goals(things, [word for word in asked.goal if word not in by])
    whose = asked.doers or _meant(things, asked, who)
    bare = not asked.goal and not kinds.isdisjoint(map(stem, asked.asks))  # "which of my units can move"
    if (len(asked.goal) > len(by) and not goals) or not whose or not (goals or asked.doers or bare):
        return None
    sorts = {stem(word) for word in asked.asks if asked.doers} & kinds
    sorts = set() if all(sorts <= kinds_of(one) for one in asked.doers) else sorts
    near = {one.place for one in things if sorts <= kinds_of(one)}
    other = {one.name for one in things if one.name and not sorts <= kinds_of(one)} - near
    here = "here" in asked.behind and "from" not in asked.behind
    unpaid = _PAID if "free" in asked.behind else _GOLD if "without" in asked.behind else None
    at = {one.name: one.place for one in things}
    there_only = asked.asks and goals and "from" not in asked.behind and not _AT.isdisjoint(asked.behind)
    can = list[tuple[Thing, str, dict[str, str]]]()
    for one in whose:
        for key in one.can:
            if asked.verb in key.split("/"):
                its = {
                    to: how
                    for to, how in one.can[key].items()
                    if to not in other and not (unpaid and unpaid.search(how))
                }
                its = {to: how for to, how in its.items() if not by or by & {*words_of(how)}}
                its = {to: how for to, how in its.items() if not here or at.get(to) == one.place}
                its = {to: how for to, how in its.items() if not there_only or to in goals}
                there = (
                    {one.place: "there already"}
                    if asked.doers and one.place in goals and "reach" in key.split("/")
                    else {}
                )
                can.append((one, key, its | there))
    texts = [
        describe(one, key, some)
        for one, key, its in can
        if (some := {to: how for to, how in its.items() if to in goals or (to and not goals)})
    ]
    if asked.doers and asked.asks:
        real = [one for one in can if any(one[2])]  # not only a reason why there is nothing
        return [describe(*one) for one in (real if sorts and len(can) > 1 else can)] or ["None."]
    if not asked.doers:
        if bare:
            return [f"{len(texts)}, from where they are.", *(texts or (describe(*one) for one in can))]
        return texts or ["Nobody."]
    return [f"Yes: {texts[0]}", *texts[1:]] if texts else [f"No: {describe(*one)}" for one in can]


def _meant(things: Sequence[Thing], asked: Doing, who: str) -> list[Thing]:
    """Return the things that are meant by "who" or "which of my units"; none if a word isn't understood."""
    kinds = {kind for one in things for kind in kinds_of(one)}
    owners = {form: one.owner for one in things for form in words_of(one.owner, f"{one.owner}s") if one.owner}
    owners |= dict.fromkeys(_MY, who)
    telling = [word for word in asked.asks if word not in _ASKS and stem(word) not in kinds]
    whose, sorts = [word for word in telling if word not in _ENEMY], {stem(word) for word in asked.asks} & kinds
    if any(word not in owners for word in whose):
        return []
    its = [one for one in things if one.can and sorts <= kinds_of(one)]
    its = [one for one in its if one.owner not in {who, *allies(things, who)}] if len(whose) < len(telling) else its
    return [one for one in its if one.owner in map(owners.get, whose)] if whose else its


def allies(things: Iterable[Thing], who: str) -> list[str]:
    """Return the other players of a player's team."""
    its = (value for one in things if one.name == who for key, value in one.facts.items() if key.startswith("team/"))
    return [name for value in its if isinstance(value, list) for name in value]


def _stems(text: str) -> frozenset[str]:
    return stems_in(printed(text))


def _goals(things: Iterable[Thing], goal: Sequence[str]) -> set[str]:
    """Return the names of a goal, of where it is, and of what is there; of a kind, those of all things of it."""
    stems = {stem(word) for word in goal}
    its = [one for one in things if stems and stems in (_stems(one.name), _stems(one.owner))]
    its = its or [one for one in things if stems and stems <= kinds_of(one)]
    its = its or [one for one in things if stems and stems <= _stems(f"{one.name} {one.place}")]
    names = {one.name for one in its}
    return {*names, *(one.place for one in its if one.place), *(one.name for one in things if one.place in names)}


def describe(doer: Thing, key: str, its: dict[str, str]) -> str:
    """Say what a thing can do of one kind, and to what."""
    named = ((printed(name) or "nothing", how) for name, how in its.items())
    to = ", ".join(f"{name} ({how})" if how else name for name, how in named) or "nothing"
    at = ", ".join(filter(None, (doer.owner, doer.place)))
    return f"{printed(doer.name)}{f' ({at})' if at else ''} can {key.partition('/')[0]}: {to}."
