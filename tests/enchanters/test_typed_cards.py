"""Cards named and typed in at the table: which names are taken, what is refused with what words, whole lines."""

from __future__ import annotations

import pytest

from referee.asking.meaning import Suggestion
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.games.enchanters.cards.cards import Card, DeckFile
from referee.games.enchanters.cards.language import (
    CARDS,
    as_printed,
    card_question,
    read_card,
    read_village,
    write_card,
)
from referee.games.enchanters.rules.context import Learnt, Taken
from referee.games.enchanters.setup import _track_question
from referee.play.notation import readings
from referee.play.reading import Reader
from tests.enchanters.quests import (
    Play,
    has,
    monsters,
    options,
    play,
    player,
    playing,
    question,
    session,
    setup_of,
)
from tests.enchanters.random_play import BOX, DECK
from tests.enchanters.test_setup import LAID, asked

GNOLL = "monster, strength 2, health 1, glory 1"
DECKLESS = {"deck": "none", "village": "Inn: rest: gain 2 crystals"}


def refused(game: Play, text: str) -> str:
    """The words that an answer is refused with; it must change nothing."""
    before = game.present.copy()
    with pytest.raises(RefereeError) as caught:
        game.answer(text)
    assert game.present == before
    return str(caught.value)


def at_the_track(**known: str) -> Play:
    """A card must come to the track: a Gnoll that is known lies there already."""
    game = playing(["Cap", "Gnoll", "B", "C", "D", "E"], cards={"Gnoll": GNOLL, **known}, left=9)
    return play(game, "journey 1")


# --- which name ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("journey wolf", "is a move, and no card"),
        ("adjust deck 7", "is a move, and no card"),
        ("anna", "anna is a player"),
        ("none", '"none" can\'t be the name of a card; if none is left, say adjust deck 0'),
        ("Nothing", '"Nothing" can\'t be the name of a card'),
        ("?", '"?" can\'t be the name of a card'),
        ("Gnol", "did you mean Gnoll? For a new card write its whole line, like Gnol: monster"),
        ("Scimtar", "did you mean Scimitar?"),
        ("Gnoll: monster, strength 9, health 9", "Gnoll is known as monster, strength 2"),
    ],
)
def test_what_is_no_new_card_is_refused(text: str, says: str) -> None:
    assert says in refused(at_the_track(), text)


def test_the_first_spelling_of_a_card_wins() -> None:
    game = play(at_the_track(), "gnoll")
    assert game.state.track[-1] == "Gnoll #2"
    assert play(at_the_track(), "scimitar").state.track[-1] == "Scimitar"


def test_two_enchantments_are_alike_only_behind_of() -> None:
    game = at_the_track(**{"of Embers": "enchantment"})
    assert play(game, "of Mirrors").state.track[-1] == "of Mirrors"
    assert "did you mean of Embers" in refused(at_the_track(**{"of Embers": "enchantment"}), "of Ember")


# --- what the rulebook says without a price -----------------------------------------------------------


def untold(name: str) -> Play:
    """A card that the rulebook names has been taken, and nobody knows what is printed on it."""
    setup = asked({**DECKLESS, "track": f"{name}, Boots, Cane, Drum, Egg, Flag"})
    return play(session(setup), "journey 1")


@pytest.mark.rule("of-fire", "of-rage")
@pytest.mark.parametrize(
    ("name", "rule", "words"),
    [
        ("of Fire", "minor: ... -> attack 1 per 1 defence", "attack 1 per defence"),
        ("of Rage", "minor: ... -> attack 1 per 2 monsters", "attack 1 for every 2 monsters"),
    ],
)
def test_a_card_is_not_taken_without_the_price_that_the_rulebook_leaves_open(
    name: str, rule: str, words: str
) -> None:
    game = untold(name)
    assert question(game).hint == f"the rulebook says: enchantment; {rule}; type the price for ..., like 2c"
    told = refused(game, "enchantment, glory 1")
    assert f'{name}: the rulebook says "{rule}" without its price' in told
    assert told.endswith(f"like {rule.replace('...', '2 crystals')}")
    play(game, told.rpartition("like ")[2], "Goat")
    assert has(game) == (5, 0)
    assert game.state.players[0].enchantments[-1] == name
    for line in (f"minor: 1 wound -> {words}", f"lower minor: {words}", "minor: manual burn it all"):
        play(untold(name), line, "Goat")
    asked_for = question(untold(name))
    assert asked_for.parse("1c, 2 glory") == asked_for.parse(
        f"{rule.replace('...', '1 crystal')}; enchantment, glory 2"
    )
    assert "1 crystal ->" in str(asked_for.parse("1c, 2 glory").rules)


@pytest.mark.rule("chapel-of-soulfire")
def test_a_village_is_not_taken_without_the_price_that_the_rulebook_leaves_open() -> None:
    with pytest.raises(
        Unreadable, match=r"Chapel of Soulfire\? Like rest: 2 crystals -> journey to the graveyard; rest: "
    ):
        asked({**DECKLESS, "village": "Chapel of Soulfire"})
    with pytest.raises(Unreadable, match=r'says "rest: \.\.\. -> journey to the graveyard" without its price'):
        asked({**DECKLESS, "village": "Chapel of Soulfire: rest: gain 2 crystals"})
    setup = asked(
        {
            **DECKLESS,
            "village": "Chapel of Soulfire: rest: 1 crystal -> journey to the graveyard",
            "track": "Hat, Boots, Cane, Drum, Egg, Flag",
        }
    )
    assert setup.village.rules == ("rest: 1 crystal -> journey to the graveyard",)


# --- the whole line -----------------------------------------------------------------------------------


def test_a_card_is_learnt_as_it_comes() -> None:
    game = play(at_the_track(), "Gnol: monster, strength 1, health 2")
    assert game.state.track[-1] == "Gnol"
    assert game.state.learnt == (read_card("Gnol", "monster, strength 1, health 2"),)
    again = session(setup_of(game))
    again.repeat(game.steps[-1])
    assert again.state == game.state


def test_a_known_card_may_be_written_whole() -> None:
    game = play(at_the_track(), f"GNOLL: {GNOLL}")
    assert (game.state.track[-1], game.state.learnt) == ("Gnoll #2", ())


def test_one_more_of_a_known_card_is_recorded_as_it_can_be_said_again() -> None:
    """A deck that has no more of a card refuses its name alone, so its whole line is what was said."""
    setup = asked({"draws": "table", "track": LAID, "village": "Millbrook"}, DECK)
    line = f"Soot Cloak: {write_card(BOX['soot cloak'])}"
    game = play(session(setup), "journey 1", line, "end turn", "journey 1", line, "end turn")
    assert "Soot Cloak #2" in game.state.in_play()
    assert game.state.learnt == ()
    again = session(setup, steps=list(game.steps))
    assert again.state == game.state
    assert again.undo()
    assert again.redo()
    assert again.state == game.state


@pytest.mark.parametrize("typed", ["Hill Rat, monster, 2/2, 1 glory", "Hill Rat , monster 2/2, 1 glory"])
def test_a_comma_behind_the_name_of_a_new_card_is_mended_by_enter(typed: str) -> None:
    game = at_the_track()
    with pytest.raises(Suggestion, match="A colon ends a card's name") as meant:
        game.answer(typed)
    learnt = play(game, meant.value.answer).state.learnt
    assert [(card.name, card.type, card.strength, card.health) for card in learnt] == [("Hill Rat", "monster", 2, 2)]


@pytest.mark.parametrize("typed", ["3a 1la 1g", "2/5 3g", "1c"])
def test_what_is_printed_on_a_card_is_no_new_name(typed: str) -> None:
    """Enter made it one: "3a 1la 1g isn't known yet. Is it a new card?"."""
    assert f'"{typed}" has no name; the name comes first, like Bat: {typed}' in refused(at_the_track(), typed)


def test_the_next_card_leaves_one_as_the_rulebook_has_it() -> None:
    """It was refused as a rule of the card before it: "can't read the rule "Bolas: item, attack 1""."""
    scimitar = card_question("Scimitar")
    assert scimitar.default == "item"
    for line, means in {
        "Bolas: item, attack 1; minor: attack 1": "item",
        "minr: 1c -> 3a": "",
        "once a turn: attack 3": "",
        "Scimitar: item, 3 attack": "",
        "3a": "",
    }.items():
        assert scimitar.foresees(line) == means, line
    assert card_question("Odd Hat").foresees("Bolas: item, attack 1") == ""  # of which the rulebook has nothing


def test_the_name_may_stand_before_what_is_printed() -> None:
    game = play(session(asked({**DECKLESS, "track": "Hat, Boots, Cane, Drum, Egg, Flag"})), "journey 1")
    assert 'expected a line for Hat; this one starts with "Boots"' in refused(game, "Boots: item")
    assert play(game, "hat: item, attack 1; minor: attack 1", "Goat").state.players[0].items[-1] == "Hat"


@pytest.mark.parametrize("line", ["Mudford: rest: gain 2 crystals", "Mudford: village; rest: gain 2 crystals"])
def test_a_village_is_typed_in_either_shape(line: str) -> None:
    setup = asked(
        {**DECKLESS, "village": line, "track": "Hat, Boots, Cane, Drum, Egg, Flag", "fist": "Fist: item, attack 2"}
    )
    assert setup.village.rules == ("rest: gain 2 crystals",)
    assert setup.cards[0].attack == 2


def test_what_was_read_of_a_card_is_told() -> None:
    game = play(
        session(asked({**DECKLESS, "track": "Hat, Boots, Cane, Drum, Egg, Flag"})), "journey 1", "+1 attack item"
    )
    (learnt,) = (event for event in game.events if isinstance(event, Learnt))
    assert learnt.describe(str) == "Hat: item, attack 1."
    assert game.draft[-1].text == "item, attack 1", "as it is recorded"


# --- what is wrong with a line ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (
            "item, attack 1, immediate: each other player takes 1 wound",
            "item, attack 1; immediate: each other player takes 1 wound",
        ),
        ("item, attack 1 lower minor: attack 1", "item, attack 1; lower minor: attack 1"),
        ("item, minor 2 crystals -> attack 1", "item; minor: 2 crystals -> attack 1"),
        ("item, lower minor attack 1", "item; lower minor: attack 1"),
        ("item, 1 glory, 2 attack, lower def 1", "item, glory 1, attack 2, lower defence 1"),
    ],
)
def test_a_line_needs_neither_semicolons_nor_colons_nor_an_order(line: str, right: str) -> None:
    assert read_card("Boots", line) == read_card("Boots", right)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("item, 2 crystals -> attack 1", "WHEN and a colon"),
        ("item; minor: attack per 1 defence", "did you mean attack 1 per 1 defence"),
        ("item; minor: gain crystals", "did you mean gain 1 crystals"),
        ("2 crystals: attack 1", "Write minor: 2 crystals -> attack 1 for once a turn, or multi: 2 crystals"),
        ("item; heal 1 wound", "Write rest: heal 1 wound for a rest, or minor: heal 1 wound for once a turn"),
    ],
)
def test_a_line_that_is_nearly_right_is_written_right(line: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_card("Boots", line)
    assert says in str(caught.value)


def test_what_a_village_does_is_asked_for_its_moment() -> None:
    with pytest.raises(Unreadable, match="Write rest: gain 2 crystals, heal 1 wound for a rest"):
        read_village("Millbrook", "gain 2 crystals, heal 1 wound")


def test_of_a_value_told_twice_the_last_counts() -> None:
    """Corrections that a save has recorded may have been typed so, and must be read again as they were."""
    assert read_card("Boots", "item, attack 1, attack 2") == read_card("Boots", "item, attack 2")


# --- the adventure deck -------------------------------------------------------------------------------


def of_ashmoor(many: int) -> DeckFile:
    """A deck in which so many cards of one kingdom are noted."""
    cards = tuple(read_card(name, "item, kingdom Ashmoor") for name in "ABCDEFGHIJKLMNOPQRSTUVWXY"[:many])
    return DeckFile(cards)


@pytest.mark.rule("adventure-deck", "kingdom-decks")
@pytest.mark.parametrize("many", [1, 18])
def test_a_deck_that_is_not_whole_leaves_the_count_and_the_door_open(many: int) -> None:
    setup = asked(
        {"village": "Inn: rest: gain 2 crystals", "track": "Hat, Boots, Cane, Drum, Egg, Flag"}, of_ashmoor(many)
    )
    assert (6 + setup.size, setup.complete) == (75, False)
    game = play(session(setup), "journey 1", "item", "Goat")
    assert game.state.track[-1] == "Goat"
    few = asked(
        {"village": "Inn: rest: gain 2 crystals", "track": "Hat, Boots, Cane, Drum, Egg, Flag", "cards": "18"},
        of_ashmoor(many),
    )
    assert not few.complete


def test_the_program_says_how_many_cards_it_lacks() -> None:
    with pytest.raises(Unreadable, match=r"57 are missing \(Ashmoor 7, other kingdoms 50\)"):
        asked({"draws": "program"}, of_ashmoor(18))
    wolf = read_card("Wolf", GNOLL)
    with pytest.raises(Unreadable, match="; cards in the file without a kingdom: 1"):
        asked({"draws": "program"}, DeckFile((wolf, *of_ashmoor(18).card)))
    with pytest.raises(Unreadable, match="only 0 cards of these kingdoms are marked 2"):
        asked(
            {"draws": "program", "invasion": "super-fast"},
            DeckFile(
                tuple(read_card(f"{kingdom}{n}", f"item, kingdom {kingdom}") for kingdom in "ABC" for n in range(25))
            ),
        )


def test_a_whole_deck_says_why_it_takes_no_other_card_and_what_to_do() -> None:
    setup = asked({"draws": "table", "track": LAID, "village": "Millbrook"}, DECK)
    game = play(session(setup), "journey 1")
    for text in ("Soot Cloak", "Wombat"):
        told = refused(game, text)
        assert "all 75 cards are known" in told
        assert f"write its whole line, like {text}: item, attack 1" in told
    assert play(game, "Wombat: item, attack 1").state.track[-1] == "Wombat"


def test_the_deck_cannot_have_more_cards_than_lie_nowhere_else() -> None:
    game = session(asked({"draws": "program", "seed": "3"}))
    left = game.state.deck
    with pytest.raises(Illegal, match=f"{left} lie nowhere else"):
        game.correct(*readings(f"adjust deck {left + 1}"))
    game.correct(*readings(f"adjust deck {left - 1}"))
    bare = session(asked({**DECKLESS, "track": "Hat, Boots, Cane, Drum, Egg, Flag"}))
    with pytest.raises(Illegal, match="the kingdom decks have 75 cards, and 6 lie elsewhere"):
        bare.correct(*readings("adjust deck 70"))
    bare.correct(*readings("adjust deck 40"))


def test_a_card_taken_from_the_deck_by_hand_is_one_less_there() -> None:
    game = session(asked({"draws": "program", "seed": "3"}))
    left = game.state.deck
    game.correct(*readings("adjust Bo gains Spark Imp from deck"))
    assert game.state.deck == left - 1


# --- gained by hand -----------------------------------------------------------------------------------


def by_hand(**settings: object) -> Play:
    """Anna uses a card whose own words change things."""
    lines = {"Gnoll": GNOLL, "Rune": "item; minor: manual do as it says", "Hat": "item"}
    game = playing(
        ["Hat", "Gnoll", "C", "D", "E", "F"],
        cards=lines,
        players=3,
        left=9,
        piles={"Anna": ["Rune", "Gnoll #2"]},
        **settings,  # type: ignore[arg-type]
    )
    return play(game, "use Rune")


@pytest.mark.rule("E-ap")
def test_it_must_be_clear_from_where_a_card_is_gained() -> None:
    assert "write Cleo gains Gnoll from Anna or track 2" in refused(by_hand(), "Cleo gains Gnoll")
    for place, told in (
        ("anna", "from Anna's monsters"),
        ("track", "from place 2 of the track"),
        ("deck", "from the adventure deck"),
    ):
        game = play(by_hand(), f"Cleo gains Gnoll from {place}", "done")
        assert [event.origin for event in game.events if isinstance(event, Taken)] == [told]
        assert len(monsters(game, "Cleo")) == 1
    assert "no Gnoll lies there" in refused(by_hand(), "Cleo gains Gnoll from graveyard")
    assert "Anna has Rune already" in refused(by_hand(), "Anna gains Rune")
    assert play(by_hand(), "Anna gains Hat", "done").state.track[0] == "Gnoll"


def test_one_more_of_an_own_card_is_gained_with_its_whole_line() -> None:
    game = session(asked({**DECKLESS, "track": "Hat, Boots, Cane, Drum, Egg, Flag"}))
    line = "Goblin: monster, strength 1, health 2"
    game.correct(*readings(f"adjust Anna gains {line}"))
    with pytest.raises(Illegal) as caught:
        game.correct(*readings("adjust Anna gains Goblin"))
    assert str(caught.value) == f"Anna has Goblin already; for one more write its whole line: Anna gains {line}"
    game.correct(*readings(f"adjust {str(caught.value).partition('whole line: ')[2]}"))
    assert monsters(game) == ["Goblin", "Goblin #2"]
    game.correct(*readings("adjust Anna gains Goblin from deck"))  # the place says that it is another
    assert monsters(game) == ["Goblin", "Goblin #2", "Goblin #3"]


def test_no_line_brings_one_more_card_where_the_program_draws() -> None:
    game = session(asked({"draws": "program", "village": "Millbrook"}))
    game.correct(*readings("adjust Anna gains Wyrm of Fenwater"))
    with pytest.raises(Illegal, match="Anna has Wyrm of Fenwater already, and no other is left"):
        game.correct(*readings("adjust Anna gains Wyrm of Fenwater"))


def test_a_wrong_line_of_a_card_that_a_whole_deck_has_no_more_of_is_written_right() -> None:
    setup = asked({"draws": "table", "track": LAID, "village": "Millbrook"}, DECK)
    game = play(session(setup), "journey 1")
    cloak = write_card(as_printed(BOX["soot cloak"]))
    told = refused(game, "Soot Cloak: item, attack 9")
    assert told.startswith(f"Soot Cloak is known as {cloak}; write Soot Cloak: {cloak}, and if that is wrong: adjust")
    assert play(game, f"Soot Cloak: {cloak}").state.track[-1] == "Soot Cloak #3"


def test_a_new_card_is_gained_with_its_whole_line() -> None:
    assert "a new card is written whole, like Wolf: item" in refused(by_hand(), "Cleo gains Wolf")
    game = play(by_hand(), "Cleo gains Wolf: monster, strength 1, health 1, Bo crystals 2", "done")
    assert (monsters(game, "Cleo"), has(game, "Bo")[0], game.state.deck) == (["Wolf"], 2, 8)


@pytest.mark.rule("E-ap")
def test_several_changes_have_commas_between() -> None:
    game = play(by_hand(), "Anna wounds +2, Bo crystals 7, Bo loses Fist, wounds 3", "done")
    assert (has(game), has(game, "Bo")) == ((5, 2), (7, 3))
    assert player(game.state, "Bo").items == []
    assert "no card of Bo is called" in refused(by_hand(), "Bo loses Fist, Bo loses Fist")


def test_what_is_set_is_told_as_it_is_now() -> None:
    from referee.play.event import names_of

    game = play(by_hand(), "anna crystals 5, anna wounds 1", "done")
    told = [event.describe(names_of(game.state.players)) for event in game.events]
    assert "Anna has 5 crystals now (Rune)." in told
    assert "Anna has 1 wound now (Rune)." in told


# --- a fight ------------------------------------------------------------------------------------------


def test_a_beginning_of_a_word_is_enough_in_a_fight() -> None:
    cards = {"Gnoll": GNOLL, "Rune": "item, attack 1; minor: attack 1; minor: attack 2"}
    game = play(playing(["Gnoll"], cards=cards, piles={"Anna": ["Rune"]}), "journey 1")
    assert question(game).key == "strike"
    for number in ("9", "1"):
        assert f'"{number}"; it can be strike, use Rune 1 or use Rune 2' in refused(game, number)
    assert '"use" must be followed by Rune 1 or Rune 2' in refused(game, "use")
    play(game, "s")
    assert question(game).key == "attack"
    play(game, "u rune 2", "attac")
    assert monsters(game) == ["Gnoll"]
    assert "the major action of this turn is done" in refused(game, "44")


def test_a_deck_that_cannot_be_read_is_still_refused() -> None:
    with pytest.raises((BadInput, Unreadable)):
        asked({"deck": "nothing.toml"})


# --- what is typed, and what the rulebook says --------------------------------------------------------


@pytest.mark.rule("scimitar", "axe", "roc")
@pytest.mark.parametrize(
    ("name", "line", "rules"),
    [
        ("Scimitar", "item; minor: 2 crystals -> attack 4", ["minor: 2 crystals -> attack 4"]),
        ("Scimitar", "item; minor: 1 crystal -> attack 3", ["minor: 1 crystal -> attack 3"]),
        ("Scimitar", "item; multi: attack 1", ["multi: attack 1", "minor: 1 crystal -> attack 3"]),
        ("Scimitar", "item; lower minor: attack 1", []),
        ("Axe", "item; immediate: each other player takes 1 wound", ["immediate: each other player takes 1 wound"]),
        (
            "Roc",
            "monster 2/3; when taken steal 2 monsters from another player",
            ["immediate: another player gives 2 monsters"],
        ),
    ],
)
def test_a_rule_that_is_typed_takes_the_place_of_one_of_its_kind_in_the_rulebook(
    name: str, line: str, rules: list[str]
) -> None:
    assert list(read_card(name, line).rules) == rules


@pytest.mark.rule("scimitar", "manticore")
def test_one_line_says_that_what_was_typed_stands_instead() -> None:
    doubts = list(CARDS.doubts(read_card("Scimitar", "item; minor: 2 crystals -> attack 4")))
    assert doubts == ['Scimitar: the rulebook says "minor: 1 crystal -> attack 3"; what was typed counts instead']
    doubts = list(CARDS.doubts(read_card("Manticore", "monster 3/5, 2 glory")))
    assert doubts == ['Manticore: the rulebook says "strength 2"; what was typed counts instead']
    assert not list(CARDS.doubts(read_card("Scimitar", "item")))


@pytest.mark.rule("scimitar")
def test_a_changed_rule_takes_the_place_of_the_rulebooks_in_a_deck_and_by_a_correction() -> None:
    told = CARDS.file_entry("card", CARDS.data_of(read_card("Scimitar", "item")))
    assert CARDS.changed(told, ["minor: 2 crystals -> attack 4"]) == read_card(
        "Scimitar", "item; minor: 2 crystals -> attack 4"
    )
    more = CARDS.changed(told, ["rest: gain 1 crystal"])
    assert isinstance(more, Card)
    assert more.rules == ("minor: 1 crystal -> attack 3", "rest: gain 1 crystal")
    game = playing(["Stick"], cards={"Scimitar": ""}, piles={"Anna": ["Scimitar"]})
    game.correct(*readings("adjust card Scimitar: item; minor action: pay 2 crystals for 4 attack"))
    assert options(game) == ["journey 1 Stick", "use Scimitar"]


@pytest.mark.rule("of-fire")
@pytest.mark.parametrize(
    ("typed", "price", "defence"), [("1 wound", "1 wound", 0), ("2c", "2 crystals", 0), ("2, 1d", "2 crystals", 1)]
)
def test_the_price_alone_is_enough_where_the_rulebook_tells_the_rest(typed: str, price: str, defence: int) -> None:
    (card,) = play(untold("of Fire"), typed, "Goat").state.learnt
    assert (card.rules, card.defence) == ((f"minor: {price} -> attack 1 per 1 defence",), defence)


@pytest.mark.parametrize(
    ("name", "short", "whole"),
    [
        ("Wraith", "4/3 2g 1la", "monster, strength 4, health 3, glory 2, lower attack 1"),
        ("Bronze Dragon", "6/7 5g", "dragon, strength 6, health 7, glory 5"),
        ("Cap", "item 1a 2d 1ld", "item, attack 1, defence 2, lower defence 1"),
        ("of Mist", "enchantment; minor: 1w -> 3c", "enchantment; minor: 1 wound -> gain 3 crystals"),
    ],
)
def test_a_letter_behind_a_number_says_what_it_is(name: str, short: str, whole: str) -> None:
    assert read_card(name, short) == read_card(name, whole)


def test_no_card_is_kept_with_nothing_on_it_by_the_usual_answer() -> None:
    assert [question(untold(name)).default for name in ("Scimitar", "Helmet", "Grub")] == ["item", None, None]


# --- names that are no cards ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "warning"),
    [
        ("Hat, none, Cane, Drum, Egg, Flag", "none: is that a name on a card?"),
        (
            "e, attack, deck is empty, Drum, Egg, rest",
            "e, attack, deck is empty and rest: are those names on a card?",
        ),
        ("Scimtar, Hat, Cane, Drum, Egg, Flag", "Scimtar isn't known yet, and is nearly Scimitar."),
        ("Scimitar, Hat, Cane, Drum, Egg, Flag", ""),
    ],
)
def test_of_the_first_track_only_what_can_hardly_be_a_name_is_asked_about(track: str, warning: str) -> None:
    asked_for = _track_question(asked({**DECKLESS, "track": "Hat, Boots, Cane, Drum, Egg, Flag"}))
    assert asked_for.warns is not None
    assert asked_for.warns(asked_for.parse(track)) == warning


def test_the_tab_key_knows_the_words_of_a_card() -> None:
    words = question(untold("Grub")).words()
    assert {"item", "monster", "attack 2", "lower attack 2", "minor:", "immediate:"} <= set(words)


def test_of_two_moves_the_first_ones_reason_is_told_and_not_the_second_proposed() -> None:
    village = "Millbrook: village; rest: gain 2 crystals; rest: heal 4 wounds; minor: 2 crystals -> attack 1"
    asked = Reader(question(playing(["Stick"], village=village, crystals={"Anna": 0})))
    for typed in ("use Millbrook, then rest Millbrook 1", "use Millbrook and rest Millbrook 1"):
        with pytest.raises(Illegal, match="it costs 2 crystals; Anna has 0"):
            asked.read(typed)
