"""A whole game on a terminal: players side by side, the status in lines, and the board as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.console import Group
from rich.table import Table
from rich.text import Text

from referee.games.conjurers import tables
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.ending import needed_food, next_feeding
from referee.games.conjurers.rules.spaces import BoardSpace, Sort, closed_by, spaces
from referee.games.conjurers.rules.state import Contest, Figure, GameState, Player, Setup
from referee.games.conjurers.scores.score import OWN, best_of_each, in_reach, score_now
from referee.games.conjurers.screens.battle import show_board
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES
from referee.text.menu import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.names import and_list
from referee.text.screen import Screen, show_rows

REACHED = 3
"""Number of cards in reach shown for each player."""


ADVICE = "best next card"
"""Label of the row of cards that would raise the score most."""


def players_side_by_side(setup: Setup, game: GameState, screen: Screen, *, advice: bool = True) -> Table:
    """Build a table with a column per player and a row per kind of holding; `advice` adds the best next cards."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", expand=not screen.narrow)
    table.add_column("", style="dim", no_wrap=True)
    columns = _columns(setup, game, advice=advice)
    for number in game.present():
        title = f"{game.players[number].name}{' ★' if game.holder == number else ''}"
        table.add_column(title, overflow="fold", ratio=1)
    for label in dict.fromkeys(label for column in columns for label in column):
        if any(column[label].plain not in ("", "0") for column in columns):
            table.add_row(label, *(column[label] for column in columns))
    return table


def _columns(setup: Setup, game: GameState, *, advice: bool) -> list[dict[str, Text]]:
    """Return each player's holdings by the label of the row."""
    scores = {one.name: one.total for one in score_now(setup, game).standing}
    present = (game.players[number] for number in game.present())
    return [_column(setup, game, player, scores[player.name], advice=advice) for player in present]


def _column(setup: Setup, game: GameState, player: Player, score: int, *, advice: bool) -> dict[str, Text]:
    found = {str(good): Text(str(player.resources.get(good, 0))) for good in RESOURCES}
    found["food"] = Text(str(player.food))
    found |= _feeding(setup, game, player)
    found["minus points"] = Text(str(player.minus_points))
    found["assistants"] = Text(", ".join(player.assistants))
    found |= {label: Text(levels) for label, levels in _army(setup, game, player).items()}
    found["items"] = Text("\n".join(player.items))
    found["artifacts"] = Text("\n".join(player.artifacts))
    found["score now"] = Text(str(score), style="bold")
    found[ADVICE] = _render_reach(setup, game, player) if advice and game.stage != "over" else Text()
    return found


def _feeding(setup: Setup, game: GameState, player: Player) -> Mapping[str, Text]:
    """Return the food that the next feeding takes, and the food short with its cost in points (p. 14)."""
    turn = next_feeding(setup, game)
    if turn is None:
        return {}
    needed = needed_food(setup, game, player)
    short = max(0, needed - player.food)
    cost = short * setup.short_food
    missing = Text(f"{short} (-{cost})" if short else "", style="red")
    return {f"feeding ({turn})": Text(str(needed)), "food short": missing}


def _army(setup: Setup, game: GameState, player: Player) -> dict[str, str]:
    """Return an army's levels by mythology: {"level 1": "3", "norse": "2 2 4"}; of level 1 the number."""
    found: dict[str, list[int]] = {"level 1": [], **{mythology: [] for mythology in MYTHOLOGIES}}
    for name in player.creatures:
        face = face_of(setup, game, name)
        found["level 1" if face.level == 1 else str(face.mythology)].append(face.level)
    many = len(found.pop("level 1"))
    levels_of = {mythology: " ".join(map(str, sorted(levels))) for mythology, levels in found.items()}
    return {"level 1": f"{many}" if many else ""} | levels_of


def _render_reach(setup: Setup, game: GameState, player: Player) -> Text:
    """Render the cards that would raise the score most: "norse 4: +9"."""
    found, lines = in_reach(setup, game, player), []
    for reach in best_of_each(found)[:REACHED] or found[:1]:
        beyond = ", ".join(part for part in reach.gains if part not in OWN)
        line = Text(f"{reach.what} +{reach.points}", style="" if reach.sure else "dim")
        lines.append(line.append(f" ({beyond})" if reach.bonus else "", style="dim"))
    return Text("\n").join(lines)


# --- Status ---------------------------------------------------------------------------------------
# The present game in lines: each player's holdings, owners, taken and closed spaces.


SHORT = 36
"""Most characters of a list that is shown in a column of its own besides a player's holdings."""

LETTERS = {mythology[0]: mythology for mythology in MYTHOLOGIES}
"""Letters of the mythologies in an army's row: "n2" is norse 2."""


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the turn, and the battle under way, else holdings, and taken and closed spaces."""
    screen.line(_headline(setup, game), style="bold")
    if game.battle is not None:
        show_board(game.battle, screen)
        return
    show_holdings(setup, game, screen)
    show_taken(setup, game, screen)
    if game.stage == "placing" and not game.placed:
        show_feeding(setup, game, screen)


def show_feeding(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show who will be short of food, in the turn before a feeding and in that turn."""
    feeding = next_feeding(setup, game)
    if feeding is not None and feeding <= game.turn + 1:
        present = (game.players[seat] for seat in game.present())
        when = "this turn" if feeding == game.turn else f"turn {feeding}"
        screen.line(f"Feeding after {when}: {' · '.join(f'{one.name} {fed(setup, game, one)}' for one in present)}")


def fed(setup: Setup, game: GameState, player: Player) -> str:
    """Describe the food for the next feeding, counting that of placed figures: "3 short (-6 points)", or "ok"."""
    gives = tables.phases().food
    ahead = game.placed if game.stage == "placing" else game.figures
    placed = [one.space for one in ahead if game.players[one.player] is player and one.space in gives]
    short = needed_food(setup, game, player) - player.food
    left = short - sum(gives[space][game.phase - 1] for space in placed)
    if left > 0:
        return f"{left} short (-{left * setup.short_food} points)"
    return f"ok with the {and_list(placed)}" if short > 0 else "ok"


def show_holdings(setup: Setup, game: GameState, screen: Screen, *, lists: bool = True) -> None:
    """Show a line for each player; with `lists` also the owners of mines, cards and assistants."""
    cards = {p.name: ", ".join([*p.items, *p.artifacts]) for p in game.players if p.items or p.artifacts}
    hired = {p.name: ", ".join(p.assistants) for p in game.players if len(p.assistants) > 1}
    listed = {"mines": _mines(game), "cards": cards, "hired": hired} if lists else {}
    beside = {
        what: by_player
        for what, by_player in listed.items()
        if by_player and not screen.narrow and all(len(things) <= SHORT for things in by_player.values())
    }
    if screen.width < LEAST_NARROW and not screen.plain:
        heads = ["", *RESOURCES, "food", "feeds", "minus", "army"]
        rows = [_held(setup, game, number) for number, player in enumerate(game.players) if not player.left]
        show_rows(screen, heads, rows, "left", *["right"] * 9, "left")
    else:
        screen.print(_holdings(setup, game, beside, screen))
    for what, by_player in listed.items():
        if by_player and what not in beside:
            screen.line(f"{what:<7} {' · '.join(f'{name}: {things}' for name, things in by_player.items())}")


def show_taken(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the spaces with figures, and during placing the closed ones."""
    taken = [f"{f.space} ({game.players[f.player].name}, {f.kind})" for f in game.placed]
    if taken and game.stage in ("placing", "resolving"):
        screen.line(f"taken   {' · '.join(taken)}")
    shut: dict[str, list[str]] = {}
    for space in spaces(setup):
        reason = closed_by(setup, game, space).reason
        if reason and not reason.startswith("taken"):
            good = space.name.partition(" ")[0]
            shut.setdefault(reason, []).append(good if good in RESOURCES else space.name)
    if shut and game.stage == "placing":
        closed = " · ".join(
            f"{', '.join(dict.fromkeys(names))}: {reason.removeprefix('closed ')}" for reason, names in shut.items()
        )
        screen.line(f"closed  {closed}", style="dim")


def _holdings(setup: Setup, game: GameState, beside: Mapping[str, Mapping[str, str]], screen: Screen) -> Table:
    """Build a table with a line for each player; `beside` are lists with a column each, by heading and player.

    On a narrow screen headings are shortened for the armies; on a wider one the army's heading explains "n2".
    """
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    for resource in RESOURCES:
        table.add_column({"sapphire": "sapph", "diamond": "diam"}.get(resource, resource), justify="right")
    for name in ("food", "feeds", "minus" if screen.width < 100 else "minus points"):
        table.add_column(name, justify="right")
    armies = {number: _short_army(setup, game, player) for number, player in enumerate(game.players)}
    short = next((word for army in armies.values() for word in army.split() if word[0] in LETTERS), "")
    key = f" ({short} {LETTERS[short[0]]})" if short and not screen.narrow else ""
    table.add_column(f"army{key}", overflow="fold")
    for what in beside:
        table.add_column(what, overflow="fold")
    for number, player in enumerate(game.players):
        if player.left:
            table.add_row(Text(f"{player.name} (left)", style="dim"))
            continue
        owner, *held = _held(setup, game, number)
        more = [by_player.get(player.name, "") for by_player in beside.values()]
        table.add_row(Text(owner, style="bold"), *held, *more)
    return table


def _held(setup: Setup, game: GameState, seat: int) -> list[str]:
    """Return a player's row: the name, the holdings, the food needed, and the army."""
    player = game.players[seat]
    goods = [str(player.resources.get(resource, 0)) for resource in RESOURCES]
    food = [str(player.food), str(needed_food(setup, game, player)), str(player.minus_points)]
    return [player.name + (" ★" if game.holder == seat else ""), *goods, *food, _short_army(setup, game, player)]


def _short_army(setup: Setup, game: GameState, player: Player) -> str:
    """Format an army by level and the first letter of the mythology: "1 1 n2 b3"."""
    faces = [face_of(setup, game, name) for name in player.creatures]
    ranked = sorted((face.level, str(face.mythology)) for face in faces)
    return " ".join(str(level) if level == 1 else f"{mythology[0]}{level}" for level, mythology in ranked)


def _mines(game: GameState) -> dict[str, str]:
    """Return each owner's mines."""
    owners = {game.players[number].name: number for number in game.mines.values()}
    return {
        name: ", ".join(mine for mine, owner in game.mines.items() if owner == number)
        for name, number in owners.items()
    }


# --- Board ----------------------------------------------------------------------------------------
# The whole game as one picture: turn track, spaces by colour, players side by side with the bonuses in reach.


class Colour(NamedTuple):
    """The spaces of one colour: their title, with the assistant allowed there, and their kinds (pp. 8, 10)."""

    title: str
    style: str
    sorts: tuple[Sort, ...]


MINES = Colour("blue · mines (worker)", "blue", ("mine",))
TRADE = Colour("yellow · storages, shops (merchant)", "yellow", ("storage", "blacksmith", "artificer"))
FIGHTS = Colour("red · battlegrounds (warrior)", "red", ("battleground",))
TOWN = Colour("green · town (recruiter)", "green", ("tavern", "market", "guild house", "pit"))
FOOD = Colour("food (every figure)", "", ("food",))
DUELS = Colour("houses (conjurers alone)", "", ("duel",))
COLOURS = (MINES, TRADE, FIGHTS, TOWN, FOOD, DUELS)

WIDE = ((MINES, FOOD), (TRADE,), (FIGHTS, TOWN, DUELS))
NARROW = ((MINES, FIGHTS, FOOD), (TRADE, TOWN, DUELS))
"""The colours by column, on a wide screen and on a narrow one."""
LEAST_NARROW = 60
"""Least columns of text for two columns of colours; below it words would be broken."""


def show_whole_board(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show all public information on a game, as far as there is room.

    Parts that players can see on the table are dropped first: bonuses in reach, empty spaces; the battle, the
    holdings and the figures still to be resolved are kept longest.
    """
    fought, contest = game.battle, game.contest
    parts: list[Part] = [
        (DrawnForm(ALWAYS, lambda on: on.line(_headline(setup, game), style="bold")),),
        (DrawnForm(40, lambda on: _show_track(setup, game, on)),),
        blank(1),
        (
            DrawnForm(0, lambda on: _show_spaces(setup, game, on, apart=not on.plain)),
            DrawnForm(30, lambda on: _show_spaces(setup, game, on)),
            DrawnForm(50, lambda on: show_taken(setup, game, on)),
        ),
        (
            DrawnForm(10, lambda on: _show_players(setup, game, on)),
            DrawnForm(20, lambda on: _show_players(setup, game, on, advice=False)),
            DrawnForm(80, lambda on: show_holdings(setup, game, on)),
            DrawnForm(90, lambda on: show_holdings(setup, game, on, lists=False)),
        ),
        (DrawnForm(60, lambda on: _show_order(game, on)),),
    ]
    if contest is not None:
        parts.append((DrawnForm(95, lambda on: _show_contest(game, contest, on)),))
    if fought is not None:
        parts += [
            blank(),
            (
                DrawnForm(62, lambda on: show_board(fought, on)),
                DrawnForm(85, lambda on: show_board(fought, on, boxes=False)),
            ),
        ]
    show_fitting(parts, screen)


# --- the turns ------------------------------------------------------------------------------------


def _show_track(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the turn track: phases, the turn under way in brackets, the feeding turns with a mark."""
    if screen.plain:
        return
    track = Text("  ")
    feeding = tables.upkeep().feeding.turns
    for number, phase in enumerate(tables.phases().phases, 1):
        track.append("" if number == 1 else "  │  " if screen.draws else "  |  ", style="dim")
        track.append(phase.name, style="bold" if number == game.phase else "dim")
        for turn in (turn for turn in phase.turns if turn <= setup.turns):
            fed = "*" if turn in feeding else ""
            if turn == game.turn:
                track.append(f" [{turn}{fed}]", style="bold reverse")
            else:
                track.append(f"  {turn}{fed} ", style="dim" if turn < game.turn else "")
    if not screen.narrow:
        track.append("     * feeding", style="dim")
    screen.print(track)


def _headline(setup: Setup, game: GameState) -> str:
    phases = tables.phases().phases
    words = f"Turn {game.turn} of {setup.turns} · phase {phases[game.phase - 1].name} · {game.stage}"
    turn = next_feeding(setup, game)
    return words if turn is None else f"{words} · next feeding: end of turn {turn}"


def _show_order(game: GameState, screen: Screen) -> None:
    """Show the figures still to be resolved, and the waiting battles."""
    for what, figures in (("to resolve", game.figures), ("battles that wait", game.waiting)):
        if figures and game.stage != "placing":
            text = ", ".join(f"{game.players[f.player].name}'s {f.kind} ({f.space})" for f in figures)
            screen.line(f"{what}: {text}")


def _show_contest(game: GameState, contest: Contest, screen: Screen) -> None:
    """Show the opponents of the battle."""
    attacker, defender = (game.players[n].name for n in (contest.attacker, contest.defender))
    prize = contest.guarded or contest.space
    words = f"{defender} plays the minion" if not prize.startswith("duel") and not contest.tournament else ""
    screen.line(f"battle: {attacker} against {defender}" if not words else f"battle: {attacker}, {prize}; {words}")


# --- the players -----------------------------------------------------------------------------------


def _show_players(setup: Setup, game: GameState, screen: Screen, *, advice: bool = True) -> None:
    """Show the players side by side; in plain mode a sentence for each."""
    if not screen.plain:
        screen.print(players_side_by_side(setup, game, screen, advice=advice))
        return
    for number, column in zip(game.present(), _columns(setup, game, advice=advice), strict=True):
        lines = [f"{label}: {text.plain}" for label, text in column.items() if text.plain not in ("", "0")]
        holder = ", holds the Initiative Button" if game.holder == number else ""
        screen.line(f"{game.players[number].name}{holder}. {'; '.join(lines)}.".replace("\n", ", "))


# --- the spaces -----------------------------------------------------------------------------------


def _show_spaces(setup: Setup, game: GameState, screen: Screen, *, apart: bool = False) -> None:
    """Show the spaces in columns of colours, in plain mode a sentence for each. `apart` adds an empty line."""
    if screen.plain:
        for colour in COLOURS:
            if told := [_plain_space(setup, game, space) for space in _of(colour, setup, game)]:
                screen.line(f"{colour.title}: {'; '.join(told)}.")
        return
    narrow = NARROW if screen.width >= LEAST_NARROW else (COLOURS,)
    columns: Sequence[Sequence[Colour]] = narrow if screen.narrow else WIDE
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in columns:
        grid.add_column(ratio=1)
    blocks = [[_block(colour, setup, game) for colour in column if _of(colour, setup, game)] for column in columns]
    grid.add_row(*(Group(*column) for column in blocks))
    screen.print(grid)
    if apart:
        screen.line()


def _of(colour: Colour, setup: Setup, game: GameState) -> list[BoardSpace]:
    """List the spaces of a colour; of the houses only those with figures."""
    found = [space for space in spaces(setup) if space.sort in colour.sorts]
    return [space for space in found if _standing(game, space)] if colour is DUELS else found


def _block(colour: Colour, setup: Setup, game: GameState) -> Table:
    """Build a table of a colour's spaces: output, owner, figures, or why it is closed."""
    table = Table(
        box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False, title_justify="left", expand=True
    )
    table.title = Text(colour.title, style=f"bold not italic {colour.style}".strip())
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for space in _of(colour, setup, game):
        standing = _standing(game, space)
        shut = "" if standing else closed_by(setup, game, space).reason
        owner = Text(f"{name}'s" if (name := _owner(game, space)) else "", style="underline")
        parts = [Text(shut, style="dim")] if shut else [Text(_gives(game, space)), owner]
        parts += [_figure(game, figure) for figure in standing]
        line = Text(" ").join(part for part in parts if part.plain)
        table.add_row(Text(space.name, style="dim" if shut else ""), line)
    return table


def _figure(game: GameState, figure: Figure) -> Text:
    """Render a figure on its space; a resolved one is dim."""
    waits = game.stage == "placing" or figure in game.figures or figure in game.waiting
    return Text(f"◂ {game.players[figure.player].name} {figure.kind}", style="bold" if waits else "dim")


def _standing(game: GameState, space: BoardSpace) -> list[Figure]:
    return [figure for figure in game.placed if figure.space == space.name] if game.stage != "over" else []


def _owner(game: GameState, space: BoardSpace) -> str:
    """Return the owner of a mine; "" for other spaces."""
    number = game.mines.get(space.name)
    return "" if number is None else game.players[number].name


def _gives(game: GameState, space: BoardSpace, then: str = "→") -> str:
    """Format the output of a mine, a storage or a food space now, and in the next phase: "4→8"."""
    _, by_phase = tables.phases().output_of(space.kind)
    if not by_phase:
        return ""
    now, later = by_phase[game.phase - 1], by_phase[min(game.phase, len(by_phase) - 1)]
    return f"{now}" if now == later else f"{now}{then}{later}"


def _plain_space(setup: Setup, game: GameState, space: BoardSpace) -> str:
    standing = [f"{game.players[figure.player].name}'s {figure.kind}" for figure in _standing(game, space)]
    if not standing and (shut := closed_by(setup, game, space).reason):
        return f"{space.name}, {shut}"
    gives, owner = _gives(game, space, then=", next phase "), _owner(game, space)
    there = f"{and_list(standing)} stands there" if standing else ""
    parts = (space.name, f"gives {gives}" if gives else "", f"{owner}'s" if owner else "", there)
    return ", ".join(part for part in parts if part)
