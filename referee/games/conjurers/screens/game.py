"""A whole game on a terminal: what to do on the board after each step, and the state of the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.declaration.game import Lesson, Screens, part
from referee.games.conjurers import tables
from referee.games.conjurers.battle.events import BattleEvent
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules import spaces
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.ending import needed_food, next_feeding
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.vocabulary import RESOURCES
from referee.play.event import names_of
from referee.text.names import and_list, or_list
from referee.text.screen import Screen


def show_game_events(game: GameState, events: Iterable[Any], screen: Screen, battle: Battle | None) -> Battle | None:
    """Show events line by line, or as a paragraph on a `dense` screen; battle events as in any battle.

    `battle` is the one under way before them; returns the one under way after them, or the last.
    """
    name = names_of(game.players)
    texts: list[str] = []
    for event in events:
        if isinstance(event, e.BattleSetUp):
            battle = event.battle
        if isinstance(event, BattleEvent):
            if battle is not None:
                from referee.games.conjurers.screens.battle import in_short, show_events  # most events draw nothing

                if screen.dense:
                    texts += in_short(battle, event)
                else:
                    show_events(battle, [event], screen)
            continue
        texts.append(event.describe(name))
        if not screen.dense:
            screen.print_indented(texts.pop())
    if texts:
        screen.print_indented(" ".join(texts))
    return battle


def show_start(setup: Setup, screen: Screen) -> None:
    """Show what to put on the table before the first turn (p. 9)."""
    first = setup.players[setup.start].name
    screen.line(f"Set-up: {first} takes the Initiative Button. The turn figure goes on turn 1.", style="bold")
    for seat, hand in zip(setup.players, setup.dealt, strict=True):
        figures = f"conjurer and {seat.assistant or 'an assistant'} in the house"
        screen.line(f"  {seat.name} ({seat.colour}): {'; '.join(filter(None, (figures, ', '.join(hand))))}.")
    if setup.locked:
        screen.line(f"  Out of the game: all that is {and_list(setup.locked)}.")
    if shut := spaces.unused(setup):
        screen.line(f"  Not in use: {', '.join(shut)}.")
    if setup.draws == "program" or setup.dice == "rolled":
        screen.line(f"  The program draws with the seed {setup.seed}.")


def layout(setup: Setup) -> list[str]:
    """List the steps to lay out the board for this number of players (p. 9; E6, E8)."""
    players, box = len(setup.players), tables.players()
    now, many = box.setups[players], setup.most_assistants
    steps = [
        f"The board in the middle; {', '.join(good for good in RESOURCES if good not in now.instead)}, food and the "
        "minus point tokens beside it, within reach of everybody.",
        "The turn figure on turn 1.",
        "All items in one pile, all artifacts in another.",
        "The creatures in piles, one for each mythology, and those of level 1 in a pile of their own, shuffled.",
    ]
    if setup.locked:
        steps.append(
            f"Out of the game: all creatures and artifacts that are {and_list(setup.locked)}; "
            "cover the battlegrounds of these mythologies."
        )
    elif now.locked:
        steps.append(f"Draw {now.locked} of the mythologies: their cards go back into the box.")
    if shut := spaces.unused(setup):
        steps.append(f"With {players} players nobody uses: {', '.join(shut)}.")
    for other, good in now.instead.items():
        steps.append(f"Wherever {other} is printed, it is {good}.")
    named = all(seat.assistant for seat in setup.players)
    pieces = (f"{seat.name} {seat.colour}{f', {seat.assistant}' if named else ''}" for seat in setup.players)
    first = "that assistant" if named else f"any assistant ({or_list(tables.phases().assistants)})"
    steps.append(
        f"All pieces of a colour to each player: {'; '.join(pieces)}. The conjurer and {first} go into the house, "
        f"the other {many - 1} assistants beside the board."
    )
    dealt = [f"{seat.name} {and_list(hand)}" for seat, hand in zip(setup.players, setup.dealt, strict=True) if hand]
    each = setup.start_creatures
    steps.append(f"Level 1 creatures: {'; '.join(dealt)}." if dealt else f"{each} level 1 creatures to each player.")
    return [*steps, f"{setup.players[setup.start].name} takes the Initiative Button."]


LESSONS: Mapping[str, Lesson] = {
    "place": Lesson("allocation"),
    "resolve": Lesson("resolving"),
    "trade": Lesson("marketplace"),
    "hire": Lesson("guild-house"),
    "buy": Lesson("blacksmith"),
    "sacrifice": Lesson("sacrificial-pit"),
    "creature": Lesson("battlegrounds"),
    "battle": Lesson("battle-end"),
    "move": Lesson("summon"),
    "set aside": Lesson("set-aside"),
    "end": Lesson("end-phase"),
    "turn": Lesson("game-round"),
}
"""The lessons for newcomers, by question key."""


def _before_placing(setup: Setup, game: GameState, who: str, screen: Screen) -> None:
    """Show the placing player's holdings, and the placed figures; before the first figure who is short of food."""
    if game.placed:
        _show_stock(setup, game, who, screen)
        placed = (f"{game.players[one.player].name} {one.kind} {one.space}" for one in game.placed)
        screen.line(f"placed: {' · '.join(placed)}")
    else:
        from referee.games.conjurers.screens.board import show_feeding

        show_feeding(setup, game, screen)


def _show_stock(setup: Setup, game: GameState, who: str, screen: Screen) -> None:
    """Show a player's goods, army and feeding on a line."""
    from referee.games.conjurers.screens.board import fed

    player = next(player for player in game.players if player.name == who)
    goods = " ".join(f"{good} {many}" for good in RESOURCES if (many := player.resources.get(good, 0)))
    faces = sorted((face_of(setup, game, name) for name in player.creatures), key=lambda face: face.level)
    army = " ".join(f"{face.mythology or ''} {face.level}".strip() for face in faces)
    due, needed = next_feeding(setup, game), needed_food(setup, game, player)
    feeds = f" · feeds {needed} after turn {due}: {fed(setup, game, player)}" if due is not None else ""
    screen.line(f"{player.name}  {f'{goods} ' if goods else ''}food {player.food} · army {army or 'none'}{feeds}")


def _under_way(game: GameState, screen: Screen) -> None:
    """Show the battle that is fought, once somebody stands in it."""
    if game.battle is not None and any(fighter.slot for fighter in game.battle.fighters):
        from referee.games.conjurers.screens.battle import show_board

        show_board(game.battle, screen)


SCREENS = Screens(
    status=part("referee.games.conjurers.screens.board:show_status"),
    board=part("referee.games.conjurers.screens.board:show_whole_board"),
    tell=show_game_events,
    show_start=show_start,
    layout=layout,
    lessons=LESSONS,
    under_way=_under_way,
    begin=lambda game: game.battle,
    headings={"place": _before_placing} | dict.fromkeys(("trade", "hire", "buy"), _show_stock),
)
