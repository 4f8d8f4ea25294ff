"""The end of a round: what a hero may keep, and what lapses (End of a Round; P18, P23, P65)."""

from __future__ import annotations

from typing import Literal

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import Hero
from referee.games.prophecy.tables import numbers
from referee.text.names import find, fold, printed


def excess(hero: Hero) -> dict[str, int]:
    """By how much a hero exceeds the limits at the round's end; Artifacts count as Items."""
    most = numbers().limits
    has = {"gold": (hero.gold, most.gold), "experience": (hero.experience, most.experience),
           "items": (len(hero.held), most.items), "abilities": (len(hero.abilities), most.abilities)}  # fmt: skip
    return {what: held - limit for what, (held, limit) in has.items() if held > limit}


def keep_limits(quest: Quest) -> Procedure[None]:
    """Down to 15 Gold, 15 Experience, 7 Items and 7 Abilities; the player picks the cards."""
    seat, hero = quest.seat, quest.hero
    over = excess(hero)
    for what in ("gold", "experience"):
        if what in over:
            quest.change(seat, what, -over[what], "the limit", ("end-limits",))
    if "items" in over and (many := min(over["items"], len(hero.items) + len(hero.damaged))):
        names: list[str] = yield _question(quest, "Items", [*hero.items, *hero.damaged], many)
        for name in names:
            quest.lose(seat, name, "the limit", ("end-limits", "P23"))
    if "abilities" in over:
        names = yield _question(quest, "Abilities", hero.abilities, over["abilities"])
        for name in names:
            quest.lose(seat, name, "the limit", ("end-limits", "P23"))


def lapse(quest: Quest, scope: Literal["turn", "round"]) -> None:
    """What holds for a turn or a round is over, for everybody (P18)."""
    gone = ("turn", "round") if scope == "round" else ("turn",)
    for hero in quest.state.players:
        hero.bonuses = [bonus for bonus in hero.bonuses if bonus.until not in gone]
        hero.marks = [mark for mark in hero.marks if not mark.startswith(tuple(f"{one}: " for one in gone))]
        if scope == "round":
            hero.cast = []
            hero.marks = [mark for mark in hero.marks if not _is_past(mark, hero.rounds)]


def _is_past(mark: str, rounds: int) -> bool:
    """Whether a mark of an own round ("round 4: ...") is older than the one before."""
    words = mark.partition(":")[0].removeprefix("round ")
    return words.isdecimal() and int(words) < rounds


def _question(quest: Quest, what: str, names: list[str], many: int) -> Question[list[str]]:
    player = quest.hero.name

    def parse(text: str) -> list[str]:
        words = text.strip()
        words = words[len("discard") :] if fold(words).startswith("discard ") else words
        left, found = list(names), []
        for part in words.split(","):
            shown = {fold(printed(name)): printed(name) for name in left}
            one = find(part, shown, f"card among your {what}", listing=8)
            found.append(next(name for name in left if printed(name) == one))
            left.remove(found[-1])
        if len(found) != many:
            raise Unreadable(f"{many} {what} must go; write them with commas between")
        return found

    def check(text: str) -> list[str]:
        artifacts = {fold(printed(name)) for name in quest.hero.artifacts}
        if what == "Items" and any(fold(part).removeprefix("discard ") in artifacts for part in text.split(",")):
            raise Illegal("Artifacts can't be discarded", "P51")
        return parse(text)

    def forced() -> str | None:
        return "discard " + ", ".join(map(printed, names)) if len(names) == many else None

    return Question(
        "discard", f"{player} has {many} {what} too many; which go", check, who=player, open=True, forced=forced,
        options=lambda: [Option(f"discard {printed(name)}") for name in names] if many == 1 else [],
        hint="" if many == 1 else f"{many} of {', '.join(map(printed, names))}; commas between",
        write=lambda found: "discard " + ", ".join(map(printed, found)),
    )  # fmt: skip
