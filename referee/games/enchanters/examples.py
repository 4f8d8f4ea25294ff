"""Worked examples of rules: small games with cards made up for them, played by the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.declaration.changes import Counted
from referee.declaration.game import Playing
from referee.games.enchanters import tables
from referee.games.enchanters.cards.language import read_card, read_village
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.context import Attacked, Struck
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.rules.turns import RULES, start_game
from referee.games.enchanters.scores import score, verdict
from referee.games.enchanters.vocabulary import pile_for
from referee.play.event import Event, names_of
from referee.play.session import Session

NAMES = ("Anna", "Bo")


def example(entry_id: str) -> list[str]:
    """A worked example of a rule or ruling, line by line; none if it computes nothing."""
    return EXAMPLES[entry_id]() if entry_id in EXAMPLES else []


# --- small games --------------------------------------------------------------------------------------


def _begun(
    cards: Mapping[str, str], *, track: Sequence[str] = (), anna: Sequence[str] = (), village: str = "Nowhere",
    wounds: Sequence[int] = (0, 0),
) -> Session[GameState]:  # fmt: skip
    """Anna's turn, with these cards on the track and on her piles."""
    box = tables.box()
    printed = (read_card(box.fist, "item"), read_card(box.enchanting, "enchantment"))
    known = (*printed, *(read_card(name, line) for name, line in cards.items()))
    setup = Setup(players=NAMES, village=read_village(village, ""), track=tuple(track), size=0, cards=known)
    game = start_game(setup)
    for name in anna:
        game.players[0].pile(pile_for(setup.known[name.lower()].type)).append(name)
    for player, many in zip(game.players, wounds, strict=True):
        player.wounds = many
    return Session(Playing(RULES, setup), game)


def _played(begun: Session[GameState], *answers: str, telling: tuple[type[Event], ...]) -> list[str]:
    """What is told of some kinds of events, once the answers are given."""
    for answer in answers:
        begun.answer(answer)
    name = names_of(begun.state.players)
    return [event.told(name) for event in begun.take_events() if isinstance(event, telling)]


def _scored(begun: Session[GameState], setup: Setup) -> list[str]:
    """The lines of Anna's score, and who wins."""
    ended = begun.state.copy()
    ended.over = True
    result = score(setup, ended)
    anna, bo = result.standing
    lines = [f"{line.category}: {line.text} = {line.points}" for line in anna.lines]
    return [*lines, f"Anna's total is {anna.total}, Bo's {bo.total}. {' '.join(verdict(result))}"]


# --- the examples -------------------------------------------------------------------------------------


def _stroke() -> list[str]:
    cards = {"Rat": "monster, strength 4, health 2", "Robe": "item, attack 2, defence 1"}
    return _played(_begun(cards, track=("Rat",), anna=("Robe",)), "journey Rat", telling=(Struck, Attacked))


def _ogre() -> list[str]:
    cards = {"Ogre": "health 1", "Robe": "item, attack 1, defence 3"}
    return _played(_begun(cards, track=("Ogre",), anna=("Robe",)), "journey Ogre", telling=(Struck,))


def _pink_dragon() -> list[str]:
    cards = {"Pink Dragon": "strength 3, health 0"}
    begun = _begun(cards, track=("Pink Dragon",), wounds=(2, 0))
    told = _played(begun, "journey Pink", telling=(Struck, Counted))
    return ["Anna has 2 wounds.", *told, f"Then she has {begun.state.players[0].wounds}."]


def _axe() -> list[str]:
    cards = {"Axe": "", "Sword": "item, attack 3; minor: attack 2"}
    begun = _begun(cards, track=("Axe",), anna=("Sword",))
    begun.answer("use Sword")
    attack = context.total(_setup(begun), begun.state, 0, "attack")
    return [
        f"Anna's attack is {attack} before she takes the Axe.",
        *_played(begun, "journey Axe", telling=(Counted,)),
    ]


def _boost(name: str, line: str, others: Mapping[str, str]) -> Callable[[], list[str]]:
    def made() -> list[str]:
        begun = _begun({name: line, **others}, anna=(name, *others))
        before = {what: context.total(_setup(begun), begun.state, 0, what) for what in ("attack", "defence")}
        begun.answer(f"use {name}")
        after = {what: context.total(_setup(begun), begun.state, 0, what) for what in ("attack", "defence")}
        return [f"Anna's {what}: {before[what]}, after using {name} {after[what]}." for what in before]

    return made


def _below_zero() -> list[str]:
    begun = _begun({"Slime": "monster, strength 0, health 0, attack -4", "Sword": "item, attack 3"},
                   anna=("Sword", "Slime"))  # fmt: skip
    parts = context.parts(_setup(begun), begun.state, 0, "attack")
    return [f"{context.points_text(parts)}: attack {context.total(_setup(begun), begun.state, 0, 'attack')}"]


def _glory() -> list[str]:
    cards = {"Robe": "item, glory 2, defence 3, lower defence 2", "Rat": "monster, strength 0, health 0, glory 4",
             "Wyrm": "dragon, strength 0, health 0, glory 9", "Cap": "item, glory 1"}  # fmt: skip
    begun = _begun(cards, anna=("Robe", "Cap", "Rat", "Wyrm"), village="Dwarfburg", wounds=(5, 0))
    return _scored(begun, _setup(begun))


def _counting_card() -> list[str]:
    cards = {"Robe": "item, lower defence 2", "Crown": "item, glory 1, defence 1; end: glory 2 per 1 defence"}
    begun = _begun(cards, anna=("Robe", "Crown"))
    return _scored(begun, _setup(begun))


def _level() -> list[str]:
    begun = _begun({"Robe": "item, glory 2"}, anna=("Robe",), wounds=(2, 0))
    return _scored(begun, _setup(begun))


def _setup(begun: Session[GameState]) -> Setup:
    playable = begun.game
    assert isinstance(playable, Playing)
    setup: Setup = playable.setup
    return setup


_FIRE = _boost("of Fire", "enchantment, defence 1; minor: attack 1 per 1 defence", {"Robe": "item, defence 3"})
_RAGE = _boost(
    "of Rage", "enchantment; minor: attack 1 per 2 monsters",
    dict.fromkeys(("Rat", "Imp", "Bat"), "monster, strength 0, health 0"),
)  # fmt: skip

EXAMPLES: Mapping[str, Callable[[], list[str]]] = {
    **dict.fromkeys(("monster-attack", "player-attack"), _stroke),
    **dict.fromkeys(("ogre", "E-q"), _ogre),
    **dict.fromkeys(("pink-dragon", "E-r"), _pink_dragon),
    **dict.fromkeys(("axe", "E-o"), _axe),
    "of-fire": _FIRE,
    "of-rage": _RAGE,
    **dict.fromkeys(("below-zero", "E-p"), _below_zero),
    **dict.fromkeys(("aim", "glory", "wound-glory", "village-glory", "dwarfburg", "E-z", "E-aa"), _glory),
    "E-aq": _counting_card,
    "E-ab": _level,
}
"""The examples by the entries that they belong to."""
