"""A whole game on a terminal: what the hands must do after each step, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Lesson, Screens
from referee.games.conjurers.battle.events import BattleEvent
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.rules import ending, spaces
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.state import CONJURER, GameState, Player, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import GAME, MYTHOLOGIES, RESOURCES
from referee.play.event import names_of
from referee.rulebook.rules import rulebook
from referee.rulebook.screen import show_event
from referee.text.names import and_list
from referee.text.screen import Screen

if TYPE_CHECKING:
    from rich.table import Table

LETTERS = {mythology[0]: mythology for mythology in MYTHOLOGIES}
"""How an army's row calls the mythologies: "n2" is norse 2."""

SHORT = 36
"""The most signs of a list that stands in a column of its own beside what a player holds."""


def show_game_events(game: GameState, events: Iterable[Any], screen: Screen, battle: Battle | None) -> Battle | None:
    """Events one below the other; those of a refereed battle as in any battle.

    `battle` is the one that was under way before them; the one under way after them, or the last, comes back.
    """
    name, book = names_of(game.players), rulebook(GAME)
    for event in events:
        if isinstance(event, e.BattleSetUp):
            battle = event.battle
        if isinstance(event, BattleEvent):
            if battle is not None:
                from referee.games.conjurers.screens.battle import show_events  # it draws, as most events don't

                show_events(battle, [event], screen)
            continue
        show_event(event.told(name), event.rules, book, screen)
    return battle


def show_start(setup: Setup, screen: Screen) -> None:
    """What the hands put on the table before the first turn (p. 9)."""
    screen.line("Set-up", style="bold")
    for seat, hand in zip(setup.players, setup.dealt, strict=True):
        cards = f"; takes the cards {and_list(hand)}" if hand else ""
        figures = f"the conjurer and a {seat.assistant}" if seat.assistant else "the conjurer and an assistant"
        screen.line(f"  {seat.name} ({seat.colour}) puts {figures} in the house{cards}.")
    screen.line(f"  {setup.players[setup.start].name} takes the Initiative Button. The turn figure goes on turn 1.")
    if setup.locked:
        screen.line(f"  Out of the game: all that is {and_list(setup.locked)}.")
    if shut := spaces.unused(setup):
        screen.line(f"  Not in use: {', '.join(shut)}.")
    if setup.draws == "program" or setup.dice == "rolled":
        screen.line(f"  The program draws with the seed {setup.seed}.")
    screen.line()


def layout(setup: Setup) -> list[str]:
    """The steps in which the board is laid out for so many players (p. 9; E6, E8)."""
    players, box = len(setup.players), box_tables.players()
    now, many = box.setups[players], board_tables.upkeep().guild_house.most_assistants
    steps = [
        f"The board in the middle; {', '.join(good for good in RESOURCES if good not in now.instead)}, food and the "
        "minus point tokens beside it, within reach of everybody.",
        "The turn figure on turn 1.",
        "All items in one pile, all artifacts in another.",
        "The creatures in piles, one for each mythology, and those of level 1 in a pile of their own, shuffled.",
    ]
    if setup.locked:
        steps.append(f"Out of the game: all creatures and artifacts that are {and_list(setup.locked)}; "
                     "cover the battlegrounds of these mythologies.")  # fmt: skip
    elif now.locked:
        steps.append(f"Draw {now.locked} of the mythologies: their cards go back into the box.")
    if shut := spaces.unused(setup):
        steps.append(f"With {players} players nobody uses: {', '.join(shut)}.")
    for other, good in now.instead.items():
        steps.append(f"Wherever {other} is printed, it is {good}.")
    for seat in setup.players:
        house = f"the conjurer and the {seat.assistant}" if seat.assistant else "the conjurer and one assistant"
        steps.append(f"{seat.name}: all pieces in {seat.colour}, {house} in the house; "
                     f"the other {many - 1} assistants beside the board.")  # fmt: skip
    dealt = [f"{seat.name} {and_list(hand)}" for seat, hand in zip(setup.players, setup.dealt, strict=True) if hand]
    each = box.box.starting_creatures
    steps.append(f"Level 1 creatures: {'; '.join(dealt)}." if dealt else f"{each} level 1 creatures to each player.")
    return [*steps, f"{setup.players[setup.start].name} takes the Initiative Button."]


def _figures_can(setup: Setup, game: GameState) -> list[str]:
    """What the figures that aren't placed yet can do (pp. 8, 10)."""
    goes = board_tables.phases().assistants
    lines = []
    for kind in game.figures_of(game.next_seat):
        where = "every space that is open" if kind == CONJURER else f"{', '.join(goes[kind])}; or food"  # type: ignore[index]
        lines.append(f"{kind}: {where}")
    return lines


LESSONS: Mapping[str, Lesson] = {
    "place": Lesson("allocation", _figures_can), "resolve": Lesson("resolving"), "trade": Lesson("marketplace"),
    "hire": Lesson("guild-house"), "buy": Lesson("blacksmith"), "sacrifice": Lesson("sacrificial-pit"),
    "creature": Lesson("battlegrounds"), "battle": Lesson("battle-end"), "move": Lesson("attack"),
    "set aside": Lesson("set-aside"), "end": Lesson("end-phase"), "turn": Lesson("game-round"),
}  # fmt: skip
"""What newcomers are told, by question key."""


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """The turn, each player's holdings, the mines, what is taken and what is closed."""
    feeding = ending.next_feeding(game)
    last = board_tables.phases().phases[-1].turns[-1]
    head = f"Turn {game.turn} of {last} · phase {e.roman(game.phase)} · {game.stage}"
    screen.line(f"{head} · next feeding: end of turn {feeding}" if feeding else head, style="bold")
    show_holdings(setup, game, screen)
    show_taken(setup, game, screen)
    if game.contest is not None and game.contest.battle is not None:
        from referee.games.conjurers.screens.battle import show_board

        show_board(game.contest.battle, screen)


def show_holdings(setup: Setup, game: GameState, screen: Screen, *, lists: bool = True) -> None:
    """A line for each player; and, as `lists`, who has which mines, cards and assistants."""
    listed = {"mines": _mines(game), "cards": _cards(game), "hired": _helpers(game)} if lists else {}
    beside = {what: told for what, told in listed.items() if told and not screen.narrow and _short(told)}
    screen.print(_holdings(setup, game, beside, narrow=screen.width < 100))
    for what, told in listed.items():
        if told and what not in beside:
            screen.line(f"{what:<7} {' · '.join(f'{name}: {things}' for name, things in told.items())}")


def show_taken(setup: Setup, game: GameState, screen: Screen) -> None:
    """The spaces where somebody stands, and while figures are placed those that are closed."""
    taken = [f"{f.space} ({game.players[f.player].name}, {f.kind})" for f in game.placed]
    if taken and game.stage in ("placing", "resolving"):
        screen.line(f"taken   {' · '.join(taken)}")
    shut: dict[str, list[str]] = {}
    for space in spaces.spaces(setup):
        reason = spaces.closed_because(setup, game, space)
        if reason and not reason.startswith("taken"):
            shut.setdefault(reason, []).append(space.name)
    if shut and game.stage == "placing":
        closed = " · ".join(f"{', '.join(names)}: {reason}" for reason, names in shut.items())
        screen.line(f"closed  {closed}", style="dim")


def _short(told: Mapping[str, str]) -> bool:
    """Whether what is told of each player is short enough for a column of the wide form."""
    return all(len(things) <= SHORT for things in told.values())


def _holdings(
    setup: Setup, game: GameState, beside: Mapping[str, Mapping[str, str]], *, narrow: bool = False
) -> Table:
    """A line for each player; `beside` are lists told in a column each, by their heading and the player's name.

    Where it is `narrow`, the headings take no room from the armies.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    for resource in RESOURCES:
        table.add_column({"sapphire": "sapph", "diamond": "diam"}.get(resource, resource), justify="right")
    for name in ("food", "feeds", "minus" if narrow else "minus points"):
        table.add_column(name, justify="right")
    armies = {number: _army(setup, game, player) for number, player in enumerate(game.players)}
    short = next((word for army in armies.values() for word in army.split() if word[0] in LETTERS), "")
    key = f" ({short} {LETTERS[short[0]]})" if short and not narrow else ""
    table.add_column(f"army{key}", overflow="fold")
    for what in beside:
        table.add_column(what, overflow="fold")
    for number, player in enumerate(game.players):
        if player.left:
            table.add_row(Text(f"{player.name} (left)", style="dim"))
            continue
        owner = Text(player.name + (" ★" if game.holder == number else ""), style="bold")
        goods = [str(player.resources.get(resource, 0)) for resource in RESOURCES]
        food = [str(player.food), str(ending.needed_food(setup, game, player)), str(player.minus_points)]
        more = [told.get(player.name, "") for told in beside.values()]
        table.add_row(owner, *goods, *food, armies[number], *more)
    return table


def _army(setup: Setup, game: GameState, player: Player) -> str:
    """An army by level and the first letter of the mythology: "1 1 n2 b3"."""
    faces = [face_of(setup, game, name) for name in player.creatures]
    ranked = sorted((face.level, str(face.mythology)) for face in faces)
    return " ".join(str(level) if level == 1 else f"{mythology[0]}{level}" for level, mythology in ranked)


def _mines(game: GameState) -> dict[str, str]:
    """Each owner's mines."""
    owners = {game.players[number].name: number for number in game.mines.values()}
    return {
        name: ", ".join(mine for mine, owner in game.mines.items() if owner == number)
        for name, number in owners.items()
    }


def _cards(game: GameState) -> dict[str, str]:
    """Each player's items and artifacts."""
    return {p.name: ", ".join([*p.items, *p.artifacts]) for p in game.players if p.items or p.artifacts}


def _helpers(game: GameState) -> dict[str, str]:
    """Each player's assistants, where more than the first was hired."""
    return {p.name: ", ".join(p.assistants) for p in game.players if len(p.assistants) > 1}


def _board(setup: Setup, game: GameState, screen: Screen) -> None:
    from referee.games.conjurers.screens.board import show_whole_board

    show_whole_board(setup, game, screen)


def _fought(game: GameState) -> Battle | None:
    return None if game.contest is None else game.contest.battle


def _under_way(game: GameState, screen: Screen) -> None:
    """The battle that is fought."""
    battle = _fought(game)
    if battle is not None:
        from referee.games.conjurers.screens.battle import show_board

        show_board(battle, screen)


SCREENS = Screens(
    status=show_status, board=_board, tell=show_game_events, show_start=show_start, layout=layout, lessons=LESSONS,
    under_way=_under_way, begin=_fought,
)  # fmt: skip
