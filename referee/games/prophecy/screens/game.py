"""A game on a terminal: what to do at the table after each step, the ring, the planes, and the heroes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from referee.cards.fields import card_of
from referee.declaration.game import Lesson, Screens
from referee.declaration.plain import tell
from referee.declaration.tracking import EVERYTHING
from referee.effects.rules import Term, format_sum, total
from referee.games.prophecy.cards.cards import HeroCard
from referee.games.prophecy.cards.wording import RULES, ToValue
from referee.games.prophecy.fights.opening import FightEnded
from referee.games.prophecy.rules import ending
from referee.games.prophecy.rules.events import Learnt, Placed, RoundBegan, Used
from referee.games.prophecy.rules.state import GameState, Hero, Setup, board_of
from referee.games.prophecy.rules.turns import TERRAIN_OF
from referee.games.prophecy.screens.ring import ring_parts, show_ring
from referee.games.prophecy.vocabulary import GUILDS
from referee.play.event import Event
from referee.text.menu import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.names import fold, printed
from referee.text.screen import Screen, show_rows


def show_start(setup: Setup, screen: Screen) -> None:
    """Show what to put on the table before the first round (Game Set Up)."""
    if setup.tracking != EVERYTHING:
        return
    screen.line("Set-up", style="bold")
    tokens = f"{setup.start_gold} Gold, {setup.start_experience} Experience"
    screen.print_indented(
        "Each plane gets a Lesser Guardian, a Greater Guardian and an Artifact, face down; everybody the hero's "
        f"red and blue cubes on the right, {tokens}. First Abilities: {', '.join(map(printed, setup.abilities))}. "
        f"On the spaces of {setup.first}: {', '.join(map(printed, setup.laid))}."
    )
    screen.line()


def layout(setup: Setup) -> list[str]:
    """List the steps to lay out the board (Game Set Up; Initial Situation)."""
    names, tokens = ", ".join(setup.players), f"{setup.start_gold} Gold, {setup.start_experience} Experience."
    steps = [
        "Lay out the board, cubes and tokens. Sort the cards by their backs and shuffle each deck.",
        "Each plane: a Lesser Guardian, a Greater Guardian and an Artifact, at random, face down.",
        f"Heroes, drafted: two cards each ({names}); keep one and pass one to the left, twice; then pick one.",
    ]
    if setup.tracking != EVERYTHING or setup.board is None:
        return [
            *steps,
            f"Each hero: cubes as printed on the right, {tokens}",
            "Each hero stands in the guild that is printed first. Each guild: an open Ability.",
            "Look for the first terrain card in the Chance deck: an open Adventure card on each of its spaces. "
            "It goes to the discards; shuffle the rest.",
            f"{setup.players[setup.start]} begins.",
        ]
    for player, name in zip(setup.players, setup.heroes, strict=True):
        card = setup.known[fold(name)]
        assert isinstance(card, HeroCard)
        cubes = f"{card.strength} red and {card.willpower} blue cubes"
        steps.append(f"{player}: {name}, in the {card.guilds[0]}; on the right {cubes}; {tokens}")
    abilities = zip(GUILDS, setup.abilities, strict=False)
    laid = zip(map(setup.board.label, setup.board.of_terrain(TERRAIN_OF[setup.first])), setup.laid, strict=False)
    return [
        *steps,
        f"Open Abilities: {', '.join(f'{guild} {printed(name)}' for guild, name in abilities)}.",
        f"Open Adventure cards: {', '.join(f'{space} {printed(name)}' for space, name in laid)}.",
        f"{setup.first} goes to the Chance discards; the other Chance cards are shuffled.",
        f"{setup.players[setup.start]} begins.",
    ]


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show whose round it is, and the heroes side by side; those without cards are named in the first rounds only."""
    screen.line(_headline(game), style="bold")
    _show_heroes(setup, game, screen, named=game.round <= len(game.players))


def _headline(game: GameState) -> str:
    whose = "The end" if game.over else f"Round {game.round} · {game.hero.name}"
    pack = game.decks["chance"]
    left = f"{pack.count} Chance cards"
    if game.phase == "normal" and not pack.counted:
        return whose
    phases = {"normal": left, "countdown": f"{left} to the Apocalypse"}
    return f"{whose} · {phases.get(game.phase, f'the {game.phase.title()}')}"


def _show_heroes(setup: Setup, game: GameState, screen: Screen, *, held: bool = True, named: bool = True) -> None:
    """Show the heroes side by side, with their cards if `held`; those who have none if `named`."""
    heads = ("", "space", "Strength", "Willpower", "Gold", "Exp.", "Artifacts")
    rows = [_row(setup, game, hero) for hero in game.players]
    if screen.plain:
        for row, hero in zip(rows, game.players, strict=True):
            cells = list(zip(heads[1:], row[1:], strict=True))[: -1 if held and hero.artifacts else None]
            lines = [f"{head} {value}" for head, value in cells if value]  # Artifacts once: named, or how many
            more = _holdings(setup, hero) if held else ()
            told = ", ".join([printed(hero.hero), *lines, *more]) if hero.playing else hero.status
            screen.line(f"{row[0]}: {told}")
        return
    show_rows(screen, heads, rows, "left", "left", "right", "right", "right", "right", "right")
    bare = []
    for hero in game.players if held else ():
        has = [*_sources(setup, game, hero), *_holdings(setup, hero)] if hero.playing else []
        if has:
            screen.line(f"  {hero.name}: {'; '.join([printed(hero.hero), *has])}")
        elif hero.playing:
            bare.append(f"{hero.name}: {printed(hero.hero)}")
    if bare and named:
        screen.line(f"  {' · '.join(bare)}")


def _row(setup: Setup, game: GameState, hero: Hero) -> list[str]:
    mark = " >" if hero is game.hero and not game.over else ""
    if not hero.playing:
        return [hero.name + mark, hero.status, *[""] * 5]
    over = ending.excess(setup, hero)
    values = current_values(setup, game, hero)
    return [
        f"{hero.name}{mark}",
        board_of(setup, game).label(hero.space),
        f"{values[0]} ({hero.health} of {hero.red})",
        f"{values[1]} ({hero.magic} of {hero.blue})",
        f"{hero.gold}{'!' * ('gold' in over)}",
        f"{hero.experience}{'!' * ('experience' in over)}",
        str(len(hero.artifacts)),
    ]


def current_values(setup: Setup, game: GameState, hero: Hero) -> list[int]:
    """Return a hero's Strength and Willpower outside of fights."""
    return [total(terms) for terms in _values(setup, game, hero)]


def _values(setup: Setup, game: GameState, hero: Hero) -> tuple[list[Term], list[Term]]:
    """Return the terms of Strength and Willpower outside of fights: right cubes, and constant or lasting bonuses."""
    found = [Term("right red cubes", hero.health)], [Term("right blue cubes", hero.magic)]
    effects = [
        (name, effect)
        for name in (*hero.items, *hero.artifacts, *hero.abilities)
        for card in [card_of(setup, game, name)]
        if not getattr(card, "chosen", False)
        for rule in card.parsed
        if rule.when == "always"
        for effect in rule.effects
    ]
    effects += [(bonus.source, effect) for bonus in hero.bonuses for effect in RULES.read_effects(bonus.effect)]
    for name, effect in effects:
        if isinstance(effect, ToValue) and not effect.limits:
            found[effect.value == "willpower"].append(Term(printed(name), effect.number))
    return found


def _sources(setup: Setup, game: GameState, hero: Hero) -> Iterator[str]:
    """Yield the sources of Strength and Willpower where these aren't cubes alone."""
    for what, terms in zip(("Strength", "Willpower"), _values(setup, game, hero), strict=True):
        if len(terms) > 1:
            yield f"{what} {format_sum(terms)}"


def _holdings(setup: Setup, hero: Hero) -> Iterator[str]:
    """Yield Artifacts, Items and Abilities, with how many exceed the limits."""
    over = ending.excess(setup, hero)
    items = [*map(printed, hero.items), *(f"{printed(name)} (damaged)" for name in hero.damaged)]
    piles = {"Artifacts": hero.artifacts, "Items": items, "Abilities": [*map(printed, hero.abilities)]}
    for what, names in piles.items():
        if names:
            many = f" ({over[fold(what)]} too many)" if fold(what) in over else ""
            yield f"{what} {', '.join(names)}{many}"


def show_board(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the heroes, the ring with all open cards, and the planes, as far as there is room."""
    heroes: Part = (
        DrawnForm(50, lambda on: _show_heroes(setup, game, on)),
        DrawnForm(ALWAYS, lambda on: _show_heroes(setup, game, on, held=False)),
    )
    head: Part = (DrawnForm(ALWAYS, lambda on: on.line(_headline(game), style="bold")),)
    show_fitting([head, heroes, blank(), *ring_parts(setup, game, screen)], screen)


def show_asked(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the heroes, the spaces of the ring with heroes or cards, and the planes."""
    screen.line(_headline(game), style="bold")
    _show_heroes(setup, game, screen)
    screen.line()
    show_ring(setup, game, screen)


def _can_do(setup: Setup, game: GameState) -> list[str]:
    typed = setup.dice == "entered"
    if game.step == "movement":
        return [
            "once: stay, walk, ride, sail, go through a gate or work; then comes what lies on the space",
            *["a whole turn in a line: 3; 4 2; forests (the move, dice of a fight, the next Chance card)"] * typed,
        ]
    return [
        f"fight NAME: each Creature here, first of all{'; or your dice at once, like 4 2' * typed}",
        "then buy, learn, heal, as the space offers; end turn",
    ]


def _tell(game: GameState, events: Sequence[Event], screen: Screen, told: Any) -> None:
    """Tell the events, each thing once: typed cards are known already, and the last roll says how a fight ends."""

    def redundant(event: Event) -> bool:
        by_hand = isinstance(event, Used) and event.does.startswith("manual ")  # the card's words come next
        begun = isinstance(event, RoundBegan) and screen.height is not None  # the board at the prompt says whose
        return by_hand or begun or isinstance(event, FightEnded) or (isinstance(event, Learnt) and not event.line)

    kept: list[Event] = []
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, Placed) and isinstance(last, Placed) and not event.card and not last.card:
            kept[-1] = structs.replace(last, where=f"{last.where}, {event.where}")
        elif not redundant(event):
            kept.append(event)
    tell(game, kept, screen, told)


LESSONS: Mapping[str, Lesson] = {
    "chance": Lesson("chance-card"),
    "move": Lesson("order-of-turn", _can_do),
    "turn": Lesson("one-round"),
    "roll": Lesson("roll-of-fight"),
    "fight": Lesson("roll-of-fight"),
    "defend": Lesson("order-of-duel"),
    "beaten": Lesson("win-hero"),
    "agree": Lesson("trading-heroes"),
    "keep": Lesson("end-limits"),
}
"""Lessons for newcomers, by question key."""


SCREENS: Screens[Setup, GameState] = Screens(
    status=show_status,
    board=show_board,
    tell=_tell,
    layout=layout,
    show_start=show_start,
    asked=show_asked,
    lessons=LESSONS,
    is_first_turn=lambda game: game.round <= len(game.players),
    headings={"chance": lambda setup, game, who, screen: show_status(setup, game, screen)},
    lasting="chance",
)
