"""A game on a terminal: what the hands must do after each step, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any

from rich.table import Table
from rich.text import Text

from referee.games.enchanters import events as e
from referee.games.enchanters import powers
from referee.games.enchanters.cards import printed
from referee.games.enchanters.context import crystals, wounds
from referee.games.enchanters.scoring import score
from referee.games.enchanters.state import Game, Player, Setup, find_card
from referee.games.enchanters.vocabulary import GAME
from referee.rules import rulebook
from referee.screens import Screen, show_event

POWERS: tuple[powers.Power, ...] = ("attack", "defence")


class Hands:
    """Tells events as what the hands at the table must do."""

    def __init__(self, game: Game) -> None:
        self._names = [player.name for player in game.players]

    def name(self, number: int) -> str:
        """A player's name."""
        return self._names[number]

    @singledispatchmethod
    def tell(self, event: Any) -> str:
        """One event in words."""
        raise TypeError(f"no words for {event!r}")

    @tell.register
    def _(self, event: e.TurnBegan) -> str:
        return f"It is {self.name(event.player)}'s turn."

    @tell.register
    def _(self, event: e.Acted) -> str:
        often = f" {event.times} times" if event.times > 1 else ""
        return f"{self.name(event.player)} uses {event.source}{often}: {event.does}."

    @tell.register
    def _(self, event: e.Triggered) -> str:
        return f"{event.source}: {event.does}."

    @tell.register
    def _(self, event: e.Crystals) -> str:
        verb = "takes" if event.number > 0 else "pays"
        return f"{self.name(event.player)} {verb} {crystals(abs(event.number))} ({event.source})."

    @tell.register
    def _(self, event: e.Wounds) -> str:
        verb = "takes" if event.number > 0 else "puts back"
        return f"{self.name(event.player)} {verb} {wounds(abs(event.number))} ({event.source})."

    @tell.register
    def _(self, event: e.Boosted) -> str:
        return f"{self.name(event.player)} has {event.points:+} {event.what} this turn ({event.source})."

    @tell.register
    def _(self, event: e.Journeyed) -> str:
        place = "in the graveyard" if event.graveyard else f"card {event.passed + 1} of the track"
        return f"{self.name(event.player)} journeys to {printed(event.card)}, {place}."

    @tell.register
    def _(self, event: e.Struck) -> str:
        left = max(0, event.strength - event.defence)
        times = f", doubled {event.wounds}" if event.times > 1 else ""
        sums = f"strength {event.strength} less defence {event.defence}{_made_of(event.parts)} = {left}{times}"
        deals = f"{self.name(event.player)} takes {wounds(event.wounds)}" if event.wounds else "no wound"
        return f"{printed(event.card)} strikes {self.name(event.player)}: {sums}; {deals}."

    @tell.register
    def _(self, event: e.Attacked) -> str:
        attack = f"attack {event.attack}{_made_of(event.parts)} against health {event.health}"
        end = "beaten" if event.won else f"{event.health - event.attack} short"
        return f"{self.name(event.player)} attacks {printed(event.card)}: {attack}; {end}."

    @tell.register
    def _(self, event: e.Failed) -> str:
        return f"The fight is lost: {printed(event.card)} stays; the nearest card goes at the end of the turn."

    @tell.register
    def _(self, event: e.Taken) -> str:
        return f"{printed(event.card)} goes on top of {self.name(event.player)}'s {event.pile}."

    @tell.register
    def _(self, event: e.Lost) -> str:
        return f"{self.name(event.player)}'s {printed(event.card)} goes to the graveyard ({event.source})."

    @tell.register
    def _(self, event: e.Handed) -> str:
        return (
            f"{self.name(event.player)} gives {printed(event.card)} to {self.name(event.to)}, on top of the monsters."
        )

    @tell.register
    def _(self, event: e.NothingLost) -> str:
        return f"{self.name(event.player)} has no monster to give up ({event.source})."

    @tell.register
    def _(self, event: e.Buried) -> str:
        return f"{printed(event.card)}, the nearest card, goes to the graveyard."

    @tell.register
    def _(self, event: e.Revealed) -> str:
        return f"{printed(event.card)} comes to place {event.place} of the track; {event.left} left in the deck."

    @tell.register
    def _(self, event: e.Learnt) -> str:
        return f"{event.card} is noted."

    @tell.register
    def _(self, event: e.ByHand) -> str:
        return f'{event.source} says "{event.text}": do that at the table.'

    @tell.register
    def _(self, event: e.TurnEnded) -> str:
        return f"{self.name(event.player)}'s turn is over."

    @tell.register
    def _(self, event: e.GameEnded) -> str:
        return "Deck and track are empty: the game is over; glory is counted."


def _made_of(parts: Iterable[powers.Part]) -> str:
    """Where points come from, behind their sum: " (Scimitar 3; covered Fist 1)"."""
    told = powers.told(parts)
    return f" ({told})" if told else ""


def show_game_events(game: Game, events: Iterable[Any], screen: Screen) -> None:
    """Events one below the other."""
    hands, book = Hands(game), rulebook(GAME)
    for event in events:
        show_event(hands.tell(event), event.rules, book, screen)


def show_set_up(setup: Setup, screen: Screen) -> None:
    """What the hands put on the table before the first turn (Game setup)."""
    screen.line("Set-up", style="bold")
    screen.line("  Everybody takes 5 crystals, a Fist and an of Enchanting.")
    if setup.kingdoms:
        screen.line(
            f"  Kingdom decks: {', '.join(setup.kingdoms)}"
            + (f" ({setup.invasion})" * (setup.invasion != "standard"))
            + "."
        )
    screen.line(f"  {setup.village.name} lies before the track; {setup.size} cards are in the adventure deck.")
    if setup.draws == "program":
        screen.line(f"  The program draws with the seed {setup.seed}.")
    screen.line()


def show_status(setup: Setup, game: Game, screen: Screen) -> None:
    """Whose turn it is, the village, the track, and each player's numbers with where they come from."""
    whose = "the end" if game.over else f"turn {game.turn} · {game.players[game.active].name}"
    screen.line(f"{whose[0].upper()}{whose[1:]} · {game.deck} in the adventure deck", style="bold")
    screen.print_indented(Text(f"{setup.village.name}  {' · '.join(setup.village.rules)}", style="dim"), by=0)
    track = " · ".join(f"{place} {_seen(setup, game, name)}" for place, name in enumerate(game.track, 1))
    screen.line(f"track  {track or 'empty'}")
    if game.graveyard:
        screen.line(f"graveyard  {len(game.graveyard)}, {printed(game.graveyard[-1])} on top", style="dim")
    screen.print(_numbers(setup, game))
    for number, player in enumerate(game.players):
        _show_powers(setup, game, number, player, screen)


def _seen(setup: Setup, game: Game, name: str) -> str:
    """A card of the track: a monster with strength and health."""
    card = find_card(setup, game, name)
    if card is None or not card.fights:
        return printed(name)
    return f"{printed(name)} {card.strength}/{card.health}"


def _numbers(setup: Setup, game: Game) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in ("crystals", "wounds", "attack", "defence", "glory"):
        table.add_column(name, justify="right")
    table.add_column("artifact and top trophy", overflow="fold")
    for number, (player, scored) in enumerate(zip(game.players, score(setup, game).players, strict=True)):
        mark = " ▸" if number == game.active and not game.over else ""
        top = ", ".join([_artifact(player), *(printed(name) for name in player.monsters[-1:])])
        table.add_row(
            Text(player.name + mark, style="bold"), str(player.crystals), str(player.wounds),
            str(powers.total(setup, game, number, "attack")), str(powers.total(setup, game, number, "defence")),
            str(scored.total), top,
        )  # fmt: skip
    return table


def _artifact(player: Player) -> str:
    """The artifact's name: the top item and the top enchantment."""
    return " ".join(printed(pile[-1]) for pile in (player.items, player.enchantments) if pile)


def _show_powers(setup: Setup, game: Game, number: int, player: Player, screen: Screen) -> None:
    for what in POWERS:
        if told := powers.told(powers.parts(setup, game, number, what)):
            screen.print_indented(Text(f"{player.name}'s {what}: {told}", style="dim"))
