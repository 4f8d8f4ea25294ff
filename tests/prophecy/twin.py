"""Compare the program with its slow twin: `python -m tests.prophecy.twin 5000 300`.

So many fights at random are judged by both, a tenth as many odds of fights reckoned by both; the first disagreement
is shown with its record, which `referee judge` or `referee odds` takes as it is. Then so many whole games are played
by both, the first that they see otherwise kept as a script.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from referee.errors import RefereeError
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.verdict import judge
from referee.games.prophecy.odds.report import report
from tests.prophecy import twin_odds, twin_random, twin_records
from tests.prophecy.twin_fights import Refused
from tests.prophecy.twin_game import Comparison, Differs

SCRIPT, DECK = Path("game.moves"), Path("deck.toml")


def told(data: dict[str, Any]) -> dict[str, Any]:
    """What the program says of a record, in the twin's words."""
    try:
        found = judge(BATTLES.read(Path("fight.toml"), data)).data()
    except RefereeError as error:
        return {"legal": str(error)}
    for side in ("hero", "defender"):
        for pile in ("damaged", "discarded"):
            if side in found:
                found[side][pile].sort()
    return found | {"illegal": found["illegal"] and found["illegal"]["move"]}


def fight_differences(seed: object) -> tuple[dict[str, Any], list[str]]:
    """A record at random, and what twin and program say differently of it."""
    data = twin_random.record(seed)
    mine, theirs = twin_records.judge(data), told(data)
    return data, [
        f"{key}: twin {value}, program {theirs.get(key)}" for key, value in mine.items() if theirs.get(key) != value
    ]


def odds_differences(seed: object) -> tuple[dict[str, Any], list[str]]:
    """A small record at random, none or few of its moves made, and where the odds differ."""
    number = 0
    while True:
        number += 1
        data = twin_random.record(f"{seed}/{number}")
        data.pop("claim", None)
        if data["kind"] == "hero" or not twin_odds.is_small(data):
            continue
        data["moves"] = data["moves"][: (0, 0, 1, 2)[number % 4]]
        try:
            if twin_odds.after_moves(data).over:
                continue
        except Refused:
            continue
        options = report(BATTLES.read(Path("fight.toml"), data), None).data()["options"]
        return data, twin_odds.differences(data, options)


def compare(name: str, many: int, one: Callable[[object], tuple[dict[str, Any], list[str]]]) -> bool:
    """Compare so many; print how many agree, and the first that doesn't."""
    agreed, first = 0, None
    for seed in range(many):
        data, found = one(seed)
        agreed += not found
        first = first or ((seed, data, found) if found else None)
    print(f"{name}: {agreed} of {many} agree")
    if first is not None:
        seed, data, found = first
        print(f"The first that doesn't is {name} {seed}:\n")
        print(tomli_w.dumps(data))
        print("\n".join(found))
    return first is None


def games(number: int, first: int = 0, most: int = 100_000) -> tuple[int, str, list[str]] | int:
    """Play so many games with both; the first that differs with how and its script, or the decisions made."""
    decisions = 0
    for seed in range(first, first + number):
        with tempfile.TemporaryDirectory() as folder:
            game = Comparison(seed, Path(folder))
            try:
                decisions += game.run(most)
            except Differs as error:
                DECK.write_bytes(game.deck.read_bytes())
                return seed, str(error), [shlex.join(game.words), *game.script]
    return decisions


def compare_games(number: int, first: int = 0) -> bool:
    """Compare so many games; keep the first that differs in a file."""
    played = games(number, first)
    if isinstance(played, int):
        print(f"games: {number} of {number} agree, {played} decisions")
        return True
    seed, found, script = played
    SCRIPT.write_text("\n".join(script) + "\n", encoding="utf-8")
    print(f"game {seed}: {found}\nIts set-up and moves are in {SCRIPT}, its cards in {DECK}.")
    return False


def main(words: Sequence[str]) -> int:
    """Run so many fights, a tenth as many odds, and so many games, from which one on."""
    many = int(words[0]) if words else 500
    right = compare("fights", many, fight_differences)
    right = compare("odds", many // 10, odds_differences) and right
    number, first = (*map(int, words[1:]), *[many // 20, 0][len(words[1:]) :])
    return 0 if compare_games(number, first) and right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
