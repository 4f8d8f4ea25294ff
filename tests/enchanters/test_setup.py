"""Setting up: decks for each number of players, the first track, the variants, and what is asked."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.asking.question import Procedure
from referee.errors import BadInput, RefereeError, Unreadable
from referee.games.enchanters import GAME
from referee.games.enchanters.cards.cards import Card, DeckFile, load_deck
from referee.games.enchanters.cards.language import read_card
from referee.games.enchanters.rules import state
from referee.games.enchanters.rules.state import Setup
from referee.games.enchanters.scores import score
from referee.games.enchanters.setup import set_up
from referee.play.form import Form, Interview
from referee.play.session import Session
from referee.saves.new import SetupForm
from referee.text.names import fold, printed
from tests.enchanters.quests import NAMES, has, options, play, player, playing, question, session, setup_of
from tests.enchanters.random_play import BOX, DECK, KINGDOMS, lay_out, make_start
from tests.enchanters.test_commands import EXAMPLES
from tests.random_runs import examples

TRACK = ("Soot Cloak", "Cinder Whip", "of the Peak", "of Embers", "Leech Jar", "Mud Snare")
"""Six items and enchantments of the sample."""


def asked(answers: dict[str, str], deck: DeckFile = DECK) -> Setup:
    """The set-up that these answers by key lead to; the rest gets its usual answer."""

    def load(name: str) -> DeckFile:
        if name != "box.toml":
            raise BadInput(f"{name}: there is no such file")
        return deck

    asking: Procedure[Setup] = set_up(load).ask()
    given = {"deck": "box.toml", "players": "3", "player 1": "Anna", "player 2": "Bo", "player 3": "Cleo", **answers}
    try:
        one = next(asking)
        while True:
            text = given.pop(one.key, None) or one.forced() or one.default
            assert text is not None, f"no answer to {one.key}: {one.prompt}"
            one = asking.send(one.parse(text))
    except StopIteration as stop:
        found: Setup = stop.value
        return found


def kinds(names: tuple[str, ...]) -> Counter[str]:
    return Counter(BOX[fold(printed(name))].type for name in names)


@pytest.mark.rule("kingdom-decks", "adventure-deck", "first-track", "E-c")
def test_each_player_brings_a_kingdom() -> None:
    setup = asked({"draws": "program", "seed": "3"})
    assert setup.kingdoms == ("Ashmoor", "Fenwater", "Highcrag")
    assert (len(setup.track), setup.size, setup.removed) == (6, 69, 0)
    assert set(kinds(setup.track)) <= {"item", "enchantment"}
    with pytest.raises(Unreadable, match="from 2 to 6"):
        asked({"players": "7"})


@pytest.mark.rule("two-players", "E-d", "super-fast-invasion")
@pytest.mark.parametrize(
    ("players", "invasion", "kingdoms", "cards"),
    [(2, "standard", 4, 52), (2, "super-fast", 2, 26), (3, "super-fast", 3, 39), (4, "standard", 4, 100)],
)
def test_how_many_cards_are_in_the_game(players: int, invasion: Any, kingdoms: int, cards: int) -> None:
    start = make_start(players, invasion=invasion)
    assert len(start.setup.kingdoms) == kingdoms
    assert 6 + start.setup.size == cards


@pytest.mark.rule("fast-invasion", "E-e")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fast_invasion_leaves_five_cards_a_player_out(players: int) -> None:
    whole, fast = make_start(players), make_start(players, invasion="fast")
    assert fast.setup.track == whole.setup.track, "they go once the track is laid"
    assert (whole.setup.size - fast.setup.size, fast.setup.removed) == (5 * players, 5 * players)
    assert set(fast.deck) < set(whole.deck)


@pytest.mark.rule("first-track", "E-h", "E-i")
def test_the_track_is_laid_from_the_bottom_and_what_fights_goes_back() -> None:
    lines = {
        "Rat": "monster, strength 1, health 1",
        "Wyrm": "dragon, strength 1, health 1",
        "Imp": "monster, strength 1, health 1",
    }
    cards = {fold(name): read_card(name, line) for name, line in lines.items()}
    cards |= {fold(name): read_card(name, "item") for name in "ABCDEFGH"}
    track, deck = state.first_track(["G", "H", "F", "E", "Imp", "D", "C", "Wyrm", "B", "Rat", "A"], cards, 6)
    assert track == ["A", "B", "C", "D", "E", "F"], "the first found is the nearest"
    assert deck == ["G", "H", "Imp", "Wyrm", "Rat"], "under the deck, in the order found"


@pytest.mark.rule("dragons-in-the-depths", "E-f", "E-g")
@examples(60)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(("standard", "fast", "super-fast")))
@example(2159, 2, "super-fast")  # the first track takes all of the lower half that isn't fought
def test_dragons_of_the_depths_lie_in_the_lower_half(seed: int, players: int, invasion: Any) -> None:
    names = state.adventure_cards(
        DECK.card, DECK.kingdoms[: state.decks_needed(players, invasion)], players, invasion
    )
    deck = state.dragons_below(names, BOX, random.Random(seed))
    others = len(names) - kinds(tuple(names))["dragon"]
    first = next(at for at, name in enumerate(deck) if BOX[fold(printed(name))].type == "dragon")
    assert first >= others - others // 2, "the upper half of an odd deck is the larger one"
    assert sorted(deck) == sorted(names)
    layout = lay_out(names, BOX, players, "standard", seed, depths=True)
    assert set(kinds(layout.track)) <= {"item", "enchantment"}
    assert sorted((*layout.track, *layout.deck)) == sorted(names)
    first = next(at for at, name in enumerate(layout.deck) if BOX[fold(printed(name))].type == "dragon")
    set_aside = all(BOX[fold(printed(name))].fights for name in layout.deck[first:])  # nothing else was left below
    assert first >= others - others // 2 or set_aside, "half is half of the deck before the track was laid"


@pytest.mark.rule("adventure-deck", "E-f")
def test_the_program_shuffles_the_whole_deck_by_its_seed() -> None:
    names = state.adventure_cards(DECK.card, DECK.kingdoms[:3], 3, "standard")
    layouts = {lay_out(names, BOX, 3, "standard", seed, depths=False) for seed in range(5)}
    assert len(layouts) == 5


@pytest.mark.rule("fast-invasion", "E-e")
def test_a_fast_invasion_leaves_out_no_more_cards_than_there_are() -> None:
    names = [
        name
        for name in state.adventure_cards(DECK.card, DECK.kingdoms[:3], 3, "standard")
        if not BOX[fold(printed(name))].fights
    ][:9]
    layout = lay_out(names, BOX, 3, "fast", 0, depths=False)
    assert (len(layout.track), layout.deck) == (6, ())


@pytest.mark.rule("fast-invasion", "E-e")
def test_what_a_fast_invasion_removes_is_anywhere_in_the_deck() -> None:
    names = state.adventure_cards(DECK.card, DECK.kingdoms[:3], 3, "standard")
    gone: Counter[int] = Counter()
    for seed in range(30):
        whole = lay_out(names, BOX, 3, "standard", seed, depths=False)
        fast = lay_out(names, BOX, 3, "fast", seed, depths=False)
        assert fast.track == whole.track
        assert len(whole.deck) - len(fast.deck) == 15
        assert [name for name in whole.deck if name in fast.deck] == list(fast.deck)
        gone.update(at for at, name in enumerate(whole.deck) if name not in fast.deck)
    assert len(gone) > len(whole.deck) * 0.9, "no place is spared"
    assert max(gone.values()) < 20, "no place is always meant"


@pytest.mark.rule("E-ai")
def test_the_starting_player_may_be_drawn() -> None:
    drawn = {asked({"start": "random", "draws": "program", "seed": "3"}).start for _ in range(60)}
    assert drawn == {0, 1, 2}
    named = {"player 2": "Random", "start": "random", "draws": "program", "seed": "3"}
    assert asked(named).start == 1, "a player of that name is meant"


@pytest.mark.rule("dragons-in-the-depths", "E-g")
def test_the_dragons_go_into_the_smaller_half_of_an_odd_deck() -> None:
    """Of seven other cards four stay above them, and over many shuffles a dragon comes right after these."""
    kinds = {"imp": "monster, strength 1, health 1, 7 copies", "wyrm": "dragon, strength 1, health 1"}
    known = {name: read_card(name, line) for name, line in kinds.items()}
    names = [*(f"imp #{number}" for number in range(1, 8)), "wyrm"]
    places = {state.dragons_below(names, known, random.Random(seed)).index("wyrm") for seed in range(60)}
    assert places == {4, 5, 6, 7}


@pytest.mark.rule("two-players", "super-fast-invasion")
@pytest.mark.parametrize("given", [{"players": "2"}, {"invasion": "super-fast"}])
def test_the_program_draws_from_no_deck_whose_marks_nobody_noted(given: dict[str, str]) -> None:
    """Without marks there would be no cards in the game at all: the table draws."""
    deck = replace(DECK, card=tuple(replace(card, two=0) for card in DECK.card))
    village = {"village": "Millbrook", "cards": "40", "track": ", ".join(TRACK)}
    setup = asked({**given, **village}, deck)
    assert (setup.draws, setup.track, setup.size) == ("table", TRACK, 34)
    with pytest.raises(RefereeError):
        asked({**given, **village, "draws": "program"}, deck)


@pytest.mark.rule("starting-crystals", "starting-cards", "aim", "E-ai", "start-player")
def test_everybody_starts_with_five_crystals_and_two_cards() -> None:
    setup = asked({"start": "Bo", "draws": "program", "seed": "3"})
    game = session(setup)
    assert question(game).who == "Bo"
    for name in ("Anna", "Bo", "Cleo"):
        assert has(game, name) == (5, 0)
        held = player(game.state, name)
        assert [printed(card) for card in (*held.items, *held.enchantments)] == ["Fist", "of Enchanting"]


@pytest.mark.rule("village-choice", "village-tile")
def test_the_village_is_drawn_listed_or_typed_in() -> None:
    drawn = {asked({"draws": "program", "seed": str(seed)}).village.name for seed in range(20)}
    assert drawn == {"Millbrook", "Stonegate", "Lantern Hill"}
    typed = asked({"draws": "program", "seed": "1", "village": "Normaltown: rest: gain 2 crystals"}).village
    assert typed.rules == ("rest: gain 2 crystals", "multi: 2 crystals -> attack 1"), (
        "what the rulebook says is added"
    )
    with pytest.raises(Unreadable, match="what are the rules of Dwarfburg"):
        asked({"draws": "program", "seed": "1", "village": "Dwarfburg"})


def test_a_villages_rules_without_its_name_are_told_as_such() -> None:
    rules = "rest: gain 3 crystals; multi: 2 crystals -> attack 1"
    with pytest.raises(Unreadable, match=f"the village's name comes first, like Millbrook: {rules}"):
        asked({"draws": "program", "seed": "1", "village": rules})


@pytest.mark.rule("village-choice")
def test_rules_typed_after_a_villages_name_are_that_villages() -> None:
    """ "rest" begins a rule, and is no village's name, though what stands behind it could be a village's rules."""
    asking: Procedure[Setup] = set_up(lambda name: DeckFile(game="enchanters", kind="deck")).ask()
    given = {"players": "2", "player 1": "Anna", "player 2": "Bo", "deck": "none"}
    one = next(asking)
    while one.key != "village":
        one = asking.send(one.parse(given.get(one.key) or one.forced() or one.default or ""))
    rules = "rest: heal 2 wounds; rest: gain 3 crystals; multi: 2 crystals -> attack 1"
    with pytest.raises(Unreadable, match="the village's name comes first"):
        one.parse(rules)
    with pytest.raises(Unreadable, match="what are the rules of Normaltown"):
        one.parse("Normaltown")
    for unread in ("1 attack", "none"):  # what can't be read of its rules names no other one
        with pytest.raises(Unreadable, match="what are the rules of Normaltown"):
            one.parse(unread)
    assert one.parse(rules).name == "Normaltown"


@pytest.mark.parametrize(("key", "card"), [("fist", "Fist"), ("enchanting", '"of Enchanting"')])
def test_a_starting_card_with_nothing_printed_on_it_is_asked_about(key: str, card: str) -> None:
    """A person at the prompt; a script that leaves it out says so, as ever."""
    asking: Procedure[Setup] = set_up(lambda name: DeckFile(game="enchanters", kind="deck")).ask()
    given = {"players": "2", "player 1": "Anna", "player 2": "Bo", "deck": "none", "village": HUT}
    one = next(asking)
    while one.key != key:
        one = asking.send(one.parse(given.pop(one.key, "") or one.forced() or one.default or ""))
    told = f"With nothing printed on it {card} adds no attack or defence and has no rule."
    assert one.warns is not None
    assert [one.warns(one.parse(f"{one.default}{more}")) for more in ("", ", attack 1")] == [told, ""]


@pytest.mark.parametrize("key", ["village", "fist"])
def test_nobody_chooses_before_the_first_turn(key: str) -> None:
    line = "Inn: turn: another player takes 1 wound" if key == "village" else "item; turn: manual wave"
    with pytest.raises(Unreadable, match="nobody can choose before the first turn"):
        asked({"draws": "program", "seed": "1", key: line})


@pytest.mark.rule("immediate")
def test_what_lies_there_at_the_start_is_never_taken() -> None:
    with pytest.raises(Unreadable, match="lies there at the start and is never taken"):
        asked({"draws": "program", "seed": "1", "fist": "item; lower immediate: gain 1 crystal"})


HUT = "Hut: rest: gain 3 crystals"
LAID = "of Ash, Soot Cloak, Soot Cloak, of Mists, Reed Spear, Leech Jar"


@pytest.mark.rule("first-track")
def test_a_table_names_the_cards_that_it_laid() -> None:
    setup = asked({"draws": "table", "track": LAID, "village": "Millbrook"})
    assert setup.track[1:3] == ("Soot Cloak", "Soot Cloak #2")
    assert (setup.size, setup.complete) == (69, True)
    whole = len(setup.track) + setup.size
    assert replace(setup, names=setup.names[:whole], removed=0).complete
    assert not replace(setup, names=setup.names[:whole], removed=1).complete
    assert not replace(setup, names=setup.names[: whole - 1], removed=0).complete
    for wrong, says in (
        (LAID.replace("of Ash", "Spark Imp"), "Spark Imp is a monster"),
        (LAID.replace("of Ash, ", ""), "the track has 6 cards"),
        (LAID.replace("of Ash", "Soot Cloak"), "every Soot Cloak"),
        (LAID.replace("of Ash", "of Asch"), "did you mean of Ash"),
    ):
        with pytest.raises(Unreadable, match=says):
            asked({"draws": "table", "track": wrong, "village": "Millbrook"})


@pytest.mark.rule("first-track")
def test_what_the_rulebook_calls_a_monster_is_not_laid_on_the_first_track() -> None:
    """Also where nothing was typed of it yet."""
    with pytest.raises(Unreadable, match="Goblin is a monster; it is set aside"):
        asked({"deck": "none", "draws": "table", "village": HUT, "total": "20", "track": "Axe, Goblin, A, B, C, D"})


def test_of_a_whole_deck_a_card_is_named_by_any_word_of_its_name() -> None:
    setup = asked({"draws": "table", "track": LAID.replace("of Ash", "Ash"), "village": "Millbrook"})
    assert "of Ash" in setup.track
    game = play(session(setup), "journey 1", "Fenwater")
    assert game.state.track[-1] == "Wyrm of Fenwater"


def test_a_table_without_a_deck_names_what_it_sees() -> None:
    setup = asked({"deck": "none", "track": "A, B, C, D, E, A", "village": "Inn: rest: gain 2 crystals"})
    assert (setup.track, setup.size, setup.complete) == (("A", "B", "C", "D", "E", "A #2"), 69, False)
    game = session(setup)
    play(game, "journey 1")
    assert question(game).key == "card"
    with pytest.raises(Unreadable, match="start with the type of A"):
        game.answer("attack 1")
    play(game, "item, attack 1; minor: 1 crystal -> attack 2", "Ogre")
    assert options(game) == ["end turn", "use A"]
    assert game.state.track[-1] == "Ogre"


@pytest.mark.rule("refill")
def test_a_card_that_is_out_cannot_come_again() -> None:
    setup = asked({"draws": "table", "track": LAID, "village": "Millbrook"})
    game = play(session(setup), "journey 1")
    with pytest.raises(Unreadable, match="every Soot Cloak of these kingdoms is out"):
        game.answer("Soot Cloak")
    play(game, "wyrm of f")
    assert game.state.track[-1] == "Wyrm of Fenwater"


@pytest.mark.rule("adventure-deck", "E-d")
def test_of_each_kingdom_the_cards_that_are_not_known_are_counted() -> None:
    """25 cards a kingdom, three kingdoms for three players, of which the third isn't known at all."""
    cards = [Card(name=name, type="item", kingdom=name, copies=many) for name, many in (("Fen", 25), ("Moor", 22))]
    assert state.lacking(cards, ("Fen", "Moor"), 3, "standard") == {"Moor": 3, "other kingdoms": 25}


@pytest.mark.rule("adventure-deck")
@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("Nowhere", 'no kingdom is called "Nowhere"; it can be Ashmoor, Fenwater or Highcrag'),
        ("Ashmoor, Fenwater", "3 different kingdoms are played"),
        ("Ashmoor, Fenwater, Ashmoor", "3 different kingdoms are played"),
    ],
)
def test_kingdoms_that_the_deck_lacks_are_refused_where_it_leaves_no_choice(named: str, says: str) -> None:
    three = DeckFile(tuple(card for card in DECK.card if card.kingdom in ("", *KINGDOMS[:3])), DECK.village)
    assert asked({}, three).kingdoms == ("Ashmoor", "Fenwater", "Highcrag")
    assert asked({"kingdoms": "highcrag, Ash, Fen"}, three).kingdoms == ("Highcrag", "Ashmoor", "Fenwater")
    with pytest.raises(Unreadable, match=says):
        asked({"kingdoms": named}, three)


def test_a_kingdom_with_a_comma_in_its_name_is_played() -> None:
    deck = DeckFile(
        tuple(
            replace(card, kingdom=card.kingdom.replace("Ash", "Ash, "))
            for card in DECK.card
            if card.kingdom in ("", *KINGDOMS[:3])
        ),
        DECK.village,
    )
    assert asked({}, deck).kingdoms == ("Ash, moor", "Fenwater", "Highcrag")


def test_of_fewer_kingdoms_than_are_needed_some_may_stay_out() -> None:
    """Two are in the file, three are played: the others may be any."""
    two = DeckFile(tuple(card for card in DECK.card if card.kingdom in ("", *KINGDOMS[:2])), DECK.village)
    others = {"village": "Millbrook", "cards": "75", "track": "Hat, Boots, Cane, Drum, Egg, Flag"}
    assert asked(others, two).kingdoms == ("Ashmoor", "Fenwater")
    assert asked({**others, "kingdoms": "Fenwater"}, two).kingdoms == ("Fenwater",)


def test_a_set_up_that_was_not_asked_for_its_kingdoms_goes_on(tmp_path: Path) -> None:
    path, sample = tmp_path / "quest.toml", str(EXAMPLES / "sample-deck.toml")
    answers = ["4", *NAMES[:4], "Anna", sample, "standard", "no", "table", "Millbrook"]
    data = {"game": "enchanters", "of": "game", "unfinished": {"answers": answers}}
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    session = SetupForm(GAME, path, print).session
    assert session.question is not None
    assert session.question.key == "fist"
    assert (session.answers[1].text, session.answers[11].text) == ("everything", ", ".join(KINGDOMS))
    assert len(session.answers) == 14  # readings and how much is tracked were not asked then either


def test_names_that_are_nearly_alike_may_lie_on_the_first_track() -> None:
    """Nobody could write a whole line there to say that it is no slip of the pen."""
    setup = asked(
        {"deck": "none", "village": "Inn: rest: gain 2 crystals", "track": "of Ash, of Ashe, Hat, Boots, Cane, Drum"}
    )
    assert setup.track[:2] == ("of Ash", "of Ashe")


def test_a_village_with_other_rules_than_the_decks_is_recorded_with_them() -> None:
    line = "Millbrook: rest: gain 9 crystals"
    setup = asked({"draws": "table", "track": LAID, "village": line})
    assert setup.village.rules == ("rest: gain 9 crystals",)
    asking: Session[Any] = Session(Interview(lambda: set_up(lambda name: DECK).ask()), Form(), forcing=False)
    while (one := asking.question) is not None and one.key != "village":
        players = {"players": "3", "player 1": "Anna", "player 2": "Bo", "player 3": "Cleo", "deck": "box.toml"}
        asking.answer(players.get(one.key) or one.forced() or one.default or "")
    asking.answer(line)
    assert asking.answers[-1].text == line
    asking.undo()
    asking.answer("Millbrook")
    assert asking.answers[-1].text == "Millbrook"


@pytest.mark.parametrize(
    "answers",
    [
        {"draws": "program", "seed": "3", "depths": "yes", "invasion": "fast", "tie": "fewest wounds"},
        {
            "draws": "table",
            "track": LAID,
            "village": "Inn: rest: gain 2 crystals; end: glory 1 per 2 items",
            "start": "Bo",
        },
    ],
)
def test_the_first_line_of_a_script_sets_the_same_game_up(answers: dict[str, str]) -> None:
    import shlex

    from referee.cli.per_game import read_options

    setup = asked(answers)
    words = shlex.split(set_up().begin_line("enchanters", setup))
    given = read_options(words[1:])
    assert given.pop("game") == ["enchanters"]
    assert asked(set_up().answers(given)) == setup


@pytest.mark.parametrize("invasion", ["standard", "fast", "super-fast"])
def test_the_program_deals_what_it_laid_out(invasion: Any) -> None:
    start = make_start(3, invasion=invasion)
    game = session(start.setup)
    play(game, "rest Millbrook 1", "end turn", "rest Millbrook 1", "end turn")
    assert [printed(name) for name in game.state.track[-2:]] == [printed(name) for name in start.deck[:2]]


# --- decks ----------------------------------------------------------------------------------------------


@pytest.mark.rule("card-anatomy")
@pytest.mark.parametrize(
    ("card", "says"),
    [
        ('type = "monster"', "needs health and strength"),
        ('type = "item"\nhealth = 3', "neither health nor strength"),
        ('type = "item"\nrules = ["minr: attack 1"]', "did you mean minor"),
        ('type = "item"\nrules = ["minor: atack 3"]', "did you mean attack 3"),
        ('type = "item"\nrules = ["minor: 2 gems -> attack 3"]', 'can\'t read the cost "2 gems"'),
        ('type = "item"\nrules = ["immediate: 1 crystal -> attack 3"]', "only an action"),
        ('type = "item"\ntwo = 3', "3 of 1 cards can't be marked 2"),
        ('type = "itm"', "type"),
        ('type = "item"\nattak = 1', "did you mean attack"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_by_name(tmp_path: Any, card: str, says: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(f'game = "enchanters"\nkind = "deck"\n[[card]]\nname = "Odd"\n{card}\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_deck(path)
    assert says in str(caught.value)
    assert "Odd" in str(caught.value)


@pytest.mark.rule("of-rage", "chapel-of-soulfire")
@pytest.mark.parametrize(
    "line",
    [
        '[[card]]\nname = "of Rage"\ntype = "enchantment"',
        '[[village]]\nname = "Chapel of Soulfire"\nrules = ["rest: heal 1 wound"]',
    ],
)
def test_a_deck_whose_card_lacks_the_price_that_the_rulebook_leaves_open_is_refused(tmp_path: Any, line: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(f'game = "enchanters"\nkind = "deck"\n{line}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="without its price; write the one on your card, like"):
        load_deck(path)


@pytest.mark.rule("manticore", "ogre", "card-anatomy")
def test_what_the_rulebook_tells_need_not_be_written() -> None:
    manticore = read_card("Manticore", "glory 4")
    assert (manticore.type, manticore.strength, manticore.health, len(manticore.rules)) == ("monster", 2, 5, 1)
    with pytest.raises(RefereeError, match="is an item, the rulebook says"):
        read_card("Axe", "enchantment")


# --- who wins ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E-ab", "aim")
def test_players_who_are_level_share_the_win_unless_wounds_decide() -> None:
    cards = {"Crown": "item, glory 5", "Gem": "item, glory 3"}
    told = {"cards": cards, "piles": {"Anna": ["Crown"], "Bo": ["Gem"]}, "wounds": {"Anna": 2}}
    game = playing(["Stick"], **told)  # type: ignore[arg-type]
    result = score(setup_of(game), game.state)
    assert (result.winners, result.reason) == (("Anna", "Bo"), "shared")
    result = score(replace(setup_of(game), tie="fewest wounds"), game.state)
    assert (result.winners, result.reason) == (("Bo",), "wounds")
    player(game.state, "Anna").wounds = 1
    for setup in (setup_of(game), replace(setup_of(game), tie="fewest wounds")):
        result = score(setup, game.state)
        assert (result.winners, result.reason) == (("Anna",), "total")


@pytest.mark.parametrize("key", ["village", "fist", "enchanting", "cards"])
def test_each_question_of_the_set_up_explains_what_can_be_typed(key: str) -> None:
    """A line for ? at each: what may be printed, or the limits of a number."""
    asking = set_up(lambda name: replace(DECK, village=[])).ask()
    given = {
        "deck": "box.toml",
        "players": "2",
        "player 1": "Anna",
        "player 2": "Bo",
        "village": "Inn: rest: 2c",
        "draws": "table",
    }
    one = next(asking)
    while one.key != key:
        one = asking.send(one.parse(given.get(one.key) or one.forced() or one.default or ""))
    assert one.language() or "from" in one.hint
