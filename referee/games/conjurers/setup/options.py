"""The set-up of a game as options of a command: "--player Anna:worker --dice entered ..."."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from referee.asking.players import check_number, check_options
from referee.errors import BadInput
from referee.games.conjurers.rules.state import Setup
from referee.games.conjurers.setup.ask import NONE, SWITCHES
from referee.games.conjurers.setup.option_names import NEW_OPTIONS
from referee.games.conjurers.tables import box as box_tables
from referee.text.names import fold


def answers_of(options: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Options of a command as answers by question key. Raises BadInput with the nearest option."""
    check_options(options, NEW_OPTIONS)
    players = options.get("player", ())
    found = _players(players)
    names = {fold(found[f"player {seat}"]): seat for seat in range(1, len(players) + 1)}
    for text in options.get("dealt", ()):
        name, colon, cards = text.partition(":")
        if not colon or fold(name) not in names:
            raise BadInput(f'--dealt "{text}": write a player\'s name first, like --dealt "Anna: Wolf, Imp, Owl"')
        found[f"dealt {names[fold(name)]}"] = cards.strip()
    for name, values in options.items():
        if name in ("player", "dealt"):
            continue
        key = name.replace("-", " ")
        if len(values) > 1 and key != "unlock":
            raise BadInput(f"--{name} is given twice")
        found[key] = ", ".join(values)
    if any(key in found for key in SWITCHES):
        found["switches"] = "change"
    return found


def _players(players: Sequence[str]) -> dict[str, str]:
    check_number(players, min(box_tables.players().setups), max(box_tables.players().setups))
    found = {"players": str(len(players))} if players else {}
    for seat, text in enumerate(players, 1):
        name, *rest = (part.strip() for part in text.split(":"))
        if not name or len(rest) > 2:
            raise BadInput(f'--player "{text}": write NAME:ASSISTANT or NAME:ASSISTANT:COLOUR')
        found[f"player {seat}"] = name
        for what, value in zip((f"assistant {seat}", f"colour {seat}"), rest, strict=False):
            found[what] = value
    return found


def begin_line(setup: Setup) -> str:
    """The line of a script that begins a game with this set-up."""
    words = ["new"]
    for seat in setup.players:
        words += ["--player", f"{seat.name}:{seat.assistant}:{seat.colour}"]
    words += ["--start", setup.players[setup.start].name, "--deck", setup.deck or NONE]
    words += ["--dice", setup.dice, "--draws", setup.draws]
    if setup.seed:
        words += ["--seed", str(setup.seed)]
    if setup.elements or setup.morale:
        both = "both" if setup.elements and setup.morale else "elements" if setup.elements else "morale"
        words += ["--optional-rules", both]
    if setup.tournament:
        words += ["--tournament", "yes"]
    if setup.shared_spaces:
        words += ["--shared-spaces", "yes"]
    if setup.battles_last != "auto":
        words += ["--battles-last", setup.battles_last]
    if setup.sacrificed_return:
        words += ["--sacrificed-return", "yes"]
    if setup.unlock:
        words += ["--unlock", ", ".join(f"{space} {phase}" for space, phase in setup.unlock.items())]
    if setup.locked:
        words += ["--locked", ", ".join(setup.locked)]
    for seat, hand in zip(setup.players, setup.dealt, strict=True):
        words += ["--dealt", f"{seat.name}: {', '.join(hand)}"]
    return shlex.join(words)
