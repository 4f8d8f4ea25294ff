"""A fight: the monster strikes, then the player attacks; help may be bought before either (Combat; E-n, E-q, E-y)."""

from __future__ import annotations

from typing import Literal

from referee.asking.question import Option, Procedure, Question
from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.wording import StrikeEveryone
from referee.games.enchanters.rules import actions, powers
from referee.games.enchanters.rules.actions import Use
from referee.games.enchanters.rules.context import Quest, refuse_number
from referee.games.enchanters.rules.events import Attacked, Failed, Struck
from referee.games.enchanters.rules.reach import reach, strike_may_change, too_dear
from referee.text.names import find, printed

Stroke = Literal["strike", "attack"]


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
        quest.emit(Failed(quest.state.active, name, nearest=name in quest.state.track[:1]))
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


def _help(quest: Quest, card: Card, stroke: Stroke) -> Procedure[None]:
    """Minor actions before the monster strikes, or before the player attacks; asked only where there are any."""
    while True:
        use: Use | None = yield _question(quest, card, stroke)
        if use is None:
            return
        yield from actions.act(quest, use)


def _question(quest: Quest, card: Card, stroke: Stroke) -> Question[Use | None]:
    player = quest.active

    def parse(text: str) -> Use | None:
        refuse_number(text, options)
        if actions.names_one(quest, text):
            return actions.read_use(quest, text, actions.USE)
        verb, _, rest = text.strip().partition(" ")
        kind = find(verb, {word: word for word in (stroke, "use")}, "move of a fight", listing=2)
        if kind == stroke and not rest:
            return None
        if kind == stroke or not rest.strip():
            raise Unreadable(f'can\'t read "{text}"; write {stroke}, or use and an action, like use NAME')
        return actions.read_use(quest, rest, actions.USE)

    def options() -> list[Option]:
        return [Option(stroke, detail=_stands(quest, card, stroke)), *actions.options(quest, actions.USE)]

    def forced() -> str | None:
        """The stroke, where there is no help; help that is only too dear now may still be found the crystals for."""
        if actions.options(quest, actions.USE) or (too_dear(quest) and may_help):
            return None
        return stroke

    may_help = strike_may_change(quest) if stroke == "strike" else reach(quest, card).short > 0
    first = f"{printed(card.name)} strikes" if stroke == "strike" else f"{player.name} attacks {printed(card.name)}"
    return Question(
        stroke, f"Before {first}: help, or {stroke}", parse, options=options, who=player.name, open=True,
        closed=lambda: actions.options(quest, actions.USE, closed=True), forced=forced,
        default=stroke, passable=True, opens=stroke == "strike" and not may_help,
        hint=actions.hint(quest), write=lambda use: _written(quest, use, stroke),
    )  # fmt: skip


def _written(quest: Quest, use: Use | None, stroke: Stroke) -> str:
    return stroke if use is None else f"use {actions.write_use(quest, use)}"


def _stands(quest: Quest, card: Card, stroke: Stroke) -> str:
    """What would happen without any more help."""
    if stroke == "strike":
        defence = quest.total(quest.state.active, "defence")
        wounds, _ = powers.wounds_from(card, defence)
        return f"strength {card.strength} against defence {defence}: {wounds} wound{'s' * (wounds != 1)}"
    attack, health = quest.total(quest.state.active, "attack"), int(card.health or 0)
    return ": ".join(filter(None, [f"attack {attack} against health {health}", reach(quest, card).told]))
