"""Cards of which the line doesn't say from which deck they are: the deck that they came from does."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.asking.meaning import Suggestion, Vocabulary
from referee.cli.common import open_table
from referee.effects.rules import GAP
from referee.errors import BadInput, Illegal, Unreadable
from referee.games.prophecy import GAME
from referee.games.prophecy.cards.language import CARDS, printed_begun, printed_spelling, why_not, write_card
from referee.games.prophecy.cards.wording import read_rule
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import NamedDraw, line_question, options_of, read_begun, respelt
from referee.games.prophecy.rules.state import DeckName
from referee.games.prophecy.tables import printed_cards
from referee.play.notation import read_each, readings
from referee.play.person import Person, TypedLine
from referee.play.reading import Read, Reader
from referee.saves.save import OpenSave
from referee.text.screen import Screen
from tests.made_up import answered, play_example, run, type_at
from tests.prophecy.games import BOARD, say
from tests.prophecy.staged import placed, with_cards
from tests.prophecy.test_rounds import standing
from tests.shipped import shipped

THREE = "prophecy/three-players.moves"
TURNING = "Turning: ability, costs 4"


@pytest.mark.rule("learning")
@pytest.mark.parametrize(
    "said",
    [
        f"chance Monastery [Turning / {TURNING}]",
        f"chance Monastery [{TURNING}]",
        "chance Monastery [Turning / ability, costs 4]",
        "chance Monastery [Turning costs 4]",
    ],
)
def test_an_ability_typed_without_its_guild_is_one_of_the_guild_where_it_was_laid(said: str, tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 0)
    kept.do(read_each([said, "stay"]))
    assert [write_card(card) for card in kept.session.state.learnt] == ["Turning: ability, Monastery, costs 4"]
    kept.session.correct(*readings("adjust Anna gold 9, experience 9"))
    kept.session.correct(*readings("adjust Anna space Monastery"))
    assert kept.session.question is not None
    assert "learn Turning" in [option.text for option in kept.session.question.options()]
    kept.do(read_each(["learn Turning"]))
    assert kept.session.state.players[0].abilities == ["Turning"]
    kept.save()
    again: OpenSave[Any] = OpenSave(kept.game, kept.path)
    assert again.replay() == again.session.state
    kept.rules.check(kept.setup, kept.session.state)


def test_an_item_typed_without_its_rarity_is_of_the_deck_that_it_was_drawn_from(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 0)
    kept.do(read_each(["chance Tradesman [Odd Tin: item, costs 2 / Odd Pan: item, costs 5 / Rope]"]))
    assert [write_card(card) for card in kept.session.state.learnt] == [
        "Odd Tin: item, common, costs 2",
        "Odd Pan: item, common, costs 5",
    ]


def test_a_price_behind_a_name_is_read_of_known_and_new_items(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 0)
    with pytest.raises(BadInput, match="Rope costs 3, not 4"):
        kept.do(read_each(["chance Tradesman [Rope 4 / Cord 2 / Tin Cup]"]))
    kept = shipped(tmp_path, "prophecy", 0)
    kept.do(read_each(["chance Tradesman [Cord 2 / Rope 3 / Tin Cup]"]))
    assert [write_card(card) for card in kept.session.state.learnt] == ["Cord: item, common, costs 2"]
    with pytest.raises(Unreadable):
        CARDS.read("Cord:")


def test_a_corrected_line_may_leave_out_the_guild_and_the_rarity(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 30)
    for line in ("Prayer: ability, costs 1", "Ember Sword: item, costs 1"):
        kept.session.correct(*readings(f"adjust card {line}"))
    quest = Quest(kept.setup, kept.session.state, [])
    assert (quest.deck_of("Prayer"), quest.deck_of("Ember Sword")) == ("Monastery", "rare")
    kept.session.correct(*readings(f"adjust Magic Tower gains {TURNING}"))
    assert Quest(kept.setup, kept.session.state, []).deck_of("Turning") == "Magic Tower"
    with pytest.raises(Unreadable, match="the guild of Reading isn't known"):
        kept.session.correct(*readings("adjust Anna gains Reading: ability, costs 3"))


def test_an_ability_whose_guild_an_older_save_lacks_is_of_the_guild_where_it_lies(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 30)
    state = kept.session.state
    state.learnt = tuple(card for card in kept.setup.cards if card.name == "Prayer")
    state.learnt = tuple(type(card)(name=card.name, costs=1) for card in state.learnt)
    assert Quest(kept.setup, state, []).deck_of("Prayer") == "Monastery"
    kept.rules.check(kept.setup, state)


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("Elk: strength 3, animal, 2 experience", "Elk: creature, animal, strength 3, 2 experience"),
        (
            "Elk: 2/3 animal, 2 experience; won: gain 2 gold",
            "Elk: creature, animal, strength 2, willpower 3, 2 experience; won: gain 2 gold",
        ),
        ("Quarry: gain 5 gold", "Quarry: opportunity; use: gain 5 gold"),
        ("Quarry: opportunity, gain 5 gold", "Quarry: opportunity; use: gain 5 gold"),
        ("Gem Mine: gain 5 gold", "Gem Mine: opportunity; use: gain 5 gold"),
    ],
)
def test_what_follows_from_the_deck_is_left_out_of_a_line(typed: str, means: str) -> None:
    name, rest = CARDS.cut(typed)
    assert write_card(read_begun(name, rest, "adventure")) == means
    assert write_card(line_question(name, "adventure").parse(rest.strip())) == means


def test_a_bare_number_is_the_price_of_what_has_a_price() -> None:
    """Several that fit nothing aren't proposed as the card's own words."""
    with pytest.raises(Unreadable) as refused:
        line_question("Turning", "Monastery").parse("4, 2 3")
    assert not isinstance(refused.value, Suggestion)
    assert write_card(read_begun("Turning", "4", "Monastery")) == "Turning: ability, costs 4"
    with pytest.raises(Unreadable, match="is 4 the Strength or the Willpower of Elk"):
        read_begun("Elk", "4", "adventure")


@pytest.mark.parametrize(
    ("deck", "said", "means"),
    [
        (
            "adventure",
            "strength 3 will 3, exp 2, reward 3 gold",
            "strength 3, willpower 3, 2 experience; won: gain 3 gold",
        ),
        (
            "adventure",
            "strength 4, 2 xp, if you lose: lose 1 health",
            "strength 4, 2 experience; lost: lose 1 health",
        ),
        (
            "Fortress",
            "price 3, 1 magic, in battle: +2 strength with a weapon",
            "costs 3, spell 1; battle: in strength 2 on a weapon",
        ),
        ("Fortress", "costs 3; in fights: +2 strength", "costs 3; battle: in strength 2"),
        ("common", "costs 3, +1 strength in battle", "costs 3; always: in strength 1"),
        ("adventure", "opportunity, pay 2 gold: heals 2", "opportunity; use: 2 gold -> heal 2 health"),
        ("common", "2, potion, use: heal 2 health", "costs 2, potion; any time: heal 2 health"),
        ("Monastery", "5, 2 magic, +2 willpower against undead", "costs 5, spell 2; roll: in wills 2 against undead"),
        ("adventure", "5/1 1e 2g animal", "animal, strength 5, willpower 1, 1 experience; won: gain 2 gold"),
        (
            "adventure",
            "4s 3l 2e rare; lost: 2h",
            "strength 4, 3 lives, 2 experience; lost: lose 2 health; won: draw 1 rare",
        ),
        ("adventure", "4s; won: 2g and 1e", "strength 4; won: gain 2 gold, gain 1 experience"),
        ("adventure", "3g -> +1w", "opportunity; use: 3 gold -> gain 1 willpower"),
        ("adventure", "opportunity; use: 3 gold -> +1 strength", "use: 3 gold -> gain 1 strength"),
        ("common", "3 +1s, weapon", "costs 3, weapon; always: in strength 1"),
        ("Fortress", "4 1m; battle: +2w", "costs 4, spell 1; battle: in wills 2"),
        ("Fortress", "4 1m +2s on weapon", "costs 4, spell 1; roll: in strength 2 on a weapon"),
        ("hero", "5s 2w fortress thieves man", "strength 5, willpower 2, Fortress, Thieves' Guild, man"),
        ("hero", "5 2, fortress and thieves", "strength 5, willpower 2, Fortress, Thieves' Guild"),
        ("adventure", "4/0, gold 3, experience 2", "strength 4, 2 experience; won: gain 3 gold"),
        ("adventure", "4/3 2e common item", "strength 4, willpower 3, 2 experience; won: draw 1 common"),
        ("adventure", "4 str 3 will, common item on 5-6", "strength 4, willpower 3; won on 5-6: draw 1 common"),
        ("adventure", "nothing", "opportunity"),
        ("adventure", "4 str, on a 5-6: common item", "strength 4; won on 5-6: draw 1 common"),
        ("adventure", "4s, 2 gold, lose 1 health on 4-6", "strength 4; lost on 4-6: lose 1 health; won: gain 2 gold"),
        ("hero", "2 str, 4 will, fortress, thieves guild", "strength 2, willpower 4, Fortress, Thieves' Guild"),
        ("Magic Tower", "6, 2 magic, +3 in a strength battle", "costs 6, spell 2; roll: in strength 3"),
        ("adventure", "heal 2 health for 1 gold", "opportunity; use: 1 gold -> heal 2 health"),
        ("adventure", "pay 2 gold to heal 3", "opportunity; use: 2 gold -> heal 3 health"),
        ("chance", "heal 2, others heal 1", "drawn by: heal 2 health, each other player heal 1 health"),
        ("chance", "drawer heals 2, everybody else 1 gold", "drawn by: heal 2 health, each other player gain 1 gold"),
        ("chance", "3 gold for me, 1 gold for the others", "drawn by: gain 3 gold, each other player gain 1 gold"),
    ],
)
def test_a_card_is_read_as_people_say_it(deck: str, said: str, means: str) -> None:
    assert write_card(read_begun("Thing", said, deck)) == write_card(read_begun("Thing", means, deck))


@pytest.mark.rule("P82")
@pytest.mark.parametrize(
    ("deck", "name", "typed", "read"),
    [
        (
            "Magic Tower",
            "Flaming",
            "4 1m 2",
            "costs 4, spell 1; battle: in strength 2 on a weapon, damage a weapon after battle",
        ),
        ("rare", "Great Sword", "13", "item, rare, costs 13, weapon, two-handed"),
        ("rare", "Great Sword", "13, +3s", "item, rare, costs 13, weapon, two-handed; always: in strength 3"),
        ("rare", "Great Sword", "13 3", "item, rare, costs 13, weapon, two-handed; always: in strength 3"),
        ("Monastery", "Prayer", "3 1", "costs 3, spell 1; any roll: better of two"),
        ("adventure", "Old Pirate", "3 3, 2e", "strength 3, willpower 3, 2 experience"),
        ("Monastery", "Blessed Weapon", "2", "costs 5, spell 1; battle: in strength 2 on a weapon"),
        ("common", "Sword of Smiting", "8 1 2", "costs 8, weapon; roll: 1 magic -> in strength 2"),
        ("rare", "Great Sword", "3", "costs 13, weapon, two-handed; always: in strength 3"),
        ("adventure", "Rock G", "6 4e 3g", "strength 6, willpower 4, 4 experience; won: gain 3 gold"),
        ("adventure", "Poisonous Snake", "3s 1e 1", "animal, strength 3, 1 experience; revealed: lose 1 health"),
        ("Forest Camp", "Healing Arts", "4", "costs 4; after battle if hurt: heal 1 health"),
        (
            "Fortress",
            "Two-Handed Combat",
            "4 2",
            "costs 4; always: in strength 2 two-handed; always: in strength 1 empty hands",
        ),
    ],
)
def test_numbers_alone_are_what_the_rulebook_leaves_open(deck: DeckName, name: str, typed: str, read: str) -> None:
    """A name may be begun; the price comes first, then what stands for "..." in its order."""
    name = printed_begun(name, deck)
    card, told = read_begun(name, typed, deck), read_begun(name, read, deck)
    assert (card, line_question(name, deck).parse(typed)) == (told, told)


@pytest.mark.parametrize(("typed", "spelt"), [("golem", "Golem"), ("GHOST", "Ghost"), ("elk", "elk")])
def test_a_card_is_spelt_as_the_rulebook_spells_it(typed: str, spelt: str) -> None:
    assert printed_spelling(typed) == spelt


def test_every_rule_that_the_rulebook_leaves_numbers_open_in_can_be_filled() -> None:
    for entry in printed_cards().values():
        kind = entry.line.partition(":")[2].partition(",")[0].partition(";")[0].strip()
        for rule in (one.replace(GAP, "2") for one in entry.untold):
            with suppress(Unreadable):
                assert why_not(kind, read_rule(rule)) == "", entry.name  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("Ghost", "creature, willpower 4, 2 experience; won: gain 3 gold"),
        ("Master Wizard", "opportunity; use: 2 gold -> move to any space, arrive again"),
        *((name, None) for name in ("Undead Warrior", "Prayer", "Gem Mine", "Golem Guardian", "Elk")),
    ],
)
def test_enter_takes_a_card_of_which_the_rulebook_tells_all_that_matters(name: str, usual: str | None) -> None:
    question = line_question(name, "adventure")
    assert question.default == usual
    assert usual is None or usual not in question.hint  # it stands in the prompt
    assert usual is None or write_card(question.parse(usual)) == f"{name}: {usual}"


@pytest.mark.parametrize(("name", "shown"), [("Gem Mine", "opportunity; use: "), ("Thing", "creature, ")])
def test_what_can_be_typed_of_a_card_is_told_for_its_kind(name: str, shown: str) -> None:
    example = line_question(name, "adventure").language()[0]
    assert shown in example


@pytest.mark.parametrize(
    ("deck", "said", "means"),
    [
        ("common", "2, potion, heal 2 health", "costs 2, potion; any time: heal 2 health"),
        ("Fortress", "5, +2 strength, lose 1 health", "costs 5; always: in strength 2; any time: lose 1 health"),
        ("Fortress", "3, manual open a chest", "costs 3; any time: manual open a chest"),
        ("adventure", "5s, 2e, lose 1 health if you lose", "5s, 2e; lost: lose 1 health"),
        ("adventure", "5s, if you win look at a card", "5s; won: manual look at a card"),
        ("Fortress", "4, when you lose a battle, heal 1 health", "4; lost: heal 1 health"),
        ("Fortress", "3, manual moving: pass a beast", "costs 3; moving: manual pass a beast"),
        (
            "adventure",
            "strength 3, 2 experience, look at a card",
            "strength 3, 2 experience; won: manual look at a card",
        ),
        ("adventure", "opportunity, use: pay 3 gold: draw a card", "use: manual pay 3 gold, draw a card"),
        ("adventure", "opportunity, discard: gain 2 experience", "use: manual discard, gain 2 experience"),
        ("chance", "everybody dances until dawn", "drawn by: manual everybody dances until dawn"),
    ],
)
def test_a_text_without_its_moment_or_in_own_words_is_proposed(deck: DeckName, said: str, means: str) -> None:
    """Nothing is kept that nobody agreed to."""
    question = line_question("Thing", deck)
    with pytest.raises(Suggestion) as caught:
        question.parse(said)
    assert write_card(question.parse(caught.value.answer)) == write_card(read_begun("Thing", means, deck))


@pytest.mark.parametrize(
    ("deck", "said", "means"),
    [
        ("adventure", "3/2 2 xp rare item", "3/2, 2 experience; won: draw 1 rare"),
        ("adventure", "3/2 2 xp 3 gold", "3/2, 2 experience; won: gain 3 gold"),
        ("Fortress", "it costs 4 exp", "costs 4"),
        ("Fortress", "4, spell 2 magic", "costs 4, spell 2"),  # of no Magic Tower
        ("Fortress", "4 experience points, 1m", "costs 4, spell 1"),
        ("common", "it costs 4 gold, weapon", "costs 4, weapon"),
        ("hero", "4/3, fortress and monastery, a man", "4/3, Fortress, Monastery, man"),
        ("hero", "4/3, fortress, monastery, female", "4/3, Fortress, Monastery, woman"),
    ],
)
def test_a_card_may_be_said_as_it_is_printed(deck: str, said: str, means: str) -> None:
    assert write_card(read_begun("Thing", said, deck)) == write_card(read_begun("Thing", means, deck))


@pytest.mark.parametrize(
    "said",
    [
        "strength 3, 2 experince",
        "strenght 3, 2 experience",
        "walk plains; fight",
        "gain 2 gold; walk plains",
        "use: sing; 2",
        "3s 2w 2e undead 1 gold",
        "ability, 4, Monastery, Fortress",
    ],
)
def test_a_slip_or_a_move_is_no_text_of_a_card(said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        line_question("Thing", "adventure").parse(said)
    assert not isinstance(caught.value, Suggestion)


def test_only_the_part_that_cannot_be_read_is_told() -> None:
    """What stands in front of a rule that nobody can read isn't a part of it; each part stands there once."""
    with pytest.raises(Unreadable, match='read the rule "poison: it bites"'):
        read_begun("Thing", "strength 4, 2 exp, poison: it bites", "adventure")
    with pytest.raises(Unreadable) as caught:
        read_begun("Thing", "ability, 5, spell, Sword, Boots", "Fortress")
    assert "can't read: spell (did you mean spell 2?) · Sword · Boots. Like: " in str(caught.value)
    assert str(caught.value).count("any roll: better of two") == 1


@pytest.mark.rule("chance-card")
@pytest.mark.parametrize("said", ["draw Charity", "anna draws the charity", "I drew Charity", "Charity"])
def test_a_chance_card_may_be_said_with_who_draws_it(said: str, tmp_path: Path) -> None:
    kept = shipped(tmp_path, "prophecy", 0)
    assert kept.session.question is not None
    assert kept.session.question.record(kept.session.question.parse(said), said) == "chance Charity"


@pytest.mark.rule("fight-creatures")
def test_two_dice_are_not_taken_for_a_number_of_the_list_and_a_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where one of two fights begins with a single die, and both dice are typed at once."""
    save = play_example("prophecy/three-players.moves", "fight Goat Thief", tmp_path)
    type_at(save, monkeypatch, "1 4")
    assert "Is 1 the move fight Goat Thief" in " ".join(capsys.readouterr().out.split())
    assert answered(save)[-1].startswith("walk")
    type_at(save, monkeypatch, "1 4", "")
    assert answered(save)[-2:] == ["fight Goat Thief strength with Moth Cleaver", "roll 4"]


@pytest.mark.rule("movement")
def test_of_two_ways_to_a_place_it_is_asked_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was said why a third way can't be gone."""
    save = play_example("prophecy/three-players.moves", "plane Fortress [Cinder Hound]", tmp_path)
    type_at(save, monkeypatch, "fortress")
    told = capsys.readouterr().out
    assert '"fortress" fits several:' in told
    assert "horse" not in told.partition("fits several")[2]
    assert re.findall(r"(?m)^\d\. (\w+ Fortress)", told.partition("fits several")[2]) == [
        "walk Fortress",
        "plane Fortress",
    ]


def test_what_can_be_typed_in_a_new_card_fits_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The known names stood above it a second time."""
    save = play_example("prophecy/three-players.moves", "chance Tradesman [", tmp_path)
    type_at(save, monkeypatch, "tradesman", "?")
    before, listed, told = capsys.readouterr().out.rpartition("22 to choose from; type the beginning of a name")
    assert listed
    assert "Axe" in before
    assert "You can type: common" in told
    assert "its name; a new card with" in before
    assert "its name; a new card with" not in told


@pytest.mark.rule("fight-creatures")
def test_a_creature_of_which_one_value_is_fought_has_no_second_fight(tmp_path: Path) -> None:
    """Strength 2, "then" Willpower 2: only where both parts are fought."""
    save = play_example("prophecy/three-players.moves", "fight Goat Thief", tmp_path)
    assert "Strength 2, Willpower 2; 6 against 2" in " ".join(run("next", save).stdout.split())


@pytest.mark.rule("fight-creatures")
def test_dice_may_stand_behind_the_type_of_a_fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where cards can be used before the roll; "wills 5 2" was refused as said in no fight."""
    save = play_example("prophecy/three-players.moves", "fight Sphinx wills", tmp_path)
    type_at(save, monkeypatch, "wills 6 1")
    assert answered(save)[-2:] == ["fight Sphinx wills", "roll 6 1"]


@pytest.mark.rule("hermit", "P82")
@pytest.mark.parametrize("said", ["3g -> +1w", "3 gold -> gain 1 willpower", "use if least wealth: 3g -> +1w"])
def test_what_the_hermit_gives_stays_for_the_least_wealth(said: str) -> None:
    """The rulebook tells for whom he is; what is typed behind his name is what he gives."""
    card = read_begun("Hermit", said, "adventure")
    assert write_card(card) == "Hermit: opportunity; use if least wealth: 3 gold -> gain 1 willpower"


@pytest.mark.rule("chance-card")
def test_names_behind_a_new_card_stay_when_its_print_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = shipped(tmp_path, "prophecy", 0)
    kept.save()
    type_at(kept.path, monkeypatch, "forests", "Odd Wolf; Odd Bear", "5s 4w 3e")
    assert '"Odd Bear" isn\'t known yet' in capsys.readouterr().out


def _read(played: Any, line: str) -> str:
    """What a line typed at a game's question is recorded as; "" for what is refused or asked about."""
    question, players = played.question, [hero.name for hero in played.present.players]
    with suppress(BadInput, Unreadable, Illegal):
        found = Reader(question, Vocabulary(players=lambda: players)).read(line)
        if isinstance(found, Read):
            assert not found.rest
            return str(question.record(question.parse(found.text), found.text))
    return ""


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("repair all", "repair Axe, Sword"),
        ("mend both of them", "repair Axe, Sword"),
        ("stay overnight", "lodge"),
        ("sleep at the inn", "lodge"),
        ("sell the shield (", ""),
        ("pay 2 for the tin cup", "buy Tin Cup"),
        ("pay 3 for the tin cup", ""),
        ("sell rope for 2 gold", "sell Rope"),
        ("fix the sword for a gold", "repair Sword"),
        ("back in the evening, done", "end turn"),
        ("health back up, done", ""),
    ],
)
def test_what_is_done_in_the_village_in_everyday_words(line: str, read: str) -> None:
    """`a` before a noun is no Axe, and what names a thing of the game is no reason for ending the turn."""
    played = standing("Rope", at="Village", gold=9, health=1, red=3, damaged=["Axe", "Sword"])
    played.state.at(BOARD.find_space("Village")).goods = ["Tin Cup"]
    assert _read(placed(played, step="turn"), line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("heal me fully", "heal 2"),
        ("2 health", "heal 2"),
        ("one health back", "heal 1"),
        ("heal 2 health for 2 gold", "heal 2"),
        ("great, heal to full", "heal 2"),
    ],
)
def test_how_much_is_healed_in_everyday_words(line: str, read: str) -> None:
    assert _read(standing(at="Forest Camp", gold=9, health=1, red=3), line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("back to the fortress", "walk Fortress"),
        ("on foot to the fortress", "walk Fortress"),
        ("enter the fortress", "plane Fortress"),
        ("stay on the plains", "stay"),
        ("stay in plains 6", "stay"),
        ("miracle healing instead of moving", "use Miracle Healing"),
        ("I'd rather stay", "stay"),
        ("I would stay", ""),
    ],
)
def test_where_somebody_goes_in_everyday_words(line: str, read: str) -> None:
    """Who goes to a space doesn't attack its plane."""
    abilities = ["Miracle Healing", "Stamina"]
    assert _read(standing(step="movement", health=1, red=3, magic=3, blue=3, abilities=abilities), line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("old pirate with axe plus shield", "fight Old Pirate with Axe, Oak Shield"),
        ("fight old pirate, I use the axe", "fight Old Pirate with Axe"),
        ("I fight with the axe, strength", ""),
        ("old pirate, axe", ""),
        ("old pirate with sword", "fight Old Pirate with Sword"),
        ("fight old pirate with strength, axe only", ""),
        ("fight old pirate with only the axe", "fight Old Pirate with Axe"),
    ],
)
def test_no_fight_is_fought_with_other_items_than_were_said(line: str, read: str) -> None:
    played = with_cards(standing("Sword", "Axe", "Oak Shield"), "Plains 6", "Old Pirate")
    assert _read(played, line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("strength for willpower", "1 strength -> gain 3 willpower"),
        ("willpower for strength", "1 willpower -> gain 1 strength"),
        ("one willpower for one strength", "1 willpower -> gain 1 strength"),
    ],
)
def test_a_trade_gives_what_was_said_first(line: str, read: str) -> None:
    assert _read(say(with_cards(standing(), "Plains 6", "Alchemist"), "use Alchemist"), line) == read


@pytest.mark.parametrize(
    "line",
    [
        "Elven Bow: item, costs 9, weapon; Magic Ring 7",
        "Elven Bow: item, costs 9, weapon; Magic Ring: item, costs 7",
        "Elven Bow: item, costs 9, weapon, Magic Ring: item, costs 7",
    ],
)
def test_all_that_is_printed_on_the_first_of_two_new_cards_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    save = play_example(THREE, "chance City Merchant", tmp_path)
    type_at(save, monkeypatch, "city merchant", line)
    assert answered(save)[-2:] == ["Elven Bow: item, rare, costs 9, weapon", "Magic Ring: item, rare, costs 7"]


def test_a_second_card_follows_what_is_printed_on_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = play_example(THREE, "chance City Merchant", tmp_path)
    type_at(save, monkeypatch, "city merchant", "Elven Bow 9 weapon; Magic Ring 7")
    assert answered(save)[-2:] == ["Elven Bow: item, costs 9, weapon", "Magic Ring: item, rare, costs 7"]


@pytest.mark.rule("spells", "trading-heroes", "P50")
@pytest.mark.parametrize(
    ("until", "line", "logged"),
    [
        ("cast Stamina to", "casts stamina for 1 magic to forest 8", ["cast Stamina to Forest 8"]),
        ("cast Stamina to", "use stamina, 1 magic, to forest 8", ["cast Stamina to Forest 8"]),
        ("cast Stamina to", "cast stamina for 2 magic to forest 8", []),
        ("plane Magic Tower [", "attack the astral plane, Vampire Lord", ["plane Magic Tower", "Vampire Lord"]),
        ("roll 4 / roll 6 1", "4; me 6 him 1 and end turn", ["roll 4", "roll 6 1", "end turn"]),
        ("roll 4 / roll 6 1", "4; anna 6, goat 1, end", ["roll 4", "roll 6 1", "end turn"]),
        ("offer Bo 2 gold for nothing", "trade with Bo, 2 gold for 1 gold", ["offer Bo 2 gold for 1 gold"]),
    ],
)
def test_what_is_said_beside_a_move_or_dice_is_read_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str, line: str, logged: list[str]
) -> None:
    save = play_example(THREE, until, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save)[len(before) :] == logged


@pytest.mark.rule("spells", "fight-creatures")
def test_a_spell_may_stand_behind_a_fight_that_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Spell was taken for the Creature: "Prayer is Cleo's; here you can fight Cinder Hound"."""
    save = play_example(THREE, "fight Cinder Hound [", tmp_path)
    type_at(save, monkeypatch, "adjust Cleo gains Prayer", "fight with prayer; 1 6 1")
    assert answered(save)[-3:] == ["fight Cinder Hound", "cast Prayer", "roll 1+6 1"]


@pytest.mark.rule("spells", "P67")
@pytest.mark.parametrize(
    ("until", "line", "logged"),
    [
        ("cast Stamina to", "walk forest 8 with stamina", "cast Stamina to Forest 8"),
        ("offer Bo 2 gold for nothing", "give bo 2 gold", "offer Bo 2 gold for nothing"),
    ],
)
def test_a_card_that_only_helps_by_itself_and_a_gift_are_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str, line: str, logged: str
) -> None:
    save = play_example(THREE, until, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save) == before
    type_at(save, monkeypatch, line, "")
    assert answered(save)[-1] == logged


@pytest.mark.rule("terrain-cards")
def test_new_cards_are_typed_one_behind_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cards that come open took four lines; a rule of a card begins no new one, a move behind them is made."""
    save = play_example("prophecy/three-players.moves", "chance Mountains [", tmp_path)
    cards = "Tor Bear: 5s 2e; lost: -1h -2g; won on 4-6: common; Shade: 4w 2e 3g; Scree: use: +2g; Crow: 2s; village"
    type_at(save, monkeypatch, "mountains", cards)
    assert answered(save)[-5:] == [
        "Tor Bear: creature, strength 5, 2 experience; lost: lose 1 health, lose 2 gold; won on 4-6: draw 1 common",
        "Shade: creature, willpower 4, 2 experience; won: gain 3 gold",
        "Scree: opportunity; use: gain 2 gold",
        "Crow: creature, strength 2",
        "walk Village",
    ]


@pytest.mark.rule("P82", "terrain-cards")
def test_what_is_printed_may_stand_behind_a_name_without_a_colon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused, with the cards behind it: "can't be the name of a card; a colon comes before"."""
    save = play_example(THREE, "chance Mountains [", tmp_path)
    type_at(save, monkeypatch, "mountains: tor bear 5/3 2e common item; shade 4w; crow: 2s; odd wolf 3s 1e")
    assert answered(save)[-4:] == [
        "tor bear: creature, strength 5, willpower 3, 2 experience; won: draw 1 common",
        "shade: creature, willpower 4",
        "crow: creature, strength 2",
        "odd wolf: creature, strength 3, 1 experience",
    ]
    kept = OpenSave[Any](GAME, save)
    draw = options_of(Quest(kept.setup, kept.session.state, []), "Magic Tower")
    assert draw.record(draw.parse("spark 5 2m"), "") == "spark: ability, Magic Tower, costs 5, spell 2"


@pytest.mark.rule("P82")
@pytest.mark.parametrize(
    ("line", "next_card"),
    [
        ("angry mob 4/2 3l 3e 5g; ghost", True),
        ("Odd Well: heal 2", True),
        ("stay; ghost 4 2", True),
        ("won: 3 gold", False),
        ("revaled: 3 gold", False),
        ("master wizard: 3g -> heal 2", False),
        ("opportunity; use: 2 gold -> heal 2 health", False),
        ("3 gold: heal 2", False),
        ("3g -> +1w", False),
        ("undo", False),
    ],
)
def test_the_next_card_leaves_one_as_the_rulebook_has_it(line: str, next_card: bool) -> None:
    """It was refused, or proposed as what is printed on the first, and each was typed on a line of its own."""
    question = line_question("Master Wizard", "adventure")
    assert question.foresees(line) == (question.default if next_card else "")
    assert line_question("Elk", "adventure").foresees(line) == ""  # of which the rulebook has nothing


@pytest.mark.parametrize("line", ["undo 1", "why 1", "adjust Anna gold 7", "how many spaces is it on a horse 3"])
def test_a_command_is_no_next_card(line: str) -> None:
    question, person = line_question("Master Wizard", "adventure"), Person(Screen(plain=True))
    for typed, means in ((line, line), ("odd bear 4s", question.default)):
        person._typed = TypedLine([], part=typed)
        assert person._implied_answer(question) == means


@pytest.mark.rule("P82")
def test_a_slip_in_a_name_that_the_rulebook_has_is_asked_about(tmp_path: Path) -> None:
    """It became another card, without the rulebook's values and rules; typed again, it does."""
    kept = shipped(tmp_path, "prophecy", 0)
    for deck, typed, means in [
        ("lesser", "fire breathing dragon", "Fire-Breathing Dragon"),
        ("adventure", "undead worrior", "Undead Warrior"),
        ("adventure", "Ghast", ""),
        ("common", "Potion of Might", ""),
        ("Monastery", "counterfitting", ""),
    ]:
        assert respelt([typed], [deck]) == means, typed  # type: ignore[list-item]
        asked = options_of(Quest(kept.setup, kept.session.state, []), deck)  # type: ignore[arg-type]
        assert asked.rather is not None
        assert asked.coins is not None
        assert (asked.rather(NamedDraw(typed)), bool(asked.coins(NamedDraw(typed)))) == (means, not means)
    assert respelt(["Resistance", "counterfitting"], ["Fortress", "Thieves' Guild"]) == "Resistance, Counterfeiting"


@pytest.mark.rule("terrain-cards")
def test_an_adventure_card_called_like_a_chance_card_or_a_moment_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was left of a card, or the next Chance card, became a new card of the deck; Enter makes it one."""
    save = play_example("prophecy/three-players.moves", "chance Mountains [", tmp_path)
    type_at(save, monkeypatch, "mountains", "any time", "any time: 5s", "Ghost", "any time: 5s", "")
    told = " ".join(capsys.readouterr().out.split())
    assert '"any time" begins a rule of a card. Is it a new card? Enter' in told
    assert '"any time" begins a rule of a card. Press Enter to do it anyway.' in told
    assert answered(save)[-2:] == ["Ghost", "any time: creature, strength 5"]
    kept = OpenSave[Any](GAME, save)
    asked = options_of(Quest(kept.setup, kept.session.state, []), "adventure")
    assert asked.warns is not None
    assert asked.warns(NamedDraw("Good Times")) == "Good Times is a Chance card."
    assert not asked.warns(NamedDraw("Ghost"))


@pytest.mark.rule("order-of-turn")
def test_the_prompt_shows_that_a_line_holds_a_whole_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No prompt of Prophecy said so; where a Creature lies, a fight comes between."""
    save = play_example("prophecy/three-players.moves", "walk Plains 6", tmp_path)
    asked = open_table(save, Screen(plain=True)).session.question
    assert asked is not None
    assert asked.example() == "plains; end"
    type_at(save, monkeypatch, asked.example())
    assert answered(save)[-2:] == ["walk Plains 6", "end turn"]
    (tmp_path / "later").mkdir()
    lying = play_example("prophecy/three-players.moves", "walk Mountains 16", tmp_path / "later")
    asked = open_table(lying, Screen(plain=True)).session.question
    assert asked is not None
    assert "mountains" not in asked.example()


@pytest.mark.parametrize("line", ["no I stay", "no, stay", "no I'm staying here", "I said stay", "sorry, no, I stay"])
def test_what_was_answered_is_no_answer_to_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """It ended the turn, as a no with talk behind it."""
    save = play_example("prophecy/three-players.moves", "walk Village", tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, "stay", line)
    assert answered(save)[len(before) :] == ["stay"]
    assert "stay was taken already; undo takes it back" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["oops", "sorry!", "actually", "hang on", "no, wait"])
@pytest.mark.parametrize("until", ["chance Mountains", "Goat Thief / Ghost"])
def test_an_apology_is_proposed_as_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str, line: str
) -> None:
    save = play_example("prophecy/three-players.moves", until, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line, "", "")
    assert answered(save) == before
