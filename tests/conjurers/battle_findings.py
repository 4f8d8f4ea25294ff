"""What a row of a battle table can expect (see `battle_rows`), found in a verdict and told in the same words.

A row holds if what is found reads as it is written. Of a creature at the end: `Ox 0 1 2 5, poison 3`, its name and
details with commas between them. Numbers are the damage after each of the last turns, as many as the row names.
`DETAILS` has whatever can be said of a creature, `ITEMS` whatever of a battle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from referee.games.conjurers.battle.events import (
    Attacked,
    Bound,
    BurningDropped,
    Hit,
    Immune,
    Marked,
    NoFight,
    NoStrike,
)
from referee.games.conjurers.battle.record import Verdict
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.cards import cards
from tests.conjurers.battles import events, report
from tests.rows import BadTable

Finder = Callable[[Verdict, str], str]
Detail = Callable[[Verdict, Fighter, str], str]

BETWEEN = re.compile(r", (?![^(]*\))")
"""A comma that isn't in brackets."""

HIT = "strike|multi attack|burning|devour|break free|poison"


def find(verdict: Verdict, item: str) -> str:
    """What is true where a row expects `item`, in its words."""
    names = [fighter.name for fighter in verdict.battle.fighters]
    return finder(item, names)(verdict, item)


def finder(item: str, names: Sequence[str]) -> Finder:
    """What finds an item in a battle of these creatures. Raises BadTable for an item that nothing finds."""
    for pattern, found in ITEMS.items():
        if re.fullmatch(pattern, item):
            return found
    name, _, details = item.partition(" ")
    if names.count(name) != 1:
        raise BadTable(f'nothing can check "{item}", and no creature (or more than one) is called {name}')
    finders = []
    for detail in BETWEEN.split(details):
        matching = [found for pattern, found in DETAILS.items() if re.fullmatch(pattern, detail)]
        if not matching:
            raise BadTable(f'nothing can check "{detail}" of {name}')
        finders.append((matching[0], detail))

    def of_a_creature(verdict: Verdict, item: str) -> str:
        fighter = next(one for one in verdict.battle.fighters if one.name == name)
        return f"{name} {', '.join(find_detail(verdict, fighter, text) for find_detail, text in finders)}"

    return of_a_creature


# --- of a creature ------------------------------------------------------------------------------------


def _course(values: Sequence[int], like: str) -> str:
    """The last values, as many as stand in `like`."""
    return " ".join(map(str, values[-len(like.split()) :]))


def _then(verdict: Verdict, fighter: Fighter) -> list[Fighter]:
    """A creature after each turn."""
    return [played.after.fighters[fighter.number] for played in verdict.played]


def _damage(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    return _course([turn["damage"][fighter.key] for turn in report(verdict)["turns"]], detail)


def _poison(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    return f"poison {_course([then.poison for then in _then(verdict, fighter)], detail.removeprefix('poison '))}"


def _unmarked(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    return f"poison {fighter.poison}, frost {fighter.frost}" if fighter.poison or fighter.frost else "unmarked"


def _wears(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    return f"wears {' and '.join(piece.name for piece in fighter.worn) or 'nothing'}"


def _took(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    name = detail.partition(" ")[0]
    return next((f"{name} took {piece.absorbed}" for piece in fighter.worn if piece.name == name), f"no {name} worn")


def _devours(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    if fighter.devouring is None:
        return "devours nobody"
    victim = verdict.battle.fighters[fighter.devouring]
    return f"devours {victim.name}" + (", which doesn't know" if victim.devoured_by != fighter.number else "")


def _devoured(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    if fighter.devoured_by is None:
        return "free"
    devourer = verdict.battle.fighters[fighter.devoured_by]
    return f"devoured by {devourer.name}" + (", which isn't" if devourer.devouring != fighter.number else "")


def _risen(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    """Back in a slot, without damage, markers and equipment (p. 20)."""
    back = fighter.resurrected and not fighter.dead and fighter.slot is not None
    fresh = (fighter.damage, fighter.frost, fighter.poison, fighter.worn) == (0, False, 0, [])
    return "risen" if back and fresh else f"not risen: {fighter}"


def _card(verdict: Verdict, fighter: Fighter, detail: str) -> str:
    card = fighter.card
    words = [*cards.show_all(card.abilities), str(card.mythology), f"level {card.level}"]
    return f"card {card.hp}/{card.bd} ({', '.join(words)})"


DETAILS: dict[str, Detail] = {
    r"\d+( \d+)*": _damage,
    r"poison \d+( \d+)*": _poison,
    r"frost|no frost": lambda verdict, fighter, detail: "frost" if fighter.frost else "no frost",
    r"unmarked": _unmarked,
    r"dead|alive": lambda verdict, fighter, detail: "dead" if fighter.dead else "alive",
    r"slot [123]": lambda verdict, fighter, detail: f"slot {fighter.slot}",
    r"bound": lambda verdict, fighter, detail: "bound" if fighter.bound else "not bound",
    r"wears .+": _wears,
    r"\w+ took \d+": _took,
    r"devours \w+": _devours,
    r"free|devoured by \w+": _devoured,
    r"resurrected": lambda verdict, fighter, detail: "resurrected" if fighter.resurrected else "not resurrected",
    r"risen": _risen,
    r"card .+": _card,
}


# --- of a battle --------------------------------------------------------------------------------------


def _short(key: str) -> str:
    return key.partition(".")[2]


def _list(item: str, parts: Sequence[str], between: str = ", ") -> str:
    """An item's key with what is found, only the last ones if it says so."""
    key, _, wanted = item.partition(": ")
    shown = parts[-len(wanted.split(between)) :] if key.startswith("last ") else parts
    return f"{key}: {between.join(shown) or 'none'}"


def _hits(verdict: Verdict, item: str) -> str:
    """All hits, or those of one kind: each one's target and the damage dealt."""
    kind = item.partition(": ")[0].removeprefix("last ")
    hits = [hit for hit in events(verdict, Hit) if kind in ("hits", hit.kind)]
    return _list(item, [f"{hit.kind} " * (kind == "hits") + f"{_short(hit.target)} {hit.dealt}" for hit in hits])


def _rolls(verdict: Verdict, item: str) -> str:
    return _list(item, [" ".join(map(str, hit.dice)) for hit in events(verdict, Hit)], " / ")


def _dropped(verdict: Verdict, item: str) -> str:
    """The burnings that are told not to come: whose, and on whom."""
    told = events(verdict, BurningDropped)
    return _list(item, [f"{_short(one.creature)} on {' and '.join(map(_short, one.victims))}" for one in told])


def _marked(verdict: Verdict, item: str) -> str:
    return _list(item, [f"{_short(one.creature)} {one.marker}" for one in events(verdict, Marked)])


def _immune(verdict: Verdict, item: str) -> str:
    told = events(verdict, Immune)
    return _list(item, [f"{_short(one.creature)} {one.to}{' of the whole fight' * one.whole_fight}" for one in told])


def _bindings(verdict: Verdict, item: str) -> str:
    return _list(item, [f"{one.piece} on {_short(one.creature)}" for one in events(verdict, Bound)])


def _attacks(verdict: Verdict, item: str) -> str:
    return _list(item, [f"{_short(one.creature)} on {_short(one.target)}" for one in events(verdict, Attacked)])


def _left(verdict: Verdict, item: str) -> str:
    return _list(item, [str(hit.left) for hit in events(verdict, Hit) if hit.kind == "poison"])


def _slots(verdict: Verdict, item: str) -> str:
    side = item.partition(" ")[0]
    slots: list[Any] = report(verdict)["state"][side]["slots"]
    return f"{side} slots: {' '.join('-' if one is None else one['name'] for one in slots)}"


def _dead(verdict: Verdict, item: str) -> str:
    side = item.partition(" ")[0]
    return _list(item, report(verdict)["state"][side]["dead"])


def legality(verdict: Verdict, item: str = "legal") -> str:
    """Whether all turns are legal, else the rule by which one isn't: the last one, if no number is told."""
    illegal = verdict.illegal
    if illegal is None:
        return "legal"
    last = illegal.number == len(verdict.record.turns)
    return f"illegal: {illegal.ruling}" if last else f"illegal in turn {illegal.number}: {illegal.ruling}"


def _end(verdict: Verdict, item: str) -> str:
    """Who has won and why, with the sums of a stalemate if the row names them; the battle wasn't over before."""
    assert [played.after.outcome for played in verdict.played[:-1] if played.after.outcome] == []
    data = report(verdict)
    if not data["over"]:
        assert data["winner"] is data["reason"] is None
        return "goes on"
    outcome = verdict.battle.outcome
    assert outcome is not None
    tally = f" {'-'.join(map(str, outcome.tally))}" if outcome.tally and re.search(r"\d", item) else ""
    return f"{data['winner']} wins: {data['reason']}{tally}"


ITEMS: dict[str, Finder] = {
    r"legal|illegal: [\w-]+": legality,
    r"goes on|(attacker|defender) wins: (eliminated|simultaneous|stalemate( \d+-\d+)?)": _end,
    rf"(last )?({HIT}|hits): .+": _hits,
    r"last rolls: .+": _rolls,
    r"dropped: .+": _dropped,
    r"marked: .+": _marked,
    r"immune: .+": _immune,
    r"bindings: .+": _bindings,
    r"attacks: .+": _attacks,
    r"left by poison: .+": _left,
    r"no strikes: \d+": lambda verdict, item: f"no strikes: {len(events(verdict, NoStrike))}",
    r"no fights: \d+": lambda verdict, item: f"no fights: {len(events(verdict, NoFight))}",
    r"(last )?turns by: .+": lambda verdict, item: _list(item, [turn["side"] for turn in report(verdict)["turns"]]),
    r"(attacker|defender) slots: .+": _slots,
    r"(attacker|defender) dead: .+": _dead,
}
