"""`referee config`: what is preferred, kept in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee import games, preferences
from referee.cli.cards import open_editor
from referee.cli.common import complain, leave, print_json, suggest
from referee.cli.options import GameOption, JsonOption, PlainOption, offering
from referee.errors import BadInput
from referee.files.files import path_of, read_toml
from referee.text.names import and_list
from referee.text.screen import Screen, columns

NameArgument = Annotated[
    str | None, typer.Argument(metavar="[NAME]", show_default=False, autocompletion=offering("preferences"))
]
ValueArgument = Annotated[
    str | None, typer.Argument(metavar="[VALUE]", show_default=False, autocompletion=offering("values"))
]


def config(
    name: NameArgument = None,
    value: ValueArgument = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="[MORE]", show_default=False, hidden=True)] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Forget the preference NAME, or all of them.")] = False,
    game: GameOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """What you prefer, once for all games: plain screens, colours, whose dice, your deck. Without a NAME, list it."""
    value = " ".join((value, *more)) if value is not None and more else value
    if reset and value is not None:
        leave("--reset takes a NAME or nothing, and no VALUE")
    playing = games.load(game)
    if reset and name is None:
        preferences.reset()
        complain("All preferences are as usual again.")
        return
    if name is not None:
        key = preferences.setting(name)
        if value is not None and key in ("deck", "board"):
            _check_file(key, value, game)
        if value is not None and key == "alias":
            _set_alias(value)
        elif value is not None and key == "readings":
            _set_readings(value, plain)
            return
        elif reset or value is not None:
            preferences.change(key, None if reset else value)
        if key == "alias":
            suggest("standings")
    now = preferences.load()
    if as_json:
        print_json({"file": str(preferences.config_path()), **preferences.as_data(now)})
    else:
        _show(now, [preferences.setting(name)] if name else list(preferences.MEANINGS), playing.name, plain)


def _check_file(key: str, named: str, game: str | None) -> None:
    """Check that a file is, or may become, a deck or a board of the game that it names. Raises BadInput."""
    path = path_of(named)
    if named.lower() in (preferences.NONE, "off"):
        return
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    if not path.exists():
        begins = "it begins with the first board that you are asked for"
        if key == "deck":
            begins = f"it begins with the first card, or with: referee cards add {path}"
        complain(f"{path} isn't there yet; {begins}")
    elif key == "deck":
        open_editor(path, game)
    else:
        _check_board(path)


def _check_board(path: Path) -> None:
    """Check that a file is a board of the game that it names, or of the only game with boards in files."""
    data = read_toml(path)
    playing = [games.of(data, str(path))] if "game" in data else map(games.load, games.names())
    load = next((one.board for one in playing if one.board is not None), None)
    if load is None:
        raise BadInput(f"{path}: is a file of {data['game']}, which has no board in a file")
    load(path)


def _set_readings(value: str, plain: bool) -> None:
    """Keep a group's readings of a game; with only the game's name show them. Raises BadInput or Unreadable."""
    from referee.declaration.readings import read_readings, readings_of, write_readings
    from referee.rulebook.rules import rulebook

    named, _, words = value.replace(":", " ").strip().partition(" ")
    game = games.load(named)
    declared = game.rules().readings
    if declared is None:
        raise BadInput(f"{game.title} has no readings")
    known, kept = readings_of(declared), dict(preferences.load().readings.get(game.name, {}))
    if words.strip():
        found = read_readings(declared, words)
        kept = {} if not found else kept | {name: known[name].write(one) for name, one in found.items()}
        kept = {name: word for name, word in kept.items() if word != known[name].write(known[name].usual)}
        preferences.store("readings", {game.name: kept})
    screen, points = Screen(plain), rulebook(game.name).readings
    screen.line(f"Our readings of {game.title}: {write_readings(kept)}", style="bold")
    for name, one in known.items():
        held = kept.get(name, one.write(one.usual))
        point = points.get(name)
        screen.print_indented(f"{one.words}: {held}", dim=f"  ({one.takes}{f'; {point.entry}' if point else ''})")


def _set_alias(value: str) -> None:
    """Keep or forget an alias, and report the aliases that it replaces.

    Raises BadInput if it would merge two people who have played in the same game.
    """
    from referee.evenings.index import known_games
    from referee.evenings.standings import People

    before, pair = preferences.load().alias, preferences.alias_of(value)
    People(known_games(), preferences.with_alias(before, pair))
    now = preferences.change("alias", value).alias
    replaced = [f"{other}={person}" for other, person in before.items() if now.get(other) != person]
    if pair[1] and replaced:
        complain(f"Replaced: {and_list(replaced)}")


def _show(now: preferences.Preferences, names: list[str], game: str, plain: bool) -> None:
    screen = Screen(plain)
    table = columns("left", "left", "*")
    for name in names:
        value = preferences.describe(now, name)
        if name not in preferences.FILES:
            table.add_row(name, value, preferences.MEANINGS[name])
            continue
        place = value if getattr(now, name) else str(preferences.group_file(game, name))
        table.add_row(name, "", preferences.MEANINGS[name])
        table.add_row("", "", place)
    screen.print(table)
    screen.line(f"They are kept in {preferences.config_path()}", style="dim")
