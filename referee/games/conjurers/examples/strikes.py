"""Examples of strikes: their arithmetic, their order, and what stops them (pp. 15-18, 21-23)."""

from __future__ import annotations

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.state import minion_of
from referee.games.conjurers.cards.cards import show_all
from referee.games.conjurers.examples.fighting import ExampleDuel, creature, item
from referee.games.conjurers.tables import battle as battle_tables


def strike() -> list[str]:
    """All steps of B9 in one strike: more dice, offensive, a frost marker, defensive."""
    scene = ExampleDuel(
        [creature("Ox", 20, 4, "offensive 2")],
        [creature("Yeti", 30, 1, "frost attack", "defensive 1")],
        "summon Ox 2 with Club",
        "summon Yeti 2",
        "attack Ox",
        wears=[item("Club", "power hit 2")],
    )
    return [
        scene.cards,
        "Ox wears a Club (power hit 2), has a frost marker by now, and attacks.",
        scene.hits("Ox")[-1],
    ]


def offensive() -> list[str]:
    """The same creature arriving and defending (p. 18)."""
    ox, fox = creature("Ox", 20, 3, "offensive 2"), creature("Fox", 30, 1)
    scene = ExampleDuel([fox], [ox], "summon Fox 1", "summon Ox 1", "attack Fox")
    arriving, defending = scene.hits("Ox")
    return [scene.cards, f"Ox arrives. {arriving}", f"Fox attacks. {defending}"]


def defensive() -> list[str]:
    """The same creature attacked and attacking (p. 18)."""
    wall, ox = creature("Wall", 30, 1, "defensive 2"), creature("Ox", 20, 4)
    scene = ExampleDuel([wall], [ox], "summon Wall 1", "summon Ox 1", "attack Wall")
    attacked, attacking = scene.hits("Ox")
    return [scene.cards, f"Ox arrives. {attacked}", f"Wall attacks. {attacking}"]


def power_hit() -> list[str]:
    """More dice for a strike (p. 22)."""
    club = item("Club", "power hit 2")
    scene = ExampleDuel(
        [creature("Fox", 30, 1)], [creature("Ox", 20, 1)], "summon Fox 1 with Club", "summon Ox 1", wears=[club]
    )
    return [scene.cards, "Fox wears a Club (power hit 2).", *scene.told(e.Hit)]


def absorption() -> list[str]:
    """A shield that takes two strikes and breaks (p. 22)."""
    shield = item("Shield", "absorption 6")
    scene = ExampleDuel(
        [creature("Fox", 12, 1)],
        [creature("Ox", 20, 4)],
        "summon Fox 1 with Shield",
        "summon Ox 1",
        "attack Fox",
        wears=[shield],
    )
    return [scene.cards, "Fox wears a Shield (absorption 6).", *scene.hits("Ox")]


def absorbed_markers() -> list[str]:
    """Frost comes through a shield, poison doesn't (p. 22; B11)."""
    naga, shield = creature("Naga", 20, 3, "frost attack", "poisonous"), item("Shield", "absorption 6")
    scene = ExampleDuel([creature("Fox", 12, 1)], [naga], "summon Fox 1 with Shield", "summon Naga 1", wears=[shield])
    return [scene.cards, *scene.hits("Naga"), *scene.told(e.Marked)]


def together() -> list[str]:
    """Both last creatures kill each other (pp. 15, 17)."""
    scene = ExampleDuel([creature("Fox", 3, 4)], [creature("Ox", 3, 4)], "summon Fox 1", "summon Ox 1")
    return [scene.cards, *scene.told(e.Hit, e.BattleEnded)]


def first_strike() -> list[str]:
    """A first strike that kills, so that nothing comes back (p. 23; B10)."""
    ox, elk = creature("Ox", 3, 4, "first strike"), creature("Elk", 9, 2)
    scene = ExampleDuel([creature("Fox", 3, 4), elk], [ox], "summon Fox 1", "summon Ox 1")
    return [scene.cards, *scene.told(e.Hit, e.NoStrike)]


def average_dice() -> list[str]:
    """A fight without dice (p. 17; B22)."""
    imp = creature("Imp", 20, 2, "burning 2")
    scene = ExampleDuel([creature("Fox", 20, 3)], [imp], "summon Fox 1", "summon Imp 1", average=True)
    return [scene.cards, *scene.told(e.Hit)]


def elements() -> list[str]:
    """The better element on the lower creature (p. 21; B20)."""
    fox, troll = creature("Fox", 30, 2, element="fire"), creature("Troll", 30, 3, level=4, element="earth")
    scene = ExampleDuel([fox], [troll], "summon Fox 1", "summon Troll 1", elements=True)
    return [scene.cards, *scene.told(e.Hit)]


def stalemate() -> list[str]:
    """Creatures without dice strike each other until the battle stops (p. 15; B3)."""
    turns = 2 * battle_tables.numbers().quiet_rounds
    attacks = (f"attack {name}" for name in ("Fox", "Ox") * turns)
    moves = ("summon Fox 1 with Shield", "summon Ox 1", *attacks)[:turns]
    shield = item("Shield", "absorption 6")
    scene = ExampleDuel([creature("Fox", 9, 0)], [creature("Ox", 12, 0)], *moves, wears=[shield])
    return [scene.cards, f"Fox wears a Shield (absorption 6). {turns} turns go by.", *scene.told(e.BattleEnded)]


def minion() -> list[str]:
    """The minions of one battleground (p. 15; A13)."""
    told = []
    for strength in battle_tables.minions().strengths:
        card = minion_of("norse", strength.level)
        what = f"{card.hp} hit points, {card.bd} dice, {', '.join(show_all(card.abilities))}"
        told.append(f"Norse, beside a creature of level {card.level}: {what}")
    return told
