"""Examples of abilities that reach beyond a strike (pp. 18-21)."""

from __future__ import annotations

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.examples.fighting import ExampleDuel, creature


def frost() -> list[str]:
    """A strike of a creature with a frost marker (pp. 18-19)."""
    yeti = creature("Yeti", 40, 1, "frost attack")
    scene = ExampleDuel([creature("Ox", 30, 7)], [yeti], "summon Ox 1", "summon Yeti 1", "attack Ox")
    return [scene.cards, *scene.told(e.Marked), scene.hits("Ox")[-1]]


def multi_attack() -> list[str]:
    """A multi attack with a neighbour on one side (p. 19; B12)."""
    scene = ExampleDuel(
        [creature("Hydra", 30, 7, "multi attack"), creature("Elk", 9, 1)],
        [creature("Fox", 20, 1), creature("Ox", 20, 1)],
        "summon Hydra 2",
        "summon Fox 1",
        "summon Elk 3",
        "summon Ox 2",
    )
    return [scene.cards, "Ox arrives in front of Hydra; Fox stands beside it.", *scene.hits("Hydra")]


def burning() -> list[str]:
    """Burning after a strike, with a neighbour on one side (p. 19; B14)."""
    scene = ExampleDuel(
        [creature("Imp", 12, 1, "burning 2"), creature("Elk", 9, 1)],
        [creature("Fox", 20, 1), creature("Ox", 20, 1)],
        "summon Imp 1",
        "summon Fox 2",
        "summon Elk 3",
        "summon Ox 1",
    )
    return [scene.cards, "Ox arrives in front of Imp; Fox stands beside it.", *scene.hits("Imp")]


def poison() -> list[str]:
    """Poison markers biting at the start of a turn (p. 19; B1)."""
    fox, viper = creature("Fox", 12, 1), creature("Viper", 20, 2, "poisonous")
    scene = ExampleDuel([fox], [viper], "summon Fox 1", "summon Viper 1", "move Fox 2", "move Viper 2")
    return [scene.cards, *scene.told(e.Marked), *scene.hits("Fox", "poison")]


def devour() -> list[str]:
    """A devourer sits down and bites at the start of its victim's turn (p. 19)."""
    scene = _devoured()
    return [scene.cards, *scene.told(e.Devoured), *scene.hits("Maw")]


def break_free() -> list[str]:
    """A victim that breaks free (p. 20)."""
    scene = _devoured("break free Fox")
    return [scene.cards, *scene.told(e.Devoured), *scene.hits("Maw"), *scene.told(e.Returned)]


def _devoured(*more: str) -> ExampleDuel:
    fox, elk, maw = creature("Fox", 20, 0), creature("Elk", 9, 0), creature("Maw", 20, 2, "devour")
    return ExampleDuel([fox, elk], [maw], "summon Fox 1", "summon Maw 1", "summon Elk 3", "devour Maw", *more)


def life_steal() -> list[str]:
    """Life stolen after an exchange of strikes (p. 20; B13)."""
    bat = creature("Bat", 12, 5, "life steal")
    scene = ExampleDuel([creature("Ox", 20, 3)], [bat], "summon Ox 1", "summon Bat 1")
    return [scene.cards, *scene.told(e.Hit, e.LifeStolen)]


def morale() -> list[str]:
    """A hurt creature, and others of its mythology arriving (p. 21; B21)."""
    kin = [creature(name, 20, 1) for name in ("Fox", "Elk", "Owl")]
    moves = ("summon Fox 2", "summon Ox 2", "summon Elk 1", "attack Ox", "summon Owl 3")
    scene = ExampleDuel(kin, [creature("Ox", 30, 5)], *moves, morale=True)
    return [scene.cards, *scene.hits("Ox"), *scene.told(e.MoraleRose)]
