"""The rules as data: what is enforced is named by a test, what is cited is an entry, and all of it is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee import games
from referee.errors import BadInput
from referee.rulebook.indexing import compile_index
from referee.rulebook.rules import RuleBook, RulesFile, folder, rulebook
from tests.cited import cited
from tests.pins import coverage, pins

CODE = Path(__file__).parents[1] / "referee"
GAMES = games.names()
BOOK = rulebook("conjurers")
FEWEST_CITED = {"conjurers": 200, "enchanters": 60, "prophecy": 150, "mythic": 150}
"""So many citations a game has at least: that they are found at all."""
CARD_RULES = ("enchanters/cards/line.py", "enchanters/cards/language.py", "prophecy/cards/language.py")
"""Where `rules` are only what is printed on a card."""


# --- entries and tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_or_computed_rule_has_a_test(game: str) -> None:
    lacking = [e.id for e in rulebook(game).entries.values() if e.status != "told" and e.id not in pins()]
    assert not lacking, f"no test is marked with: {', '.join(lacking)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_the_ways_in_which_players_ask_for_it(game: str) -> None:
    few = {entry.id: len(entry.asked) for entry in rulebook(game).documents if len(entry.asked) < 10}
    assert few == {}


def test_every_marked_rule_is_an_entry() -> None:
    known = {entry_id for path in folder().glob("*/rules.toml") for entry_id in rulebook(path.parent.name).entries}
    assert {entry_id: tests for entry_id, tests in pins().items() if entry_id not in known} == {}


def test_every_ruling_id_in_the_code_is_an_entry() -> None:
    """Ids like B9 and E-q in strings and comments of a game's code stand in its rules.toml."""
    for game in GAMES:
        known = rulebook(game).entries
        for path in (CODE / "games" / game).rglob("*.py"):
            cited = set(re.findall(r"\b[ABEMPSX]\d{1,2}\b|\bE-[a-z]{1,2}\b", path.read_text(encoding="utf-8")))
            assert cited <= set(known), f"{path.name} cites {sorted(cited - set(known))}"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_the_code_cites_is_an_entry(game: str) -> None:
    """What refusals, events and explanations name can be looked up: `referee rules ID`."""
    ids = [one for one in cited(CODE) if one.file.startswith(f"games/{game}/") and one.id]
    ids = [one for one in ids if not one.file.endswith(CARD_RULES)]
    assert len(ids) >= FEWEST_CITED[game]
    assert [one for one in ids if one.id not in rulebook(game).entries] == []


def test_citations_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """By place and by name, inherited, as a default, in a variable, and in a refusal that is returned."""
    code = """
class Illegal:
    def __init__(self, reason, ruling): ...
class Event:
    who: str
class Won(Event):
    rules: tuple = ("a",)
def term(name, rules=("b",)):
    raise Illegal("no", "c")
def closed() -> Refusal | None:
    return "shut", "d"
rules = ("e",) if where == "none" else ("f",)
Won("Anna", ("g", "h")), term("none", rules=("i",)), term("none")
"""
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    assert sorted(one.id for one in cited(tmp_path)) == list("abcdefghi")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_the_whole_suite_has_every_entry_with_its_tests(game: str) -> None:
    lines = list(coverage(rulebook(game)))
    assert [line.split()[0] for line in lines] == list(rulebook(game).entries)
    for line in lines:
        assert len(pins().get(line.split()[0], [])) == int(re.findall(r" +(\d+)  \S", line)[-1])


# --- the layout -----------------------------------------------------------------------------------------


def test_every_page_of_the_rules_has_entries() -> None:
    """The rulebook's pages with rules are 3 to 26."""
    pages: set[int] = set()
    for entry in BOOK.rules:
        for part in entry.page.split(", "):
            first, _, last = part.partition("-")
            pages |= set(range(int(first), int(last or first) + 1))
    assert pages == set(range(3, 27))


def test_a_rulebook_with_a_dead_reference_is_refused() -> None:
    with pytest.raises(BadInput, match='refers to "nowhere", which isn\'t an entry'):
        RuleBook("conjurers", RulesFile(BOOK.call, BOOK.ask, (replace(BOOK.rules[0], see=("nowhere",)),), ()))


def test_a_rulebook_with_an_id_twice_is_refused() -> None:
    entry = replace(BOOK.rules[0], see=())
    with pytest.raises(BadInput, match="stands twice"):
        RuleBook("conjurers", RulesFile(BOOK.call, BOOK.ask, (entry,), (entry,)))


@pytest.mark.parametrize("entry_id", BOOK.entries)
def test_no_text_has_a_place_left(entry_id: str) -> None:
    (told,) = BOOK.explain([entry_id])
    assert not re.search(r"[{}]", " ".join((told.text, *told.lines)))
    assert bool(told.lines) == bool(BOOK.entries[entry_id].lines)


def test_of_two_that_fit_alike_the_one_that_says_what_is_asked_comes_first() -> None:
    first, last = (
        replace(BOOK.rules[0], id=name, title="Oven", text="The baker heats the oven.", see=(), also="", short=short)
        for name, short in (("first", {"when": "At noon."}), ("last", {"who": "The baker."}))
    )
    book = RuleBook("conjurers", RulesFile(BOOK.call, BOOK.ask, (first, last), ()))
    book.__dict__["index"] = compile_index(book.documents)  # not the one that is kept of the game's rules
    assert [entry.id for entry in book.find("who heats the oven for us")] == ["last", "first"]
    assert [entry.id for entry in book.find("when is the oven heated by us")] == ["first", "last"]


# --- telling --------------------------------------------------------------------------------------------


def test_cite_gives_pages_then_rulings() -> None:
    assert BOOK.cite(["B9", "frost-attack", "offensive"]) == "pp. 18-19, B9"
    assert BOOK.cite(["offensive"]) == "p. 18"
    assert BOOK.cite([]) == ""


def test_related_entries_go_both_ways() -> None:
    """Nothing in average dice names the stalemate; B22 names both of its references."""
    assert "B1" in BOOK.related(BOOK.entries["devour-damage"])
    assert "B1" not in BOOK.entries["poisonous"].see
    assert "poison-marker" in BOOK.related(BOOK.entries["B1"])
    for entry in BOOK.entries.values():
        for other in BOOK.related(entry):
            assert other in entry.see or entry.id in BOOK.entries[other].see


def test_explain_tells_the_entries_behind_ids() -> None:
    first, second = BOOK.explain(["A1", "food-short", "A1"])
    assert (first.id, first.ruling, first.switch, first.pages) == ("A1", True, "battles_last", "pp. 10, 13")
    assert (second.ruling, second.status, second.switch) == (False, "computed", "")
    told = "Each food that you can't pay at a feeding brings a token of -2. The book names no other penalty."
    assert second.text == told
    assert second.rulings == ("A9",)
    assert set(second.see) == {"feeding", "minus-points", "food-needed", "minus-tokens"}


def test_explain_names_the_nearest_id() -> None:
    with pytest.raises(BadInput, match='no rule of conjurers has the id "flyng"; did you mean flying'):
        BOOK.explain(["flyng"])


# --- finding --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "by", "first"),
    [
        ("flying", "name", "flying"),
        ("b9", "name", "B9"),
        ("Flying?", "name", "flying"),
        ("Frost Attack", "name", "frost-attack"),
        ("frost-attack", "name", "frost-attack"),
        ("Tournament prizes", "name", "tournament-prizes"),
        ("a side without an army", "name", "A17"),
        ("scoring", "topic", "points"),
        ("Set-up", "topic", "game-setup"),
        ("flyng", "question", "flying"),
        ("break free devourer", "question", "break-free"),
    ],
)
def test_ids_and_titles_come_before_topics_and_topics_before_questions(words: str, by: str, first: str) -> None:
    found = BOOK.look_up(words)
    assert (found.by, found.entries[0].id) == (by, first)


@pytest.mark.parametrize(
    ("game", "question", "first", "answer"),
    [
        ("conjurers", "three lvl 2s in the pit", "pit-rates", "The first level 2 creature brings 4 wood and 4 stone"),
        (
            "conjurers",
            "what do I get for three egyptian creatures",
            "consistency",
            "9 points if all 3 are of different",
        ),
        ("conjurers", "what can I buy with iron", "market-rates", "At the marketplace 2 iron buy 3 wood or stone"),
        ("conjurers", "how much food for three level 2 creatures", "food-needed", "6 food:"),
        ("conjurers", "3 wizards level 2 and a level 4, what do I feed", "food-needed", "10 food,"),
        (
            "conjurers",
            "lost the fight in valhalla what happens to me",
            "battleground-spoils",
            "The creature goes back",
        ),
        (
            "enchanters",
            "i have 1 crystal and want the 4th card",
            "journey-cost",
            "The fourth card costs 3 crystals, and",
        ),
        ("enchanters", "3 players how many decks", "adventure-deck", "One kingdom deck for each player"),
        ("prophecy", "will battle vs guy with 2 artifacts cost", "wills-against-hero", "4 Magic:"),
        ("prophecy", "repair costs what and where", "repair", "1 Gold for each Item, in a guild"),
        ("conjurers", "how do i get another assistant", "hiring-prices", "By resolving the guild house"),
        (
            "conjurers",
            "whats the output of a diamond mine in phase 4",
            "mine-output",
            "In phase 4 a diamond mine pays 2",
        ),
        ("enchanters", "how many players max", "E-c", "2 to 6 players"),
        ("enchanters", "game with 3 too long", "fast-invasion", "By a fast invasion"),
        ("prophecy", "i got 3 hp and lose 4", "zero-health", "Who must lose more Health than there is is dead"),
        ("prophecy", "how much experience do I need for more strength", "learning", "None: Experience pays for"),
        ("prophecy", "what if I stay in the city", "merchants", "A hero who stays fights the Creatures of the space"),
        ("prophecy", "what if the goods stay in the city", "merchants", "The goods that lie there are discarded"),
        ("prophecy", "what if both roll the same for start", "P10", "Who ties for the highest die throws again"),
        ("mythic", "defence 9 +3", "values", "Bonuses lift neither offence nor defence over 10"),
        ("mythic", "leader who can be activated", "leader", "A visible allied troop"),
        (
            "enchanters",
            "my shield is under a helmet does it still protect",
            "E-a",
            "Only what is printed below the line",
        ),
        ("prophecy", "who can go into astral plane", "attack-on-planes", "Any hero on one of the two spaces beside"),
        ("mythic", "steal stone from enemy", "claim", "Only a stone that nobody carries can be claimed"),
        ("mythic", "initiative plus retaliate after?", "initiative", "Striking first is the unit's one retaliation"),
        ("enchanters", "both of us want to be first", "start-player", "Who was below the ground most recently"),
        (
            "prophecy",
            "where do ability cards go when over seven",
            "end-limits",
            "Abilities above 7 go under their guild",
        ),
        ("mythic", "do troops need to deploy", "troops-placed", "No: troops are put onto their deployment areas"),
        ("mythic", "dice showing 4 against defence 6 fix", "lifts", "It lacks 2: so many other dice"),
        ("conjurers", "variety 3 players four level 4", "creature-variety", "20 points"),
        (
            "prophecy",
            "win two rolls of three then draw",
            "three-lives",
            "A draw of one roll makes the whole battle a draw",
        ),
        ("mythic", "can i walk through allies", "enemies-stop", "Yes: only enemies stop a movement"),
        ("mythic", "retaliate against arrows", "retaliation", "Only the target of an attack at range 0"),
        (
            "conjurers",
            "in phase 4 what does the iron storage give",
            "storage-output",
            "In phase 4 a storage gives 8",
        ),
        ("conjurers", "phase 1 iron storage", "storage-output", "In phase 1 a storage gives 2 wood or stone"),
        ("conjurers", "norse minion level 5 what can it do", "minion-abilities", "A norse minion beside a level 5"),
        ("mythic", "three units in one turn with leader", "leader", "The called troop counts towards the 2 units"),
        ("mythic", "flying unit run through enemies", "fast-flight", "A flyer that walks or runs stops at enemies"),
        ("mythic", "can zeus claim and absorb in the same turn", "complex-actions", "No: claiming is a simple"),
        ("mythic", "4 stones absorbed", "skirmish-win", "The game ends at once"),
        ("mythic", "starting hand size", "first-hand", "3 AoW cards and the top 3 cards"),
        ("mythic", "shoot through my own guys", "obstacles", "Every unit on the way hides"),
        ("conjurers", "what happens to the victim when the devourer dies of poison", "B16", "Its victim is free"),
        ("conjurers", "what does multi attack do", "multi-attack", "Multi attack deals full damage"),
        ("conjurers", "what if the victim of my devourer dies", "B16", "It goes back into its own slot"),
        ("conjurers", "what if I have no legal action in battle", "must-act", "The turn is lost"),
        ("conjurers", "what if the defender of a duel has no creatures", "A17", "A side that has no creatures"),
        ("enchanters", "how many crystals for card 4 of the track", "journey-cost", "The fourth card costs 3"),
        ("enchanters", "what comes first in a fight", "combat", "The monster always strikes first"),
        ("enchanters", "two players want the same card", "turn", "Whoever's turn comes first takes it"),
        ("enchanters", "fight i cant win, what happens", "failed-fight", "The monster stays where it is"),
        ("prophecy", "monster beat me, what do i lose", "loss-creature", "1 Health"),
        ("mythic", "who hits first", "initiative", "The attacker, unless"),
    ],
)
def test_what_is_asked_in_a_hurry_is_answered_first(game: str, question: str, first: str, answer: str) -> None:
    found = rulebook(game).look_up(question)
    assert found.entries[0].id == first
    assert found.answer.startswith(answer)


@pytest.mark.parametrize(
    ("game", "question", "answer"),
    [
        ("conjurers", "may the defender leave out two creatures", "No: exactly one"),
        ("conjurers", "do I have to show which three I drew", "No: the draw may be kept secret"),
        ("conjurers", "does a bound creature lose its sword's abilities", "No: its equipment still works"),
        ("conjurers", "does a bound creature lose its abilities", "Yes: "),
        ("conjurers", "can a flyer be attacked by a walker", "No: "),
        ("conjurers", "can a walker be attacked by a flyer", "Yes: "),
        ("conjurers", "can a bird hit a ground guy", "Yes: "),
        ("conjurers", "can a ground guy hit a bird", "No: "),
        ("conjurers", "can a flyer eat a walker", "Yes: "),
        ("conjurers", "can a bound creature be devoured", "Yes: "),
        ("conjurers", "does defensive count against a ranged attack", "Yes: "),
        ("conjurers", "can a creature with immobility devour", "No: "),
        ("enchanters", "can I keep an item in my hand for later", "No: nobody has a hand"),
        ("enchanters", "do I get wounds when I take an item", "No: "),
        ("enchanters", "do i have to take the cheapest card", "No: "),
        ("prophecy", "may I buy something and then attack a hero", "No: "),
        ("prophecy", "may I attack a hero and then buy something", "Yes: "),
        ("prophecy", "can i use the space after losing to a player", "After a fight between heroes"),
        ("prophecy", "can i work after i fight", "No: "),
        ("prophecy", "do i have to fight after i work", "Yes: "),
        ("prophecy", "must a new hero pay anything", "Yes: 1 Health and 2 Magic"),
        ("mythic", "may the second unit be the one I just used", "No: another unit"),
        ("mythic", "must I reroll all fives", "No: "),
        ("mythic", "must i use both activations", "No: a second unit"),
        ("mythic", "must i discard a card for the second unit", "Yes: "),
        ("conjurers", "must i use my item", "No: "),
        ("mythic", "do two sneak attacks add up", "No: "),
    ],
)
def test_a_yes_or_no_is_that_of_the_question(game: str, question: str, answer: str) -> None:
    assert rulebook(game).look_up(question).answer.startswith(answer)


def test_a_game_whose_name_is_short_has_its_title_in_sentences() -> None:
    with pytest.raises(BadInput, match='nothing is known of "qqqq" in the rules of Mythic Battles;'):
        rulebook("mythic").find("qqqq")
    assert BOOK.title == "Conjurers"


def test_a_topic_is_found_whole() -> None:
    assert [e.id for e in BOOK.find("feeding ")] == ["feeding"]
    assert [e.id for e in BOOK.find("scoring")] == [e.id for e in BOOK.entries.values() if e.topic == "scoring"]


def test_what_was_misspelled_is_told() -> None:
    assert BOOK.look_up("wepon smith discout").read_as == {"wepon": "weapon", "discout": "discount"}
    assert BOOK.look_up("weapon smith discount").read_as == {}


def test_a_slip_that_several_known_questions_have_is_one_all_the_same() -> None:
    assert BOOK.look_up("how much food do both asistants eat").read_as == {"asistants": "assistants"}


@pytest.mark.parametrize("words", ["qqqq", "?!", "zzyzx wwww"])
def test_what_fits_nothing_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match="nothing is known of"):
        BOOK.find(words)
