"""Heroes against heroes, apart from the dice: who may be attacked, and what the beaten one gives (P26, P45, P56)."""

from __future__ import annotations

from referee.asking.question import Option, Procedure, choice
from referee.games.prophecy.board import VILLAGE
from referee.games.prophecy.rules import effects, payments, places
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.deaths import hands_over
from referee.games.prophecy.rules.events import Offered, Rules

SAFE = ("Monastery", "Forest Camp")
"""Spaces with a white dove."""


def why_no_attack(quest: Quest, seat: int) -> tuple[str, str]:
    """Why a hero here can't be attacked now, and the rule or ruling; ("", "") if she can."""
    game, hero = quest.state, quest.state.players[seat]
    if game.step != "turn":
        return "the movement comes first", "order-of-turn"
    if game.attacking >= 0:
        return "in a plane the Guardian must be fought", "P50"
    if why := places.why_in_the_way(quest):
        return why, "P49" if game.returned else "order-of-turn"
    if game.attacked >= 0:
        return "one hero a turn: you have attacked already", "attack-heroes"
    if game.possible and not payments.standing(quest, quest.seat, payments.is_do("possibilities first")):
        return "Possibilities come after it, and you have used one", "order-of-turn"
    if seat == quest.setup.partner(quest.seat) and not quest.setup.attack_partner:
        return f"{hero.name} is your partner", "P62"
    if game.phase != "final battle" and not hero.artifacts:
        where = quest.board[hero.space].name
        if where in SAFE:
            return f"{hero.name} is safe in the {where}", "P26"
        if where == VILLAGE and hero.lodging:
            return f"{hero.name} is safe in the Village until the own next turn", "P26"
    return "", ""


def must_attack(quest: Quest) -> bool:
    """Whether a Champion still has to attack another in this turn (P56)."""
    game = quest.state
    return game.phase == "final battle" and game.attacked < 0 and any(
        not why_no_attack(quest, seat)[0] or why_no_attack(quest, seat)[1] == "order-of-turn"
        for seat in places.heroes_here(quest, quest.seat)
    )  # fmt: skip


def beaten(quest: Quest, loser: int, winner: int) -> Procedure[None]:
    """What a beaten hero gives: an Artifact late in the game, else 1 Health or an Item (P45, P56)."""
    hero, name = quest.state.players[loser], quest.name(loser)
    if hands_over(quest.setup, quest.state) and hero.artifacts:
        given: str = yield effects.card_question(
            quest, "give", f"{name} hands over which Artifact to {quest.name(winner)}", hero.artifacts, name
        )
        effects.hand_over(quest, loser, winner, given, "the lost fight", ("final-battle", "P56"))
        return
    rules: Rules = ("win-hero", "P45")
    if hero.held:
        asked = choice("beaten", f"{name} lost: lose a Health, or let {quest.name(winner)} take an Item", [
            Option("lose health", detail=_after(hero.health)),
            Option("offer", detail="any one Item, damaged ones and Artifacts too"),
        ], who=name)  # fmt: skip
        what: str = yield asked
        quest.emit(Offered(loser, "loses Health" if what == "lose health" else "offers the Items", rules))
        if what == "offer":
            taken: str = yield effects.card_question(
                quest, "take", f"{quest.name(winner)} takes which Item of {name}'s", hero.held, quest.name(winner)
            )
            effects.hand_over(quest, loser, winner, taken, "the lost fight", rules)
            return
    quest.change(loser, "health", -1, "the lost fight", rules)


def _after(health: int) -> str:
    return f"{health - 1} left" if health else "there is none left: the hero dies"
