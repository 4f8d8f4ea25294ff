"""What older saves must still say: `python -m tests.old_saves` asks the program and writes it down anew.

The files in `*/saves/` were written by earlier versions of the program and never change; `expected.json` beside them
holds what the commands told of each when it was written. A command may tell more than that later, not less. Write it
anew only where the difference is meant, and read what changed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from referee.cli import build
from referee.preferences import VARIABLE

TESTS = Path(__file__).parent
GAMES = ("conjurers", "enchanters")
AS_IT_STANDS = ("mended-", "format-1-dice-rolled", "format-1-battle-under-way")
"""How the saves begin whose state counts as it stands, whatever their log leads to: a rule or a replay was mended."""
CHANGED_BY_HAND = ("changed-by-hand", "changed-by-hand-where-a-name-has-a-full-stop")
"""The saves whose state was changed by hand, and nobody has said yet what is to be done about it."""

Statement = dict[str, Any]

GOING_ON: Mapping[tuple[str, str], tuple[Sequence[str], Sequence[str]]] = {
    ("conjurers", "set-up-under-way"): (
        (
            "worker",
            "Anna",
            "none",
            "entered",
            "table",
            "none",
            "usual",
            "egyptian",
            "Wolf, Imp, Owl",
            "Bear, Boar, Viper",
            "Raven, Jackal, Leech",
        ),
        ("new", "FILE"),
    ),
    ("enchanters", "set-up-under-way"): (
        (
            "Normaltown: rest: gain 3 crystals; rest: heal 3 wounds",
            "item",
            "enchantment",
            "shared",
            "75",
            "Stick, Stone, Rope, Mud, Reed, Oil",
        ),
        ("new", "FILE", "--game", "enchanters"),
    ),
    ("conjurers", "score-sheet-under-way"): (("none", "3 iron", "2"), ("score", "--save", "FILE")),
    ("conjurers", "battle-set-up-under-way"): (
        (
            "Bo",
            "Wolf: level 1, 5/2, poisonous; Owl: level 1, 4/2, flying",
            "Imp: level 1, 4/2; Dirk: power hit 1",
            "summon Wolf 1",
        ),
        ("battle", "FILE"),
    ),
    ("conjurers", "battle-turn-under-way"): (("1 1 1", "2 0 1", "attack Owl"), ("battle", "FILE")),
}
"""What was begun and isn't finished, by game and name: the answers that follow, and the command that takes them."""


def names(game: str) -> list[str]:
    """The old files of a game."""
    return sorted(path.stem for path in folder(game).glob("*.toml"))


def folder(game: str) -> Path:
    """Where they lie."""
    return TESTS / game / "saves"


def expected(game: str) -> dict[str, Statement]:
    """What is written down of them."""
    found: dict[str, Statement] = json.loads((folder(game) / "expected.json").read_text(encoding="utf-8"))
    return found


def said(game: str, name: str, where: Path) -> Statement:
    """What the program says of an old file now; copies of it are made in the folder `where`."""

    def fresh() -> Path:
        path = where / f"{name}.toml"
        shutil.copy(folder(game) / path.name, path)
        return path

    if (game, name) in GOING_ON:
        return _gone_on(fresh(), *GOING_ON[game, name])
    if name in CHANGED_BY_HAND:
        return _changed_by_hand(fresh)
    found = {**_stands(fresh()), "log": _log(fresh())}
    if name.startswith("mended-rule-"):
        del found["next"]["moves"]  # more may be legal now
    return found if name.startswith(AS_IT_STANDS) else {**found, **_back(fresh())}


TWO_BEGIN = (
    *("--player", "Anna:worker", "--player", "Bo:warrior", "--start", "Anna", "--locked", "norse, greek"),
    *("--dealt", "Anna: Wolf, Bat, Rat", "--dealt", "Bo: Viper, Bear, Fox", "--yes"),
)
"""Options of `new` by which two players begin a game of Conjurers without a question."""


def run(*words: object) -> Result:
    """A command, in this process."""
    result = CliRunner().invoke(build([str(words[0])]), [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def told(*words: object) -> Any:
    """What a command prints with --json. Raises ValueError if it fails."""
    result = run(*words, "--json")
    if result.exit_code:
        raise ValueError(f"{words}: {result.exit_code}, {result.stderr}")
    return json.loads(result.stdout)


def score(path: Path) -> Any:
    """A score as scripts get it, without the lines in words."""
    found = told("score", path)
    for player in found["players"]:
        player.pop("lines", None)
    return found


def lacking(expected: Any, found: Any, place: str = "") -> list[str]:
    """Where what is found says less than, or other than, what is expected; fields may have been added."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            line
            for key, value in expected.items()
            for line in (lacking(value, found[key], f"{place}.{key}") if key in found else [f"{place}.{key} is gone"])
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for number, (one, other) in pairs for line in lacking(one, other, f"{place}.{number}")]
    return [] if expected == found else [f"{place}: {found!r}, not {expected!r}"]


def moves_of(path: Path) -> list[str]:
    """The steps of an old save as moves, read from its own text (formats 1 and 2)."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    log = data.get("history", {}).get("log", [])
    if data["format"] == 1:
        return [step["move"] + (f" [{step['more']}]" if step.get("more") else "") for step in log]
    return [line.partition(": ")[2] for line in log]


# --- what is asked of each --------------------------------------------------------------------------------


def _stands(path: Path) -> Statement:
    """Where the game stands."""
    return {"status": told("status", path), "next": _next(path), "score": score(path)}


def _next(path: Path) -> Statement:
    """Who decides what, and the legal moves: without the words of the question, which may be said better."""
    found = told("next", path)
    return {**{key: found[key] for key in ("over", "who", "key")}, "moves": [one["move"] for one in found["moves"]]}


def _log(path: Path) -> Statement:
    """How its log begins as a script, how many steps it has, and a mark of where in the game each was made.

    The moves are left out where they are those that its own text has.
    """
    begins, *moves = run("log", path, "--moves").stdout.splitlines()
    places = [entry["at"] for entry in told("log", path)]
    found = {"begins": begins, "steps": len(places), "places": sha256("\n".join(places).encode()).hexdigest()[:16]}
    return found if moves == moves_of(path) else {**found, "moves": moves}


def _back(path: Path) -> Statement:
    """Where undo and redo lead, and whether the log plays."""
    found: Statement = {"verify": run("verify", path).exit_code}
    redone = path.with_name(f"redone-{path.name}")
    shutil.copy(path, redone)
    if run("redo", redone).exit_code == 0:
        found["redone"] = _next(redone)
    for times in ("once", "twice"):
        run("undo", path)
        found[f"undone {times}"] = _next(path)
    run("redo", path)
    found["and redone"] = _next(path)
    return found


def _changed_by_hand(fresh: Callable[[], Path]) -> Statement:
    """A state that was changed by hand: as it is, put back, and kept."""
    path = fresh()
    found: Statement = {**_stands(path), "log": _log(path), "verify": run("verify", path).exit_code}
    assert run("verify", path, "--restore").exit_code == 0
    found["put back"] = _stands(path)
    if run("verify", path := fresh(), "--accept", "--because", "so it lies there").exit_code:
        return found  # a name in it stood in the way
    found["kept"] = {**_stands(path), "verify": run("verify", path).exit_code}
    return found


def _gone_on(path: Path, answers: Sequence[str], command: Sequence[str]) -> Statement:
    """Unfinished answers that are gone on with: what they lead to."""
    moves = path.with_suffix(".moves")
    moves.write_text("\n".join(answers) + "\n", encoding="utf-8")
    result = run(*(path if word == "FILE" else word for word in command), "--moves", moves)
    if result.exit_code:
        raise ValueError(f"{path}: {result.exit_code}, {result.stdout[-400:]} {result.stderr}")
    if command[0] == "new":
        return {"status": told("status", path), "next": _next(path)}
    if command[0] == "score":
        return {"score": score(path)}
    judged = json.loads(run("judge", path, "--json").stdout)
    return {"judge": {key: value for key, value in judged.items() if key != "illegal"}}


# --- writing it down --------------------------------------------------------------------------------------


def main(games: Sequence[str]) -> None:
    """Write down what the program says of the old files of some games, else of all."""
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = str(Path(place) / "config.toml")
        Path(os.environ[VARIABLE]).write_text('deck = "none"\n', encoding="utf-8")
        for game in games or GAMES:
            path = folder(game) / "expected.json"
            path.write_text(written({name: said(game, name, Path(place)) for name in names(game)}), encoding="utf-8")
            print(path)


def written(found: Mapping[str, Statement]) -> str:
    """JSON with a line for each thing that is said of a file."""

    def one(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    files = [
        f"{one(name)}: {{\n" + ",\n".join(f"  {one(key)}: {one(value)}" for key, value in says.items()) + "\n}"
        for name, says in found.items()
    ]
    return "{\n" + ",\n".join(files) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
