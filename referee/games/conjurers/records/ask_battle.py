"""Setting a battle up by questions: what kind, which dice, who fights with what."""

from __future__ import annotations

from collections.abc import Callable

from referee.asking.dice import ask_dice
from referee.asking.question import Option, Procedure, choice, free_text
from referee.errors import Unreadable
from referee.games.conjurers.battle.state import Kind
from referee.games.conjurers.cards.cards import Deck
from referee.games.conjurers.cards.typed import TypedCards
from referee.games.conjurers.records.ask_side import ask_guarded, ask_side
from referee.games.conjurers.records.record import RecordFile
from referee.games.conjurers.vocabulary import GAME
from referee.text.names import fold


def ask_battle(deck: Deck) -> Procedure[RecordFile]:
    """Ask for everything that a battle record needs before its first turn."""
    kind: Kind = yield choice(
        "kind",
        "What kind of battle",
        [
            Option("duel", detail="two players; the challenger starts"),
            Option("battleground", detail="a player against a minion, which starts"),
        ],
        default="duel",
    )
    dice, seed = yield from ask_dice("no dice: each deals 1 (optional rule, p. 17)")
    optional: str = yield choice(
        "optional rules",
        "Optional rules (p. 21)",
        [Option("none"), Option("elements"), Option("morale"), Option("both", detail="elements and morale")],
        default="none",
    )
    elements = optional in ("elements", "both")
    attacker_name = yield free_text("attacker", "Who attacks", _player_name())
    defender_name = yield free_text("defender", _who_defends(kind), _player_name(attacker_name))
    cards = TypedCards(deck, elements)
    attacker = yield from ask_side("attacker", attacker_name, cards)
    if kind == "battleground":
        defender = yield from ask_guarded(defender_name, cards)
    else:
        defender = yield from ask_side("defender", defender_name, cards)
    morale = optional in ("morale", "both")
    return RecordFile(
        game=GAME,
        kind=kind,
        dice=dice,
        attacker=attacker,
        defender=defender,
        seed=seed,
        elements=elements,
        morale=morale,
    )


def _who_defends(kind: Kind) -> str:
    return "Who defends" if kind == "duel" else "Who plays the minion"


def _player_name(other: str = "") -> Callable[[str], str]:
    def check(text: str) -> str:
        name = text.strip()
        if not name:
            raise Unreadable("a name is needed")
        if len(name) > 60:
            raise Unreadable("that name is too long; 60 letters at most")
        if other and fold(name) == fold(other):
            raise Unreadable(f"the attacker is called {other} already")
        return name

    return check
