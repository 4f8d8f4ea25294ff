"""A fight: the monster strikes, then the player attacks; help may be bought before either (Combat; E-n, E-q, E-y)."""

from __future__ import annotations

from dataclasses import replace

from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Procedure, Question
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.wording import StrikeEveryone
from referee.games.enchanters.rules import actions, powers
from referee.games.enchanters.rules.actions import Use
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Attacked, Failed, Struck
from referee.games.enchanters.rules.reach import reach, strike_may_change, too_dear
from referee.text.names import printed


def fight(quest: Quest, name: str) -> Procedure[bool]:
    """Fight a monster or dragon; whether it is beaten. Wounds stay either way (E-ao)."""
    card = quest.card(name)
    yield from _help(quest, card, "strike")
    _strike(quest, name, card)
    yield from _help(quest, card, "attack")
    attack, parts = quest.total(quest.state.active, "attack"), quest.parts(quest.state.active, "attack")
    health = int(card.health or 0)
    won = attack >= health
    quest.emit(Attacked(quest.state.active, name, attack, parts, health, won, ("player-attack",)))
    if not won:
        quest.state.resting = True  # the nearest card goes, as after a rest
        nearest = name in quest.state.track[:1]
        if nearest and quest.setup.failed_first == "stays":
            quest.state.spared, nearest = name, not quest.state.deck and len(quest.state.track) == 1
        quest.emit(Failed(quest.state.active, name, nearest=nearest, spared=bool(quest.state.spared)))
    return won


def _strike(quest: Quest, name: str, card: Card) -> None:
    """The monster's attack, one by one on all players where it strikes everyone (Giant; E-y)."""
    game, seats = quest.state, len(quest.state.players)
    everyone = any(rule.has(StrikeEveryone) for rule in card.all_rules)
    struck = [(game.active + step) % seats for step in range(seats)] if everyone else [game.active]
    for number in struck:
        defence = quest.total(number, "defence")
        wounds, times = powers.wounds_from(card, defence)
        rules = ["monster-attack", *(["ogre", "E-q"] if times > 1 else []), *(["giant", "E-y"] if everyone else [])]
        parts = quest.parts(number, "defence")
        quest.player(number).wounds += wounds
        quest.emit(Struck(number, name, int(card.strength or 0), defence, parts, times, wounds, tuple(rules)))


class Stroke(Move[Quest], frozen=True):
    """What comes where no more help is used."""

    def do(self, quest: Quest) -> None:
        """Leave it to the fight."""


class Strike(Stroke, frozen=True):
    """The monster's."""

    says = "strike"

    def detail(self, quest: Quest) -> str:
        """The wounds that it would deal."""
        assert quest.foe is not None
        defence = quest.total(quest.state.active, "defence")
        wounds, _ = powers.wounds_from(quest.foe, defence)
        return f"strength {quest.foe.strength} against defence {defence}: {wounds} wound{'s' * (wounds != 1)}"


class Attack(Stroke, frozen=True):
    """The player's."""

    says = "attack"

    def detail(self, quest: Quest) -> str:
        """Whether it would be enough, or could be."""
        assert quest.foe is not None
        attack, health = quest.total(quest.state.active, "attack"), int(quest.foe.health or 0)
        return ": ".join(filter(None, [f"attack {attack} against health {health}", reach(quest, quest.foe).told]))


BEFORE = {"strike": Moves(Strike, Use), "attack": Moves(Attack, Use)}


def _help(quest: Quest, card: Card, stroke: str) -> Procedure[None]:
    """Minor actions before the monster strikes, or before the player attacks; asked only where there are any."""
    move: Move[Quest] | None = None
    while not isinstance(move, Stroke):
        move = yield from ask_move(_question(replace(quest, foe=card), card, stroke), quest)


def _question(quest: Quest, card: Card, stroke: str) -> Question[Move[Quest]]:
    def forced() -> str | None:
        """The stroke, where there is no help; help that is only too dear now may still be found the crystals for."""
        return None if actions.usable(quest) or (too_dear(quest) and may_help) else stroke

    name = quest.active.name
    may_help = strike_may_change(quest) if stroke == "strike" else reach(quest, card).short > 0
    first = f"{printed(card.name)} strikes" if stroke == "strike" else f"{name} attacks {printed(card.name)}"
    return BEFORE[stroke].question(
        quest, stroke, f"Before {first}: help, or {stroke}", who=name, open=True, forced=forced, default=stroke,
        passable=True, opens=stroke == "strike" and not may_help, hint=actions.hint(quest),
    )  # fmt: skip
