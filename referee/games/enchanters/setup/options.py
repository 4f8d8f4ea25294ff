"""The set-up of a game as options of a command: "--player Anna --player Bo --deck my.toml --seed 7 ..."."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from referee.asking.players import check_number, check_options
from referee.errors import BadInput
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import printed
from referee.games.enchanters.cards.line import write_card, write_village
from referee.games.enchanters.rules.state import Setup
from referee.games.enchanters.setup.ask import NONE
from referee.games.enchanters.setup.option_names import NEW_OPTIONS
from referee.games.enchanters.vocabulary import GAME


def answers_of(options: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Options of a command as answers by question key. Raises BadInput with the nearest option."""
    check_options(options, NEW_OPTIONS)
    players = options.get("player", ())
    check_number(players, tables.box().players.least, tables.box().players.most)
    found = {"players": str(len(players))} if players else {}
    found |= {f"player {seat}": name for seat, name in enumerate(players, 1)}
    for name, values in options.items():
        if name == "player":
            continue
        if len(values) > 1:
            raise BadInput(f"--{name} is given twice")
        found[name.replace("-", " ")] = values[0]
    return found


def begin_line(setup: Setup) -> str:
    """The line of a script that begins a game with this set-up."""
    words = ["new", "--game", GAME]
    for name in setup.players:
        words += ["--player", name]
    words += ["--start", setup.players[setup.start], "--deck", setup.deck or NONE, "--invasion", setup.invasion]
    if setup.depths:
        words += ["--depths", "yes"]
    if setup.kingdoms:
        words += ["--kingdoms", ", ".join(setup.kingdoms)]
    words += ["--draws", setup.draws, "--village", write_village(setup.village)]
    for key, card in zip(("--fist", "--enchanting"), setup.cards, strict=False):
        words += [key, write_card(card)]
    if setup.tie != "shared":
        words += ["--tie", setup.tie]
    if setup.draws == "program":
        words += ["--seed", str(setup.seed)]
    else:
        total = setup.size + setup.removed + len(setup.track)
        words += ["--cards", str(total), "--track", ", ".join(map(printed, setup.track))]
    return shlex.join(words)
