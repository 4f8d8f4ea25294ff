"""Prophecy's tables against the rulebook: every number, what a wrong value is told, and the cards it tells of."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import tomli_w

from referee.errors import BadInput
from referee.games.prophecy import tables
from referee.games.prophecy.cards.cards import Ability, Card, Creature, HeroCard, Item
from referee.games.prophecy.cards.language import CARDS, read_card, write_card
from referee.games.prophecy.cards.wording import EFFECTS, Do, Is, Often, OfTwo, PriceEffect, When
from referee.games.prophecy.vocabulary import GAME, GUILDS
from referee.rulebook import rules as files
from referee.rulebook.rules import rulebook
from referee.text.names import fold

FOLDER = files.folder() / GAME
DECK = Path(__file__).parents[2] / "examples" / "prophecy" / "sample-deck.toml"

NUMBERS: dict[str, Any] = {
    "players": {"least": 2, "most": 5, "best": [2, 4], "first_game": 3},
    "box": {"heroes": 10, "stands": 5, "dice": 2, "lesser": 5, "greater": 5, "artifacts": 5, "tokens": [1, 5]},
    "board": {"spaces": 20, "guilds": 5, "terrain": 12, "planes": 5},
    "cubes": {"red": 8, "blue": 10},
    "start": {"gold": 3, "experience": 3},
    "draft": {"heroes": 2, "passes": 2},
    "new_hero": {"health": 1, "magic": 2},
    "limits": {"gold": 15, "experience": 15, "items": 7, "abilities": 7},
    "travel": {"walk": 1, "horse": 2, "horse_gold": 1, "boat_gold": 1, "gate_gold": 2},
    "work": {
        "city": {"magic": 1, "gold": 2},
        "thieves_guild": {"health": 1, "gold": 3},
        "fortress": {"health": 1, "experience": 2},
    },
    "possibilities": {
        "repair_gold": 1,
        "monastery_health": 1,
        "camp_gold": 1,
        "wilderness_magic": 3,
        "tower_gold": 1,
        "tower_magic": 2,
        "lodging_gold": 1,
        "lodging_health": 1,
        "lodging_magic": 1,
        "sale_part": 2,
        "abilities": 2,
        "adventures": 2,
    },
    "fight": {"wills_magic": 2, "per_artifact": 1, "lost_health": 1, "lives": 3},
    "victory": {"artifacts": 4, "short": 2},
    "apocalypse": {"health": 1, "magic": 1},
    "chance": {
        "City Merchant": {"where": "City", "deck": "rare", "cards": 2},
        "Tradesman": {"where": "Village", "deck": "common", "cards": 3},
        "Charity": {"gold": 3, "health": 1, "magic": 2},
        "Economic Crisis": {"part": 2},
    },
}
"""The numbers as the rulebook has them."""
LAID: dict[str, str] = {
    "Mountains": "Mountains",
    "Forests": "Forest",
    "Plains": "Plains",
    **{guild: guild for guild in GUILDS},
}
"""What Chance cards lay Adventure cards or an Ability on."""


def raw(subject: str) -> dict[str, Any]:
    """A table file as it stands."""
    return tomllib.loads((FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))


def without_places(value: Any) -> Any:
    """Plain data without the headings that it comes from."""
    return (
        {key: without_places(one) for key, one in value.items() if key != "place"}
        if isinstance(value, dict)
        else value
    )


# --- numbers ------------------------------------------------------------------------------------------


@pytest.mark.rule("number-of-heroes", "most-red", "most-blue", "start-of-hero", "end-limits", "instead-of-moving")
def test_the_numbers_are_those_of_the_rulebook() -> None:
    numbers = without_places(raw("numbers"))
    said = {card.pop("name"): card for card in map(without_places, numbers.pop("chance"))}
    chance = {name: {key: value for key, value in card.items() if key != "does"} for name, card in said.items()}
    assert {name: card for name, card in chance.items() if name not in LAID and card} == NUMBERS["chance"]
    assert {name: card["where"] for name, card in chance.items() if name in LAID} == LAID
    assert numbers == {key: value for key, value in NUMBERS.items() if key != "chance"}


def test_every_table_names_the_headings_that_it_comes_from() -> None:
    found = {path.stem for path in FOLDER.glob("*.toml")}
    assert found == {"numbers", "board", "cards", "rules", "words", "asked", "examples"}
    assert tables.numbers().place
    assert all(card.place for card in (*tables.chance_cards().values(), *tables.printed_cards().values()))


@pytest.mark.rule("terrain-cards", "guild-cards", "open-training", "merchants", "charity", "crisis", "winds")
def test_every_chance_card_of_the_rulebook_is_known_by_name() -> None:
    does = {card.name: card.does for card in tables.chance_cards().values()}
    assert Counter(does.values()) == {
        "adventures": 3,
        "ability": 6,
        "goods": 2,
        "gifts": 4,
        "another turn": 1,
        "turn up": 1,
        "charity": 1,
        "crisis": 1,
    }
    assert (does["Peaceful Times"], does["Prophetic Dream"]) == ("another turn", "turn up")
    assert tables.chance_cards()[fold("open training")].where == ""


@pytest.mark.rule("instead-of-moving")
def test_the_work_of_each_space() -> None:
    work = tables.numbers().work.by_space
    assert {name: (one.health, one.magic, one.gold, one.experience) for name, one in work.items()} == {
        "City": (0, 1, 2, 0),
        "Thieves' Guild": (1, 0, 3, 0),
        "Fortress": (1, 0, 0, 2),
    }


@pytest.mark.parametrize(
    ("section", "key", "value", "told"),
    [
        ("limits", "gold", 0, "limits.gold is 0"),
        ("players", "least", "two", "players.least"),
        ("fight", "rounds", 3, "rounds"),
        ("box", "tokens", [1], "tokens"),
    ],
)
def test_a_wrong_number_is_refused_with_its_place(
    tmp_path: Path, section: str, key: str, value: Any, told: str
) -> None:
    data = raw("numbers")
    data[section][key] = value
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "numbers.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        files.read(GAME, "numbers", tables.ProphecyNumbers, tmp_path)


# --- rules --------------------------------------------------------------------------------------------

SETTINGS = {
    "variant",
    "teams",
    "trading",
    "attack_partner",
    "surplus_discarded",
    "work_after_moving",
    "lodging_once",
    "astral_win_ends_turn",
    "apocalypse_hands_over",
}
"""What a table may set otherwise."""


def test_all_rulings_are_there_and_every_text_is_whole() -> None:
    book = rulebook(GAME)
    ids = [f"P{number}" for number in range(1, 83)] + [f"X{number}" for number in range(1, 12)]
    assert [entry.id for entry in book.rulings] == ids
    for told in book.explain(book.entries):
        assert not {"{", "}"} & set("".join((told.title, told.text))), told.id
        assert len(told.id) < 24, "the list of what tests pin has columns"


def test_every_setting_is_named_by_the_entry_that_it_changes() -> None:
    assert {entry.switch for entry in rulebook(GAME).entries.values() if entry.switch} == SETTINGS


# --- told cards ---------------------------------------------------------------------------------------


def test_told_cards_are_read_as_any_deck_is() -> None:
    lines = list(dict.fromkeys(card.line for card in tables.printed_cards().values()))
    cards = list(map(read_card, lines))
    assert [card.name for card in cards] == [line.partition(":")[0] for line in lines]
    assert max(Counter(fold(card.name) for card in cards).values()) == 1
    kinds = Counter(card.kind for card in cards)
    assert (kinds["hero"], kinds["lesser"], kinds["greater"], kinds["artifact"]) == (9, 3, 4, 3)


@pytest.mark.rule("P2")
def test_a_card_is_found_under_its_other_name() -> None:
    told = tables.printed_cards()
    for other, name in (
        ("Healing Potion", "Potion of Healing"),
        ("Golem", "Golem Guardian"),
        ("Berserk", "Berserker Rage"),
    ):
        assert told[fold(other)] is told[fold(name)]
        assert told[fold(name)].name == name


def test_what_is_told_of_a_rule_in_part_says_where_the_rest_is_missing() -> None:
    untold = [rule for card in tables.printed_cards().values() for rule in card.untold]
    assert untold
    for rule in untold:
        assert "..." in rule
        assert ":" in rule


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Ghost", {"willpower": 4, "experience": 2, "rules": ("won: gain 3 gold",)}),
        ("Old Pirate", {"strength": 3, "willpower": 3}),
        ("Undead Warrior", {"strength": 4}),
        ("Angry Mob", {"strength": 6, "willpower": 2, "lives": 3, "experience": 7}),
        ("Golem Guardian", {"strength": 4, "experience": 3}),
        ("Flock of Harpies", {"lives": 3}),
        ("Vampire", {"race": "undead", "way": "both parts", "willpower_first": True}),
        ("Shapeless Things", {"strength_costs_magic": 4, "wills_costs_health": 2}),
        ("Shadow of Death", {"way": "willpower for strength"}),
        ("Master of Pain", {"way": "all values"}),
        ("Horde of Bats", {"no_spells": True}),
        ("Great Sword", {"costs": 13, "two_handed": True, "weapon": True, "rarity": "rare"}),
        ("Sword", {"costs": 7}),
        ("Cedar Staff", {"two_handed": True, "types": ("long", "staff")}),
        ("Blessed Weapon", {"guild": "Monastery", "costs": 5, "spell": 1}),
        ("Paladin", {"guilds": ("Fortress",)}),
    ],
)
def test_what_the_rulebook_tells_of_a_card(name: str, values: dict[str, Any]) -> None:
    card = read_card(tables.printed_cards()[fold(name)].line)
    assert {key: getattr(card, key) for key in values} == values


# --- the invented box ---------------------------------------------------------------------------------


def sample() -> list[Card]:
    return list(CARDS.load(DECK))


NAMED = (
    "Bellringer",
    "Reed Piper",
    "Enchantress",
    "Wandering Monk",
    "Druid",
    "Mercenary",
    "Paladin",
    "Spellblade",
    "Ranger",
    "Scout",
    "Illusionist",
    "Toll Ogre",
    "Hollow Regent",
    "Moth Cleaver",
    "Prayer",
    "Harvest Wind",
    "Whispering Well",
    "Gem Mine",
    "Ghost",
    "Sphinx",
    "Stamina",
    "Fleet of Foot",
    "Oaken Staff",
    "Angry Mob",
    "Ivory Wand",
    "Ruby Circlet",
    "Blessed Weapon",
    "Axe",
    "Ritual Dagger",
    "Scroll of Divine Will",
    "Turn Back Time",
    "Flaming Staff",
    "Sword",
    "Mirrored Shield",
    "Master Wizard",
    "Dagger",
    "Counterfeiting",
    "Royal Cape",
    "Rope",
    "Potion of Healing",
    "Golem Guardian",
    "Rock Giant",
    "Undead Warrior",
    "War Axe",
    "Crown of Power",
    "Ring of Concentration",
    "Staff Skill",
    "Marsh Viper",
    "Door Warden",
    "Pale Regent",
    "Cinder Hound",
    "Glass Widow",
    "Ember Sword",
    "Tin Cup",
    "Lone Wolf",
    "Old Stair",
    "Salt Lick",
    "Slow Hammer",
    "Night Vigil",
    "Banner of Hope",
    "Old Pirate",
    "Cutlass",
    "Cape",
    "Javelin",
    "Great Sword",
    "Cedar Staff",
    "Spiked Shield",
    "Flock of Harpies",
    "Thor's Hammer",
    "Boomerang",
    "Ambidexterity",
    "Exorcism",
    "Vampire",
    "Shapeless Things",
    "Shadow of Death",
    "Master of Pain",
    "Gauntlets of Strength",
    "Potion of Strength",
    "Potion of Concentration",
    "Crystal Skull",
    "Flying Carpet",
    "Effective Spellcasting",
    "Ring of Magical Forces",
    "Spirits of Forest Trails",
    "Miracle Healing",
    "Wharf Rat",
    "Nautical Rites",
    "Stealth",
    "Pickpocketing",
    "Alchemist",
    "Band of Brigands",
    "Sacrifice of Blood",
    "Highwayman",
)
"""The cards that the examples of the guide and of the tests play with."""


def test_the_invented_box_is_labelled_so_and_has_the_cards_of_every_example() -> None:
    text = DECK.read_text(encoding="utf-8")
    assert "INVENTED" in text.splitlines()[0]
    assert "invented" in tomllib.loads(text)["name"]
    assert set(NAMED) <= {card.name for card in sample()}


def test_the_invented_box_is_enough_for_a_game_of_five() -> None:
    kinds = Counter[str]()
    for card in sample():
        kinds[card.kind] += card.copies
    numbers = tables.numbers()
    assert kinds["hero"] >= numbers.box.heroes == numbers.draft.heroes * numbers.players.most
    assert (kinds["lesser"], kinds["artifact"]) == (numbers.box.lesser, numbers.box.artifacts)
    assert kinds["greater"] >= numbers.box.greater
    assert kinds["creature"] + kinds["opportunity"] >= numbers.board.terrain * numbers.possibilities.adventures
    rarities = Counter(card.rarity for card in sample() if type(card) is Item)
    assert set(rarities) == {"common", "rare"}
    assert min(rarities.values()) >= 20
    guilds = Counter(card.guild for card in sample() if isinstance(card, Ability))
    assert set(guilds) == set(GUILDS)
    assert min(guilds.values()) >= 7
    chance = {fold(card.name) for card in sample() if card.kind == "chance"}
    assert set(tables.chance_cards()) <= chance


def test_nothing_is_left_open_in_the_invented_box() -> None:
    for card in sample():
        match card:
            case HeroCard():
                assert len(card.guilds) == 2, card.name
                assert all((card.strength, card.willpower, card.sex)), card.name
            case Creature():
                assert card.strength or card.willpower, card.name
            case Item() if card.kind == "item":
                assert all((card.costs, card.rarity)), card.name
            case Ability():
                assert all((card.costs, card.guild)), card.name


def test_the_invented_box_agrees_with_what_the_rulebook_tells() -> None:
    """What is told of a card would be put in if the deck left it out; nothing is to be put in."""
    told = tables.printed_cards()
    known = [card for card in sample() if fold(card.name) in told]
    assert len(known) > 90
    for card in known:
        assert write_card(read_card(write_card(card))) == write_card(card)
        line = read_card(told[fold(card.name)].line)
        for key in type(line).__struct_fields__:
            value, usual = getattr(line, key), getattr(type(line)(name="x"), key)
            if key not in ("name", "rules", "guilds", "types", "copies") and value != usual:
                assert getattr(card, key) == value, f"{card.name}: {key}"


def test_the_invented_box_uses_every_when_and_every_sort_of_effect() -> None:
    rules = [rule for card in sample() for rule in card.parsed]
    assert {rule.when for rule in rules} == set(get_args(When))
    assert {rule.often for rule in rules} == set(get_args(Often))
    conditions = {condition.what for rule in rules for condition in rule.conditions if isinstance(condition, Is)}
    assert conditions == set(get_args(get_type_hints(Is)["what"]))
    effects = [effect for rule in rules for effect in rule.effects]
    assert {type(effect) for effect in effects} == set(EFFECTS.values())
    assert {effect.what for effect in effects if isinstance(effect, Do)} == set(get_args(get_type_hints(Do)["what"]))
    assert {effect.what for effect in effects if isinstance(effect, PriceEffect)} == {
        "wills",
        "spell",
        "payment",
        "buying",
    }
    assert {(e.which, e.whose) for e in effects if isinstance(e, OfTwo)} >= {
        ("better", ""),
        ("worse", ""),
        ("worse", "enemy"),
    }
