"""What scripts rely on and must not change: `python -m tests.interface` writes today's down anew.

Held in `tests/interface/`: `commands.json` has every command with its options, `codes.json` what command lines exit
with, `fields.json` the fields of everything that is printed with --json, and `written/` files as the program writes
them. There may be more commands, options and fields later; none is renamed, dropped or of another kind. The words of
messages are free.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperArgument, TyperGroup
from typer.testing import CliRunner

from referee.cli import build
from referee.preferences import VARIABLE
from tests.old_saves import run

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
HELD = TESTS / "interface"

FILES: Mapping[str, Path] = {
    "friday.toml": TESTS / "conjurers/saves/player-left.toml",
    "fight.toml": TESTS / "conjurers/saves/battle-under-way.toml",
    "hands.toml": TESTS / "conjurers/saves/battle-with-hidden-hands.toml",
    "four.toml": TESTS / "conjurers/saves/four-player-game.toml",
    "cup.toml": TESTS / "conjurers/saves/tournament-under-way.toml",
    "fixed.toml": TESTS / "conjurers/saves/corrections.toml",
    "hand.toml": TESTS / "conjurers/saves/changed-by-hand.toml",
    "quest.toml": TESTS / "enchanters/saves/cards-learnt.toml",
    "stroke.toml": TESTS / "enchanters/saves/fight-under-way.toml",
    "three.toml": TESTS / "enchanters/saves/three-players.toml",
    "begun.toml": TESTS / "enchanters/saves/set-up-under-way.toml",
    "duel.toml": EXAMPLES / "duel-entered-dice.toml",
    "disputed.toml": EXAMPLES / "duel-disputed.toml",
    "illegal.toml": EXAMPLES / "duel-illegal.toml",
    "ground.toml": EXAMPLES / "battleground.toml",
    "live.toml": TESTS / "conjurers/saves/battle-turn-under-way.toml",
    "sheet.toml": EXAMPLES / "four-players.toml",
    "deck.toml": EXAMPLES / "sample-deck.toml",
    "sample-deck.toml": EXAMPLES / "sample-deck.toml",
    "quest-deck.toml": EXAMPLES / "enchanters/sample-deck.toml",
}
"""What lies in the folder where the command lines are tried."""

TEXTS: Mapping[str, str] = {
    "broken.toml": "game = [",
    "odd.toml": 'game = "conjurers"\nnothing = 1\n',
    "newer.toml": 'game = "conjurers"\nkind = "save"\nformat = 99\n',
    "empty.moves": "",
    "bad.moves": "place nobody nowhere\n",
    "cards.csv": "kind,name,level,hp,bd\ncreature,Newt,1,3,1\n",
    "bad.csv": "kind,name\ndragon,Smaug\n",
}

LINES = (
    "--version",
    "--help",
    "nonsense",
    "score --help",
    "status friday.toml",
    "status nowhere.toml",
    "status broken.toml",
    "status odd.toml",
    "status newer.toml",
    "status sheet.toml",
    "status hand.toml",
    "status begun.toml",
    "status quest.toml",
    "next friday.toml",
    "next nowhere.toml",
    "look hands.toml Anna",
    "look hands.toml Nobody",
    "do friday.toml nonsense",
    "do friday.toml 'place worker tavern'",
    "do friday.toml --from bad.moves",
    "do friday.toml --from empty.moves",
    "do hand.toml pass",
    "do four.toml 'end turn'",
    "do quest.toml 'end turn'",
    "do quest.toml 'journey 99'",
    "do quest.toml 'jurney 1'",
    "do stroke.toml attack",
    "log friday.toml",
    "log friday.toml --moves",
    "log friday.toml --last 0",
    "log friday.toml --last 3",
    "undo friday.toml",
    "undo friday.toml 3",
    "undo friday.toml 0",
    "undo friday.toml --to 5",
    "undo friday.toml --to 9999",
    "undo hand.toml",
    "redo friday.toml",
    "adjust friday.toml Bo food 7",
    "adjust friday.toml Bo food seven",
    "adjust friday.toml Bo sapphires",
    "adjust friday.toml Nobody food 7",
    "adjust quest.toml Anna crystals 7 --because miscounted",
    "adjust quest.toml deck 149",
    "adjust friday.toml Bo gains assistant warrior",
    "amend friday.toml 1",
    "amend friday.toml 9999 --remove",
    "amend friday.toml 3 --remove",
    "amend friday.toml 3 --remove --cut",
    "verify friday.toml",
    "verify hand.toml",
    "verify hand.toml --accept",
    "verify hand.toml --restore",
    "verify sheet.toml",
    "why friday.toml",
    "why friday.toml 9999",
    "why quest.toml 2",
    "why fight.toml",
    "score sheet.toml",
    "score four.toml",
    "score sheet.toml three.toml",
    "score nowhere.toml sheet.toml",
    "score duel.toml",
    "score broken.toml",
    "score sheet.toml --svg picture.txt",
    "score sheet.toml --svg p.svg",
    "judge duel.toml",
    "judge disputed.toml",
    "judge illegal.toml",
    "judge duel.toml disputed.toml nowhere.toml",
    "judge sheet.toml",
    "judge ground.toml --brief",
    "judge quest.toml",
    "odds live.toml",
    "odds live.toml --move 'attack Wolf'",
    "odds live.toml --move 'move Hydra 2'",
    "odds live.toml --move 'fly away'",
    "odds illegal.toml",
    "odds nowhere.toml",
    "rules flying",
    "rules B9",
    "rules --coverage",
    "rules --game enchanters journey",
    "rules --game chess",
    "cards list deck.toml",
    "cards list deck.toml greek",
    "cards list nowhere.toml",
    "cards show deck.toml Wolf",
    "cards show deck.toml Nobody",
    "cards check deck.toml",
    "cards missing deck.toml",
    "cards compare deck.toml deck.toml",
    "cards add deck.toml 'Newt: level 1, 3/1'",
    "cards add deck.toml 'Newt: x'",
    "cards add deck.toml 'Wolf: level 1, 3/1'",
    "cards edit deck.toml Wolf 6/2",
    "cards edit deck.toml Nobody 6/2",
    "cards remove deck.toml Wolf",
    "cards remove deck.toml Nobody",
    "cards import deck.toml cards.csv",
    "cards import deck.toml bad.csv",
    "cards export deck.toml",
    "cards export quest-deck.toml",
    "cards check quest-deck.toml",
    "config",
    "config plain on",
    "config plain perhaps",
    "config nothing on",
    "config dice rolled",
    "new friday.toml --yes",
    "new a.toml --player Anna:worker --player Bo:warrior --yes",
    "new b.toml --player Anna:worker --yes",
    "new c.toml --nonsense 3",
    "watch friday.toml --once",
    "watch nowhere.toml --once",
    "battle sheet.toml",
    "play friday.toml --moves bad.moves",
    "play friday.toml --moves empty.moves",
)
"""Good and bad command lines."""

TOLD: Mapping[str, Sequence[str]] = {
    "status conjurers": ("status friday.toml", "status fight.toml", "status cup.toml", "status fixed.toml"),
    "status enchanters": ("status quest.toml", "status stroke.toml", "status three.toml"),
    "next": ("next friday.toml", "next four.toml", "next quest.toml"),
    "log": ("log friday.toml", "log three.toml"),
    "verify": ("verify friday.toml", "verify hand.toml", "verify quest.toml"),
    "score conjurers": ("score sheet.toml", "score four.toml", "score friday.toml"),
    "score enchanters": ("score three.toml", "score quest.toml"),
    "judge": ("judge duel.toml", "judge disputed.toml", "judge illegal.toml", "judge ground.toml"),
    "odds": ("odds live.toml", "odds live.toml --move 'attack Wolf'"),
    "why conjurers": ("why fight.toml", "why four.toml 20", "why four.toml 3", "why fixed.toml 117"),
    "why enchanters": ("why three.toml 2", "why three.toml 9", "why three.toml 10"),
    "rules": ("rules flying", "rules B9", "rules --coverage", "rules", "rules --game enchanters journey"),
    "config": ("config",),
    "cards list": ("cards list deck.toml", "cards list quest-deck.toml"),
    "cards show": ("cards show deck.toml Wolf", "cards show quest-deck.toml 'Rock Ape'"),
    "cards check": ("cards check deck.toml", "cards check quest-deck.toml"),
    "cards missing": ("cards missing deck.toml", "cards missing quest-deck.toml"),
    "cards compare": ("cards compare deck.toml sample-deck.toml",),
}
"""What is printed with --json, by what it is."""

KEYED_BY_NAMES = ("resources", "damage", "mines", "prices", "cost", "smiths", "finished")
"""The fields whose own fields are names of cards and goods, not the program's."""

EITHER = "either"
"""What values of several kinds have as their shape."""

WRITTEN: Mapping[str, tuple[str, ...]] = {
    "score-sheet.toml": ("score --save score-sheet.toml --moves sheet.moves",),
    "battle-record.toml": (
        "battle battle-record.toml --kind duel --dice entered --optional elements --moves b.moves",
    ),
    "deck.toml": (
        "cards add deck.toml 'Wolf: level 1, earth, 5/2, poisonous' 'Sphinx: egyptian 3, 9/3, offensive 2, 2 copies'"
        " 'Dirk: power hit 1, costs 2 iron and 1 wood' 'The Holy Grail: absorption 3'",
        "cards edit deck.toml Wolf 6/2",
    ),
    "quest-deck.toml": (
        "cards add quest-deck.toml --game enchanters 'Gnoll: monster, strength 3, health 4, glory 2, lower attack 1,"
        " kingdom Moor, 4 copies, 2 marked 2'"
        " 'Millbrook: village; rest: gain 3 crystals; multi: 2 crystals -> attack 1'",
    ),
    "conjurers.csv": (f"cards export {EXAMPLES}/sample-deck.toml conjurers.csv",),
    "enchanters.csv": (f"cards export {EXAMPLES}/enchanters/sample-deck.toml enchanters.csv",),
    "config.toml": ("config plain on", "config colours off", "config dice rolled", "config deck none"),
}
"""What the program writes, and the command lines that write it."""

ANSWERS = {
    "sheet.moves": "2\nAnna\nBo\n1 1 b2 b3 n44\ngrail\n12 wood 4 stone\n6\n1 g2\nnone\n3 iron\n0\n",
    "b.moves": "Anna\nBo\nWolf: level 1, 5/2, poisonous, earth; Owl: level 1, air, 4/2, flying\n"
    "Imp: level 1, fire, 4/2; Dirk: power hit 1\nsummon Wolf 1\nsummon Imp 1 with Dirk [1 1 0 0 / 2 0]\n",
}


# --- what is found ----------------------------------------------------------------------------------------


def commands() -> dict[str, dict[str, Any]]:
    """Every command with its arguments and options."""
    whole = typer.main.get_command(build())
    assert isinstance(whole, TyperGroup)
    found = {name: _parameters(command) for name, command in _commands(whole)}
    return {"": _parameters(whole), **found}


def _commands(group: TyperGroup, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        yield f"{before}{name}", command
        if isinstance(command, TyperGroup):
            yield from _commands(command, f"{before}{name} ")


def _parameters(command: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for parameter in command.params:
        many = parameter.nargs != 1 or bool(getattr(parameter, "multiple", False))
        if isinstance(parameter, TyperArgument):
            name = str(parameter.metavar or parameter.name).strip("[].").partition(" [")[0].upper()
            found[name] = {"required": parameter.required, "many": many}
            continue
        takes = None if parameter.is_flag else str(parameter.metavar or parameter.type.name)
        for option in (*parameter.opts, *parameter.secondary_opts):
            found[option] = {"takes": takes, "many": many}
    return found


def codes(where: Path) -> dict[str, int]:
    """What each line exits with, each in a folder of its own in `where`."""
    return {line: _code(line, where / str(number)) for number, line in enumerate(LINES)}


def _code(line: str, place: Path) -> int:
    words = shlex.split(line)
    _lay_out(place, words)
    with _in(place):
        return run(*words).exit_code


def outcome(line: str, place: Path, call: Callable[[], object], preferences: str) -> tuple[object, bytes, bytes]:
    """The exit code of a command line, what it prints, and what it complains of."""
    _lay_out(place, shlex.split(line))
    with _in(place, preferences), CliRunner().isolation() as (printed, complained, _):
        try:
            call()
            code: object = 0
        except SystemExit as left:
            code = left.code
        return code or 0, printed.getvalue(), complained.getvalue()


def fields(where: Path) -> dict[str, Any]:
    """The shape of all that is printed with --json."""
    _lay_out(where, [*FILES, *TEXTS])
    with _in(where):
        return {what: merged(_told(line) for line in lines) for what, lines in TOLD.items()}


def _told(line: str) -> Any:
    result = run(*shlex.split(line), "--json")
    assert result.exit_code < 2, f"{line}: {result.stderr}"
    return shape(json.loads(result.stdout))


def written(name: str, where: Path) -> str:
    """What the program writes, in a folder that is new."""
    where.mkdir()
    for moves, text in ANSWERS.items():
        (where / moves).write_text(text, encoding="utf-8")
    with _in(where, "") if name == "config.toml" else _in(where):
        for line in WRITTEN[name]:
            result = run(*shlex.split(line))
            assert result.exit_code == 0, f"{line}: {result.stdout}{result.stderr}"
        with (where / name).open(encoding="utf-8", newline="") as file:
            return file.read()


@contextmanager
def _in(place: Path, preferences: str = 'deck = "none"\n') -> Iterator[None]:
    """In a folder, with the preferences that are kept there."""
    before = os.environ.get(VARIABLE)
    with chdir(place):
        os.environ[VARIABLE] = str(place / "config.toml")
        try:
            if preferences:
                Path("config.toml").write_text(preferences, encoding="utf-8")
            yield
        finally:
            os.environ.pop(VARIABLE)
            if before is not None:
                os.environ[VARIABLE] = before


def _lay_out(place: Path, words: Sequence[str]) -> None:
    """Put the files that are named in a folder that is new."""
    place.mkdir()
    for name in words:
        if name in FILES:
            shutil.copy(FILES[name], place / name)
        elif name in TEXTS:
            (place / name).write_text(TEXTS[name], encoding="utf-8")


# --- shapes -----------------------------------------------------------------------------------------------


def shape(value: Any, key: str = "") -> Any:
    """The fields of plain data with the kinds of their values; of a list what its elements have together."""
    if isinstance(value, dict):
        inner = {name: shape(each, name) for name, each in value.items()}
        named = key in KEYED_BY_NAMES and inner and "wood_stone" not in inner  # which are the program's, of a score
        return {"*": merged(inner.values())} if named else inner
    if isinstance(value, list):
        return [merged(shape(each) for each in value)]
    return "null" if value is None else type(value).__name__


def merged(shapes: Iterable[Any]) -> Any:
    """What several shapes have together; kinds that differ stand side by side."""
    found: Any = None
    for one in shapes:
        found = one if found is None else _both(found, one)
    return found


def _both(one: Any, other: Any) -> Any:
    if isinstance(one, list) and isinstance(other, list):
        return [merged(each for each in (*one, *other) if each is not None)]
    if EITHER not in one and EITHER not in other and isinstance(one, dict) and isinstance(other, dict):
        return {key: merged(s[key] for s in (one, other) if key in s) for key in dict.fromkeys((*one, *other))}
    found: list[Any] = []
    for kind in (*_kinds(one), *_kinds(other)):
        alike = next((at for at, known in enumerate(found) if type(known) is type(kind) and kind != known), None)
        if isinstance(kind, str) or alike is None:
            found += [] if kind in found else [kind]
        else:
            found[alike] = _both(found[alike], kind)
    return found[0] if len(found) == 1 else {EITHER: found}


def _kinds(one: Any) -> list[Any]:
    return list(one[EITHER]) if isinstance(one, dict) and EITHER in one else [one]


def gone(held: Any, found: Any, place: str = "") -> list[str]:
    """Where a shape lacks a field of the one that is held, or has a kind of value that it hasn't.

    A list that was empty tells nothing.
    """
    if held is None or found is None:
        return []
    if EITHER in held or EITHER in found:
        lost: list[str] = []
        for kind in _kinds(found):
            alike = [one for one in _kinds(held) if type(one) is type(kind)] or _kinds(held)
            ways = [gone(one, kind, place) for one in alike]
            fewest: list[str] = min(ways, key=len)
            lost += fewest
        return lost
    if isinstance(held, dict) and isinstance(found, dict):
        lost = [f"{place}.{key} is gone" for key in held if key not in found]
        return lost + [line for key in held if key in found for line in gone(held[key], found[key], f"{place}.{key}")]
    if isinstance(held, list) and isinstance(found, list):
        return gone(held[0], found[0], f"{place}[]")
    return [] if held == found else [f"{place} is {found}, not {held}"]


# --- writing it down --------------------------------------------------------------------------------------


def held(name: str) -> Any:
    """What is written down."""
    return json.loads((HELD / name).read_text(encoding="utf-8"))


def main() -> None:
    """Write all of it down."""
    with tempfile.TemporaryDirectory() as place:
        where = Path(place)
        (where / "codes").mkdir()
        found: dict[str, Mapping[str, Any]] = {"commands.json": commands(), "fields.json": fields(where / "fields")}
        found["codes.json"] = codes(where / "codes")
        for name, data in found.items():
            (HELD / name).write_text(_lines(data), encoding="utf-8")
        (HELD / "written").mkdir(exist_ok=True)
        for number, name in enumerate(WRITTEN):
            text = written(name, where / f"written-{number}")
            (HELD / "written" / name).write_text(text, encoding="utf-8", newline="")


def _lines(data: Mapping[str, Any]) -> str:
    """JSON with a line for each thing."""
    lines = (f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in data.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
