"""Prophecy's cards: their lines and files, what the rulebook says of them, what is wrong with one, the box."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from referee.errors import Ambiguous, Unreadable
from referee.games.prophecy.cards.cards import Card, Creature, Item
from referee.games.prophecy.cards.language import CARDS, RULES_LIKE, read_card, write_card
from referee.games.prophecy.rules.decks import read_begun
from tests.old_saves import run
from tests.prophecy.games import CARDS as SAMPLE
from tests.prophecy.games import EXAMPLES

LINES = (
    "Bellringer: hero, strength 3, willpower 4, Monastery, Fortress, woman",
    "Toll Ogre: creature, humanoid, strength 5, 2 experience; lost: lose 1 health, lose 2 gold; "
    "won on 4-6: draw 1 common",
    "Hollow Regent: greater, undead, willpower 6, strength 7, both parts; lost: lose 2 health, damage a weapon",
    "Mirror: creature, kind shade, strength as yours x2, 3 lives, no spells",
    "Odd Things: lesser, strength 6, willpower 5, strength costs 4 magic, wills costs 2 health",
    "Moth Cleaver: item, common, costs 6, weapon, edged, type bone, throwing; always: in strength 1; "
    "always: in strength 1 thrown",
    "Prayer: ability, Monastery, costs 4, spell 1; any roll: better of two",
    "Harvest Wind: chance, 2 copies; drawn by: heal 2 health, each other player heal 1 health",
    "Whispering Well: opportunity; use: 1 experience -> recharge 4 magic",
)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(":")[0])
def test_a_line_is_read_and_written_back(line: str) -> None:
    assert write_card(read_card(line)) == line


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "Ogre: creature, 5/2, undead, 3 xp, common item",
            "undead, strength 5, willpower 2, 3 experience; won: draw 1 common",
        ),
        (
            "Orc: creature, 3s 2w 2 experience common item",
            "strength 3, willpower 2, 2 experience; won: draw 1 common",
        ),
        ("Yak: creature, 4/3, 1 experience, lose 2 gold", "strength 4, willpower 3, 1 experience; lost: lose 2 gold"),
        ("Ogre: creature, strength 5; won: 3 gold, lose 1 health", "strength 5; won: gain 3 gold, lose 1 health"),
        ("Ogre: creature, strength 5; lost: 1 health, 2 gold", "strength 5; lost: lose 1 health, lose 2 gold"),
        ("Ox: creature, strength 5; lost: lose 1 health and 2 gold", "strength 5; lost: lose 1 health, lose 2 gold"),
        ("Elk: creature, 5 strength, experience 2", "strength 5, 2 experience"),
        ("Hoe: item, common, weapon, 5 gold, +2 strength", "common, costs 5, weapon; always: in strength 2"),
        ("Saw: item, common weapon, price 5 gold", "common, costs 5, weapon"),
        ("Flash: ability, spell, Monastery, 4 gold, 1 magic", "Monastery, costs 4, spell 1"),
        ("Bat: item, common, 5, weapon, +2 strength", "common, costs 5, weapon; always: in strength 2"),
        ("Bat: item, 5 weapon +2 strength", "costs 5, weapon; always: in strength 2"),
        ("Bat: item, common weapon edged 5 gold", "common, costs 5, weapon, edged"),
        (
            "Call: ability, Monastery, 4, 1 magic; any roll: better of two",
            "Monastery, costs 4, spell 1; any roll: better of two",
        ),
        ("Rain: chance, 2 gold, others gain 1 gold", "drawn by: gain 2 gold, each other player gain 1 gold"),
        ("Sun: chance, all gain 2 gold", "drawn by: each player gain 2 gold"),
        ("Nun: hero, 3/5, Monastery and Forest Camp", "strength 3, willpower 5, Monastery, Forest Camp"),
        ("Wand: item, rare, 7, staff, +1 willpower", "rare, costs 7, weapon, staff; always: in wills 1"),
        ("Rage: ability, Fortress, 5, +1 strength", "Fortress, costs 5; always: in strength 1"),
        ("Light: ability, Monastery, 6, 2 magic, +1 strength", "Monastery, costs 6, spell 2; roll: in strength 1"),
        ("Vein: opportunity, get 2 gold", "use: gain 2 gold"),
        ("Wise Man: opportunity, get 1 experience", "use: gain 1 experience"),
        ("Stair: opportunity, 3 experience", "use: gain 3 experience"),
        ("Lick: opportunity, heal 2", "use: heal 2 health"),
        ("Sage: opportunity, 2 gold -> 3 experience", "use: 2 gold -> gain 3 experience"),
        ("Rogue: hero, 3/5, thieves guild, forest", "strength 3, willpower 5, Thieves' Guild, Forest Camp"),
        ("Trader: opportunity; pay 5 gold: draw a rare item", "use: 5 gold -> draw 1 rare"),
        ("Trader: opportunity; use: pay 5 gold -> draw a rare", "use: 5 gold -> draw 1 rare"),
        (
            "Thief: creature, 4s; loss: lose half of your gold; win: gain a rare item",
            "strength 4; lost: lose half gold; won: draw 1 rare",
        ),
        ("Thief: creature, 4s; lost: discard one item", "strength 4; lost: discard an item"),
        ("Thief: creature, 4s; lost: damage your weapon", "strength 4; lost: damage a weapon"),
        ("Asp: creature, 3s; when revealed: lose 1 health", "strength 3; revealed: lose 1 health"),
        ("Spring: opportunity; use: everybody heals 1 health", "use: each player heal 1 health"),
        (
            "Ring: item, rare, 8; once a round: 1 magic -> heal up to 2 health",
            "rare, costs 8; once a round any time: 1 magic -> heal 2 health",
        ),
        ("Cap: item, common, 4, head, +1 in wills", "common, costs 4, head; always: in wills 1"),
        ("Boots: item, rare, 6; moving: move up to 2 spaces", "rare, costs 6; moving: move 2"),
    ],
)
def test_what_is_printed_may_be_said_short(said: str, meant: str) -> None:
    name_and_kind, between, _ = said.partition(";" if "opportunity;" in said else ",")
    assert (
        write_card(read_card(said))
        == f"{name_and_kind}{';' if meant.startswith(('drawn', 'use')) else between} {meant}"
    )


def test_the_comma_behind_the_kind_may_be_missing() -> None:
    assert (
        write_card(read_card("Ogre: creature strength 5 and 2 experience"))
        == "Ogre: creature, strength 5, 2 experience"
    )


def test_a_comma_may_stand_before_the_first_rule() -> None:
    said = "Snake: creature, strength 2, lost: lose 1 health, lose 2 gold"
    assert write_card(read_card(said)) == said.replace(", lost", "; lost")


def test_the_colon_may_be_missing_before_numbers() -> None:
    """Also where a rule has one."""
    assert CARDS.cut("Healing Arts 3, 1 magic; any time: heal 1 health") == (
        "Healing Arts",
        "3, 1 magic; any time: heal 1 health",
    )


@pytest.mark.parametrize("kind", CARDS.kinds)
def test_the_language_of_each_kind_is_taught_in_a_few_lines(kind: str) -> None:
    """Twelve lines with an example, whose rules can all be typed."""
    assert sum(len(wrap(line, 78)) for line in CARDS.help_lines(kind)) <= 12
    assert all(CARDS.read_rest("Zig Zag", rule, kind) for rule in RULES_LIKE.get(kind, ()))


@given(st.sampled_from(SAMPLE))
def test_every_card_of_the_sample_goes_through_line_file_and_row(card: Card) -> None:
    kind = CARDS.kind_of(card)
    line = CARDS.describe(card)
    assert CARDS.read(line) == card
    assert CARDS.file_entry(kind, CARDS.data_of(card)).entry == card
    row = {key: str(cell) for key, cell in CARDS.to_row(card).items() if cell not in ("", None)}
    assert CARDS.from_row(row) == card


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Moth Queen: creature, anmal, strength 6", "did you mean animal"),
        ("Moth Queen: strength 6", "start with the type of Moth Queen"),
        ("Moth Queen: creature, strength 6, strength 7", "it has its strength already"),
        ("Moth Queen: creature, costs 4", "isn't part of a creature"),
        ("Moth Queen: creature, strength 6; when: gain 3 gold", "when"),
        ("Moth Queen: creature, strength 6; won: gain 3 golds pieces", "golds"),
        ("Moth Queen: creature, strength 6 won: gain 3 gold", "a rule comes after a semicolon"),
        ("Rock Giant: creature, willpower 4", "the rulebook says that it has strength"),
        ("Ghost: item", "it is a creature, the rulebook says, not an item"),
        ("Paladin: hero, strength 9, willpower 3", "8 or less"),
    ],
)
def test_what_cant_be_read_is_told_with_the_nearest_word(line: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read_card(line)


def test_what_the_rulebook_tells_fills_a_line() -> None:
    ghost = read_card("Ghost: creature")
    assert isinstance(ghost, Creature)
    assert (ghost.willpower, ghost.rules) == (4, ("won: gain 3 gold",))
    own = read_card("Ghost: creature, willpower 5; won: gain 1 gold")
    assert isinstance(own, Creature)
    assert (own.willpower, own.rules) == (5, ("won: gain 1 gold",))
    sword = read_card("Great Sword: item")
    assert isinstance(sword, Item)
    assert (sword.two_handed, sword.costs) == (True, 13)


@pytest.mark.rule("P82", "highwayman", "sphinx", "axe")
@pytest.mark.parametrize(
    ("line", "rules", "disputed"),
    [
        (
            "Highwayman: creature, strength 4; won: draw 1 common",
            ("won: draw 1 common", "met if new: lay 1 item on this or else lose 1 health"),
            [],
        ),
        ("Sphinx: lesser, strength 5; lost: lose 1 health", ("lost: lose 1 health",), ["lost: lose half health"]),
        ("Sphinx: lesser, strength 5; lost: lose half health", ("lost: lose half health",), []),
        (
            "Axe: item, common; always: in strength 1; always: in strength 1 thrown",
            ("always: in strength 1", "always: in strength 1 thrown"),
            ["always: in strength 1 against demons"],
        ),
        ("Band of Brigands: creature, strength 5; won: gain 1 gold", ("won: gain 1 gold",), []),
        ("Berserk: ability, Fortress, costs 4", ("lost if used: lose 1 health",), []),
        ("Pickpocketing: ability, Thieves' Guild, costs 3", ("won: steal 2 gold",), []),
        ("Toll Ogre: creature, strength 5; lost: lose 2 gold", ("lost: lose 2 gold",), []),
    ],
)
def test_a_typed_rule_stands_beside_those_that_the_rulebook_tells(
    line: str, rules: tuple[str, ...], disputed: list[str]
) -> None:
    card = read_card(line)
    assert (card.rules, CARDS.overridden_rules(card)) == (rules, disputed)
    assert read_card(write_card(card)) == card
    notes = [note for note in CARDS.doubts(card) if "the rulebook says" in note]
    assert notes == [f'{card.name}: the rulebook says "{one}"; what was typed counts instead' for one in disputed]


@pytest.mark.rule("P82", "highwayman", "sphinx")
def test_a_card_that_is_added_to_a_deck_keeps_what_the_rulebook_tells(tmp_path: Path) -> None:
    deck = tmp_path / "box.toml"
    said = run(
        "cards",
        "add",
        str(deck),
        "--game",
        "prophecy",
        "Highwayman: creature, strength 4; won: gain 1 gold",
        "Sphinx: lesser, strength 5; lost: lose 1 health",
    )
    assert "met if new: lay 1 item on this or else lose 1 health" in said.stdout
    assert 'Sphinx: the rulebook says "lost: lose half health"; what was typed counts instead' in said.stderr
    (there,) = (card for card in CARDS.load(deck) if card.name == "Highwayman")
    assert len(there.rules) == 2


@pytest.mark.rule("P82", "brigands", "imp")
def test_what_the_rulebook_tells_without_its_moment_is_noted_until_it_is_typed() -> None:
    card = read_card("Band of Brigands: creature, strength 5")
    (note,) = CARDS.doubts(card)
    assert note.endswith(f"correct card {write_card(card)}; ...: lay 5 gold on this or else lose 1 health")
    assert not list(CARDS.doubts(read_card(f"{write_card(card)}; lost: lay 5 gold on this or else lose 1 health")))


@pytest.mark.rule("P82", "power-drain")
def test_what_the_rulebook_tells_without_its_number_is_noted_until_it_is_typed() -> None:
    """What a card's rule takes is printed on it alone."""
    card = read_card("Power Drain: ability, Magic Tower, costs 5, spell 1")
    (note,) = CARDS.doubts(card)
    assert f"correct card {write_card(card)}; " in note, "a correction takes the whole line"
    assert note.endswith("enemy loses ... willpower")
    drains = "once a battle battle if wills fight: enemy loses 3 willpower"
    assert not list(CARDS.doubts(read_card(f"{write_card(card)}; {drains}")))


def test_the_printed_order_of_strength_and_willpower_is_kept() -> None:
    seer, brute = (
        read_card("Seer: creature, willpower 3, strength 6"),
        read_card("Seer: creature, strength 6, willpower 3"),
    )
    assert isinstance(seer, Creature)
    assert isinstance(brute, Creature)
    assert (seer.willpower_first, brute.willpower_first) == (True, False)
    assert CARDS.from_row({key: str(cell) for key, cell in CARDS.to_row(seer).items()}) == seer


def test_a_deck_is_worked_on_and_checked_against_the_box(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text((EXAMPLES / "sample-deck.toml").read_text())
    assert "nothing wrong" in run("cards", "check", str(deck), "--plain").output
    assert run("cards", "add", str(deck), "Moth King: creature, animal, strength 6, willpower 2").exit_code == 0
    assert run("cards", "edit", str(deck), "Moth King", "strength 7", "3 lives").exit_code == 0
    shown = run("cards", "show", str(deck), "Moth King", "--plain").output
    assert "strength 7" in shown
    assert "3 lives" in shown
    assert run("cards", "add", str(deck), "Moth Queen: creature, anmal").exit_code == 2
    few = tmp_path / "few.toml"
    few.write_text('game = "prophecy"\nkind = "deck"\n\n[[lesser]]\nname = "Sphinx"\nstrength = 5\n')
    missing = run("cards", "missing", str(few), "--plain").output
    assert "Vampire Lord" in missing
    assert "Sphinx" not in missing
    few.write_text('game = "prophecy"\nkind = "deck"\n\n[[creature]]\nname = "Wisp"\n')
    assert "needs its Strength" in run("cards", "check", str(few), "--plain").output
    few.write_text(few.read_text() + 'strength = 4\nrules = ["lost: loose 1 health"]\n')
    checked = run("cards", "check", str(few), "--plain")
    assert (checked.exit_code, "Wisp: can't read the effect" in checked.output) == (1, True), checked.output


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (
            "Windfall: chance; drawn by: gain 3 gold; all others: gain 1 gold",
            "Windfall: chance; drawn by: gain 3 gold; drawn by: each other player gain 1 gold",
        ),
        ("Mace: common item, 5, +2 strength", "Mace: item, common, costs 5; always: in strength 2"),
    ],
)
def test_who_gains_may_have_a_colon_and_a_rarity_stand_before_the_kind(said: str, read: str) -> None:
    assert write_card(read_card(said)) == read


def test_a_number_alone_is_what_the_rulebook_tells_of_a_creature() -> None:
    """The Undead Warrior has Strength, the Ghost Willpower; of others a number alone may be either."""
    warrior, ghost = read_begun("Undead Warrior", "4, 2 exp", "adventure"), read_begun("Ghost", "5", "adventure")
    assert isinstance(warrior, Creature)
    assert (warrior.strength, warrior.experience) == (4, 2)
    assert isinstance(ghost, Creature)
    assert (ghost.strength, ghost.willpower) == (UNSET, 5)
    with pytest.raises(Ambiguous, match="is 5 the Strength or the Willpower of Toll Ogre"):
        read_begun("Toll Ogre", "5, 2 exp", "adventure")


@pytest.mark.parametrize("typed", ["6, edged, throwing, +1s", "6 edged throwing +1s", "6, throwing, edged, +1s"])
def test_what_has_a_weapons_type_is_a_weapon(typed: str) -> None:
    """It was an Item that no fight could be fought with; a line as it is written says what it says."""
    card = read_begun("Moth Cleaver", typed, "common")
    assert isinstance(card, Item)
    assert (card.weapon, card.throwing, card.types) == (True, True, ("edged",))
    for said in ("6, shield, edged", "item, costs 6, edged", "6, potion"):
        other = read_begun("Oddity", said, "common")
        assert isinstance(other, Item)
        assert not other.weapon


@pytest.mark.rule("potions-and-scrolls")
@pytest.mark.parametrize(("rule", "doubted"), [("always: in strength 1", 1), ("always: payment 3 less", 0)])
def test_what_is_used_up_holds_nothing_always(rule: str, doubted: int) -> None:
    notes = list(CARDS.doubts(read_card(f"Bill: item, scroll, common, costs 2; {rule}")))
    assert len([note for note in notes if "holds always" in note]) == doubted
