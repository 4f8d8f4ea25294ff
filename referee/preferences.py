"""Preferences of a group: plain screens, colours, default dice, its own deck. A small file in the platform's folder.

The command line comes first, then the environment (NO_COLOR), then this file, then the defaults. `REFEREE_CONFIG`
names another file; the group's deck then lies beside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from referee.asking.dice import Mode
from referee.asking.question import name_reader
from referee.errors import BadInput, Held, Overtaken, Unreadable, naming_place
from referee.files.files import convert, parse_toml, path_of, read_text, read_toml, replace_file, retire_file
from referee.text.names import did_you_mean, fold, or_list, printable

APP = "referee"
VARIABLE = "REFEREE_CONFIG"
NONE = "none"
TRIES = 9
"""Number of attempts to write the file while another program writes it too."""

_FIRST_LINE = "# What referee is to do unless it is told otherwise; see: referee config\n"

MEANINGS: Mapping[str, str] = {
    "plain": "no drawing and numbered questions, as with --plain: on or off",
    "colours": "colours on the screen: on or off",
    "dice": "the usual answer to whose dice: entered, rolled or average",
    "deck": "the file with your cards, where new ones are remembered; none keeps them in the game only",
    "board": "the file with your board, for a game whose map is not in its rulebook",
    "cost": "whether judge tells by itself what a mistake cost: on or off",
    "readings": "our readings and house numbers of a game: conjurers dead creatures lost, turns 9",
    "alias": "one person under several spellings, for the standings: Jo=Joanna, or Jo= to forget it",
}
"""Every preference, with its description."""

WORDS: Mapping[str, Mapping[str, Any]] = {
    **{key: {"on": True, "off": False, "yes": True, "no": False} for key in ("plain", "colours", "cost")},
    "dice": {"entered": "entered", "rolled": "rolled", "average": "average"},
}
"""Allowed values of each preference, with the value that is stored; `deck` and `board` take any file."""

FILES: Mapping[str, str] = {"deck": "cards", "board": "board"}
"""Files of the group's own, with the word in their usual names."""


class Preferences(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Preferences as stored. `dice` is None if not set; an empty `deck` or `board` means the default path.

    `alias` maps other spellings to people, `readings` has the group's readings of each game.
    """

    plain: bool = False
    colours: bool = True
    dice: Mode | None = None
    deck: str = ""
    board: str = ""
    cost: bool = True
    alias: dict[str, str] = {}
    readings: dict[str, dict[str, str]] = {}


def config_path() -> Path:
    """Return the path of the preferences file."""
    if named := os.environ.get(VARIABLE):
        return path_of(named)
    return own_path("config", "config.toml")


def own_path(kind: Literal["config", "data", "cache"], name: str) -> Path:
    """Return the path of a file of the program: beside the named preferences, else in the platform's folder."""
    if named := os.environ.get(VARIABLE):
        return path_of(named).with_name(name)
    import platformdirs  # loaded only if no path is given

    folder: Path = getattr(platformdirs, f"user_{kind}_path")(APP, appauthor=False)
    return folder / name


def load() -> Preferences:
    """Read the preferences of this machine. Raises BadInput that says how to put a bad file right."""
    path = config_path()
    if not path.exists():
        return Preferences()
    try:
        return convert(read_toml(path), Preferences, str(path))
    except BadInput as error:
        raise BadInput(f"{error}\nCorrect it there, or start afresh with: referee config --reset") from None


def describe(preferences: Preferences, name: str) -> str:
    """Format the value of a preference in the words that set it."""
    value = getattr(preferences, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    if name == "readings":
        answers = [
            ", ".join(f"{one.replace('_', ' ')} {answer}" for one, answer in found.items())
            for found in value.values()
        ]
        return "; ".join(f"{game}: {found}" for game, found in zip(value, answers, strict=True) if found) or "not set"
    if isinstance(value, dict):
        return ", ".join(f"{other}={person}" for other, person in value.items()) or "not set"
    return str(value or "not set")


def change(name: str, value: str | None) -> Preferences:
    """Set a preference, or remove it (None), and write the file; comments in it stay.

    If another program changes it at the same time, both changes are kept. Raises Unreadable for an unknown name or
    value, with the nearest, BadInput if it can't be written, and Overtaken if others write it at each attempt.
    """
    key = setting(name)
    return store(key, None if value is None else _read(key, value))


def store(key: str, kept: Any) -> Preferences:
    """Write a preference in the form in which it is stored, or remove it (None). Raises as `change` does."""
    left = TRIES
    while True:
        try:
            return _change(config_path(), key, kept)
        except Held:
            raise
        except Overtaken:
            left -= 1
            if not left:
                raise


def _change(path: Path, key: str, kept: Any) -> Preferences:
    import tomlkit  # loaded only by what writes

    before = read_text(path) if path.exists() else None
    text = _FIRST_LINE if before is None else before
    parse_toml(text, str(path))
    document = tomlkit.parse(text)
    if key == "alias" and kept is not None:
        document[key] = with_alias(dict(document.unwrap().get(key, {})), kept)
    elif key == "readings" and kept is not None:
        document[key] = document.unwrap().get(key, {}) | kept
    elif kept is not None:
        document[key] = kept
    elif key in document:
        del document[key]
    changed = convert(document.unwrap(), Preferences, str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path.parent}: can't be made: {error.strerror}") from None
    replace_file(path, tomlkit.dumps(document), before)
    return changed


def reset() -> None:
    """Remove all preferences; the old file stays as a backup. Raises BadInput if it can't be written."""
    path = config_path()
    if path.exists():
        retire_file(path)


def setting(name: str) -> str:
    """Return the exact name of a preference. Raises Unreadable with the nearest."""
    key = fold(name)
    key = "colours" if key in ("colors", "color", "colour") else key
    if key not in MEANINGS:
        hint = did_you_mean(name, MEANINGS) or f"; known are {', '.join(MEANINGS)}"
        raise Unreadable(f'there is no preference "{name}"{hint}')
    return key


def _read(name: str, value: str) -> Any:
    """Parse a typed value into the form in which it is stored. Raises Unreadable with the nearest."""
    if name in FILES:
        return NONE if fold(value) in (NONE, "off") else str(path_of(value).absolute())
    if name == "alias":
        return alias_of(value)
    words = WORDS[name]
    if fold(value) not in words:
        allowed = [word for word in words if word not in ("yes", "no")]
        hint = did_you_mean(value, allowed) or f"; it is {or_list(allowed)}"
        raise Unreadable(f'{name} can\'t be "{value}"{hint}')
    return words[fold(value)]


def alias_of(text: str) -> tuple[str, str]:
    """Parse "Jo=Joanna" into the other spelling and the person; "Jo=" gives "" (remove it). Raises Unreadable."""
    other, sign, person = (" ".join(part.split()) for part in text.partition("="))
    if not (other and sign) or "=" in person or fold(other) == fold(person):
        hint = "write the other spelling and the name: Jo=Joanna, or Jo= to forget it"
        raise Unreadable(f'alias can\'t be "{printable(text)}"; {hint}')
    for name in (other, person) if person else ():  # a stored alias can be removed whatever its name is
        with naming_place(f"\"{printable(name)}\" isn't a player's name", raised=Unreadable):
            name_reader("name", {})(name)
    return other, person


def with_alias(aliases: Mapping[str, str], change: tuple[str, str]) -> dict[str, str]:
    """Return the aliases with `change` added (removed if its person is ""); one that leads back to it is dropped."""
    other, person = change
    rest = {name: means for name, means in aliases.items() if fold(name) != fold(other)}
    if not person:
        return rest
    name: str | None = person
    while name is not None:
        key = next((one for one in rest if fold(one) == fold(name)), None)
        name = rest[key] if key is not None else None
        if name is not None and fold(name) == fold(other):
            rest = {one: means for one, means in rest.items() if one != key}
            name = None
    return rest | {other: person}


def as_data(preferences: Preferences) -> dict[str, Any]:
    """Return all preferences as plain data, defaults included."""
    return {name: getattr(preferences, name) for name in MEANINGS}


# --- deck and board -------------------------------------------------------------------------------------


def group_file(game: str, kind: str) -> Path | None:
    """Return the path of the group's own deck or board for a game, existing or not; None if it wants none.

    A preferred file that belongs to another game is ignored. Raises BadInput.
    """
    named = getattr(load(), kind)
    if named == NONE:
        return None
    if named and _may_belong_to(game, Path(named)):
        return Path(named)
    return own_path("data", f"{game}-{FILES[kind]}.toml")


def is_shipped(path: Path) -> bool:
    """Return whether a deck is one of the program's examples: in the folder `examples` beside the package's folder.

    Only its path counts, not its contents: a copy of it elsewhere is the user's own.
    """
    folders = (folder for folder in path.resolve().parents if folder.name == "examples")
    return any((folder.parent / APP / "__init__.py").is_file() for folder in folders)


def _may_belong_to(game: str, path: Path) -> bool:
    """Return whether a deck or board file is missing, unreadable, or doesn't name another game."""
    try:
        return not path.is_file() or read_toml(path).get("game") in (None, game)
    except BadInput:
        return True  # the code that reads the deck reports what is wrong with it


def usual_deck(game: str) -> Path | None:
    """Return the path of the group's own deck for a game; None if there is no such file. Raises BadInput."""
    place = group_file(game, "deck")
    return place if place is not None and place.is_file() else None


def usual_answers(game: str) -> dict[str, str]:
    """Return the preferred answers of a set-up, by question key. Raises BadInput."""
    dice, files = load().dice, {kind: group_file(game, kind) for kind in FILES}
    existing = {kind: str(file) for kind, file in files.items() if file is not None and file.is_file()}
    return ({"dice": dice} if dice else {}) | existing


def preferred_readings(game: str) -> dict[str, list[str]]:
    """Return the group's readings of a game, as options of `new`. Raises BadInput."""
    return {name.replace("_", "-"): [word] for name, word in load().readings.get(game, {}).items()}
