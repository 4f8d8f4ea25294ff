"""The search: stems, other words, words near in meaning, beginnings, misspellings, and questions that were asked."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee import games
from referee.rulebook.answering import (
    Kind,
    _best_fit,
    _exact,
    agree,
    answer_from,
    best_answer,
    halves,
    is_verdict,
    kind_of,
    leans,
    names,
    of_halves,
    of_two,
    positive_claim,
    verdict_word,
    words_told,
)
from referee.rulebook.indexing import Document, RuleIndex, compile_index, load_index, plain, stem
from referee.rulebook.rules import RuleBook, RulesFile, folder, read, rulebook
from referee.rulebook.search import SearchIndex
from tests.children import python

DOCUMENTS = (
    Document("soup", "Soup", "Boil water, add carrots and cook them for an hour."),
    Document("salad", "Green salad", "Wash the leaves. Carrots may be grated over it; no water, please."),
    Document("bread", "Bread", "Knead the dough, wait an hour, and bake it. Baking takes another hour.", "loaf"),
    Document("fire", "Camp fire", "Kindling first, then logs. Water puts it out."),
)
WORDS = {"veg": ("carrots",), "put out": ("water",), "flame": ("fire",)}


def short_answer(short: Mapping[str, str], question: str, kind: Kind) -> str | None:
    found = _best_fit(short, question, kind, {}, _exact(question), {})
    return found[0] if found else None


def index_of(documents: Sequence[Document], words: Mapping[str, Sequence[str]] | None = None) -> SearchIndex:
    return SearchIndex(compile_index(documents), words or {})


@pytest.fixture(scope="module")
def index() -> SearchIndex:
    return index_of(DOCUMENTS, WORDS)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("soup", "soup"),
        ("how do I bake bread", "bread"),
        ("which one is a loaf", "bread"),  # a word that the text doesn't use
        ("flames", "fire"),  # another word for it, in the plural
        ("kindl", "fire"),  # the beginning of a word
        ("campfire", "fire"),  # two words written as one
        ("kind ling", "fire"),  # one word written as two
        ("the baker's dough's", "bread"),  # a genitive
        ("CARROT sálad", "salad"),  # letter case and accents
        ("brad loff", "bread"),  # misspelled: one slip in a short word
        ("kneed the dogh", "bread"),
        ("green salat", "salad"),  # nearly a title
    ],
)
def test_the_best_answer_comes_first(index: SearchIndex, question: str, best: str) -> None:
    assert index.ask(question).ids[0] == best


def test_a_document_with_more_of_the_words_goes_before_one_with_fewer(index: SearchIndex) -> None:
    """Kneading is for the bread alone; but the soup has all the rest."""
    assert index.ask("knead boil water cook carrots").ids[0] == "soup"


def test_words_side_by_side_count_for_more() -> None:
    near = Document("near", "First house", "Red, by a green lake.")
    far = Document("far", "Second house", "Green, by a red lake.")
    index = index_of((*DOCUMENTS[:3], near, far))
    assert index.ask("who has a green lake").ids[0] == "near"
    assert index.ask("who has a red lake").ids[0] == "far"


def test_a_title_asked_for_whole_counts_for_more() -> None:
    """What stands in brackets isn't missed."""
    boats = [Document(title, title, "They float.") for title in ("Long boats at sea", "Boats (optional)")]
    assert index_of((*DOCUMENTS, *boats)).ask("are there boats").ids[0] == "Boats (optional)"


def test_misspelled_words_are_told(index: SearchIndex) -> None:
    assert index.ask("kneed the dough").read_as == {"kneed": "knead"}
    assert index.ask("knead the dough").read_as == {}
    assert index.ask("kin").read_as == {}  # a beginning is no mistake
    assert index.ask("waht happend to the carrots").read_as == {}  # these say nothing either way


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("drag", ("drag",)),  # bread, with one slip, isn't how it sounds
        ("cook the sable", ("sable",)),  # as far from salad as kneed from knead, and heard otherwise
        ("cook the carpets", ("carpets",)),
        ("look at the water", ("look",)),  # no slip of "cook"
    ],
)
def test_a_word_is_read_as_another_only_where_both_sound_alike(
    index: SearchIndex, question: str, unknown: tuple[str, ...]
) -> None:
    hits = index.ask(question)
    assert (hits.read_as, hits.unknown) == ({}, unknown)


def test_words_that_say_nothing_are_not_missed(index: SearchIndex) -> None:
    assert index.ask("what is it with the carrots").ids[0] in index.ask("carrots").ids
    assert index.ask("it may").ids[0] == "salad"


def test_another_word_may_be_several(index: SearchIndex) -> None:
    assert "fire" in index.ask("how to put out that").ids


def test_what_is_unknown_finds_nothing(index: SearchIndex) -> None:
    assert index.ask("xylophone").ids == ()
    assert index.ask("").ids == ()
    assert index.ask('"; DROP TABLE entry; -- NEAR(*').ids == ()


def test_weak_answers_are_left_out(index: SearchIndex) -> None:
    """Water alone leads to the fire; among so many better words it doesn't."""
    assert "fire" in index.ask("water").ids
    assert "fire" not in index.ask("boil water, add carrots, soup").ids


def test_a_question_finds_what_was_asked_for_like_it() -> None:
    """By words that no text has, and by who does what to whom."""
    asked = ("I am ill", "the dog bites the man", "the man bites the dog")
    documents = [replace(d, asked=(one,) * 3) for d, one in zip(DOCUMENTS, asked, strict=False)]
    index = index_of(documents)
    assert index.ask("are you ill").ids[0] == "soup"
    assert index.ask("the dog bites a man").ids[0] == "salad"
    assert index.ask("the man bites a dog").ids[0] == "bread"


def test_one_question_asked_for_like_it_counts_among_many_others() -> None:
    few = Document(
        "few", "Table", "Four legs.", asked=("do guests eat bread", "when do guests eat", "guests eat bread now")
    )
    asked = (
        "may guests cut bread while they eat",
        "is it round",
        "who washes it",
        "how old is the wood",
        "does it burn",
    )
    more = ("where does it hang at night", "what is carved there", "has it a name")
    many = Document("many", "Board", "Four corners.", asked=(*asked, *more))
    assert index_of([few, many]).ask("may a guest cut his bread when they eat").ids[0] == "many"


def test_a_word_near_in_meaning_finds_too(index: SearchIndex) -> None:
    assert index.ask("a burning").ids[0] == "fire"


def test_names_are_no_slips(index: SearchIndex) -> None:
    assert index.ask("where is the sallad").read_as == {"sallad": "salad"}
    assert index.ask("where is the sallad", ["Sallad"]).read_as == {}


@pytest.mark.parametrize(
    "words",
    ["mythology mythologies mythologys", "lose losing lost loses", "bake baking baked bakes", "pass passes", "2 2s"],
)
def test_forms_of_a_word_are_one(words: str) -> None:
    assert len(set(map(stem, words.split()))) == 1


def test_an_index_is_kept_and_made_anew_for_other_sources(tmp_path: Path) -> None:
    place, source, other = tmp_path / "index.json", tmp_path / "soup.toml", tmp_path / "salad.toml"
    source.write_text("soup", encoding="utf-8")
    other.write_text("salad", encoding="utf-8")

    def loaded(*sources: Path) -> RuleIndex:
        return load_index(lambda: DOCUMENTS, sources, place)

    def fails() -> Sequence[Document]:
        raise AssertionError

    assert loaded(source) == load_index(fails, [source], place) == compile_index(DOCUMENTS)
    kept = place.read_bytes()
    place.write_bytes(kept[:-9])
    assert loaded(source) == compile_index(DOCUMENTS)
    assert place.read_bytes() == kept
    assert load_index(lambda: DOCUMENTS[:2], [source, other], place).ids == ("soup", "salad")
    other.write_text("Salad", encoding="utf-8")
    assert loaded(source, other) == compile_index(DOCUMENTS)
    assert load_index(lambda: DOCUMENTS, [source], tmp_path / "nowhere" / "index.json") == compile_index(DOCUMENTS)


def test_a_number_that_changes_in_a_table_changes_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts of rules take their numbers from all tables of the game."""
    table = shutil.copytree(folder() / "conjurers", tmp_path / "conjurers") / "market.toml"
    monkeypatch.setattr("referee.rulebook.rules.folder", lambda: tmp_path)
    before = RuleBook("conjurers", read("conjurers", "rules", RulesFile)).index
    table.write_text(re.sub(r"rate = \[\d+", "rate = [97", table.read_text(encoding="utf-8")), encoding="utf-8")
    book = RuleBook("conjurers", read("conjurers", "rules", RulesFile))
    assert before != book.index == compile_index(book.documents)


LOADED = """
import sys
from referee.rulebook.rules import rulebook
for words in {words!r}:
    rulebook("conjurers").look_up(words)
print(*sorted(sys.modules.keys() & {{"rapidfuzz", "referee.rulebook.search"}}))
"""


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["B9", "flying", "Frost attack", "scoring"], ""),
        (["can a flyer be bound"], "referee.rulebook.search"),
        (["can a flyer be bowned"], "rapidfuzz referee.rulebook.search"),
    ],
)
def test_each_library_is_loaded_only_for_what_needs_it(words: list[str], loaded: str) -> None:
    code = LOADED.format(words=words)
    done = python("-c", code, cwd=Path(__file__).parents[1])
    assert done.stdout.strip() == loaded


def test_a_short_answer_is_of_the_kind_and_has_the_words_of_the_question() -> None:
    short = {"how many": "any", "how many: second loaf": "two", "may: burn": "No.", "whether": "Yes."}
    assert short_answer(short, "how many loaves", "how many") == "any"
    assert short_answer(short, "how many for the second loaf", "how many") == "two"
    assert short_answer(short, "may it burn", "may") == "No."
    assert short_answer(short, "must I wait", "must") == "Yes."
    assert short_answer(short, "who bakes", "who") is None
    short |= {"may: burn+me": "Yes."}
    assert short_answer(short, "may it burn me", "may") == "Yes."
    assert short_answer(short, "may I let it burn", "may") == "No."
    assert short_answer(short, "may it, if I let it burn, hurt me", "may") == "No."  # not side by side
    short = {"may: bake eat": "Yes.", "may: eat>bake": "No.", "must": "Yes.", "whether: must": "No."}
    assert short_answer(short, "may I bake and then eat", "may") == "Yes."
    assert short_answer(short, "may I eat and then bake", "may") == "No."  # in this order
    assert short_answer(short, "must I bake", "must") == "Yes."
    assert short_answer(short, "is baking a must", "whether") == "No."
    short |= {"may: eat, where": "No: nobody eats the raw bread."}
    assert short_answer(short, "they eat it", "") == "Nobody eats the raw bread."
    short = {"whether: burn": "Yes: it burns.", "may: burn wood": "No: wood isn't burnt in an oven."}
    assert short_answer(short, "does it burn wood", "whether") == "Yes: it burns."  # its own kind counts for a word
    short = {"how many: #egg": "[egg * 2] loaves.", "how many: egg": "Some.", "what: loaf": "Bread."}
    assert short_answer(short, "what do 3 eggs make", "what") == "6 loaves.", "a sum is asked for by what as well"
    assert short_answer(short, "what do eggs make", "what") is None
    assert short_answer(short, "which loaf is it", "which") == "Bread."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("I have 3 eggs", "6 loaves: 2 for each egg."),
        ("with 2 cups flour and three eggs", "1 loaf is missing."),
        ("with three eggs, if there are two flour bags", "1 loaf is missing."),  # whatever comes first
        ("2 flour bags and 1 egg", "0 loaf is missing."),  # never below 0
        ("minus 2 eggs", "2 for each egg."),
        ("is it 2 or 3 eggs", "2 for each egg."),  # which of them is asked
        ("2 eggs each", "2 for each egg."),  # a rate
        ("over 2 eggs", "2 for each egg."),  # a limit
        ("more than 2 eggs", "2 for each egg."),
        ("how many from 5000 eggs", "2 for each egg."),  # no number of a game
        ("three guests are here without an egg", "2 for each egg."),  # too far
        ("half of 5 apples", "3: a half, rounded up."),
        ("5 pears", "2: a half, rounded down."),
        ("pears for 2 apples", "6 pears."),  # the number of the apples
        ("apples for 4 pears", "20 apples."),
        ("3 brown eggs and 4 white ones", "2 for each egg."),  # one more number
        ("for two tray 3 tins, a tray 4 and 3 tins of tray 2", "16 tins."),  # so many of each
        ("how many from 5 trays", "5 tins."),
        ("how many in tray 4 and 3", "2 for each egg."),  # one more number
        ("how many in round 2 in tray 3", "3 tins."),  # no number of things
        ("with 3 eggs that makes 6 loaves", "6 loaves: 2 for each egg."),  # it is the result
        ("3 eggs in turn 5", "6 loaves: 2 for each egg."),
    ],
)
def test_a_sum_is_worked_out_with_the_numbers_of_the_question(question: str, answer: str) -> None:
    short = {
        "how many": "2 for each egg.",
        "how many: #egg": "[egg * 2] loaves: 2 for each egg.",
        "how many: #egg #flour": "[egg - flour] loaf is missing.",
        "how many: #apple": "[apple up 2]: a half, rounded up.",
        "how many: #pear": "[pear / 2]: a half, rounded down.",
        "how many: #apple pear": "[apple * 3] pears.",
        "how many: #pear apple": "[pear * 5] apples.",
        "how many: ##tray": "[tray] tins.",
    }
    assert short_answer(short, question, "how many") == answer


def test_what_a_thing_is_said_to_come_to_is_no_number_of_a_sum() -> None:
    short = {"whether": "As many as eggs.", "whether: #egg": "[egg + 0] loaves."}
    assert short_answer(short, "the hen gives 2 eggs", "whether") == "As many as eggs."
    assert short_answer(short, "there are only 2 eggs", "whether") == "As many as eggs."
    assert short_answer(short, "there are 2 eggs", "whether") == "2 loaves."


def test_what_is_denied_is_part_of_what_is_asked() -> None:
    short = {"what": "Eat them.", "what: no loaf": "Bake one.", "what: loaf": "Eat it."}
    assert short_answer(short, "what if there isn't a loaf", "what") == "Bake one."
    assert short_answer(short, "what about the loaf", "what") == "Eat it."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("may it burn", "No: fire burns only wood and paper."),
        ("may fire burn wood on my turn", "No: fire burns only wood and paper."),
        ("may fire burn what it carries", "No: fire burns only wood and paper."),
        ("may fire burn straw that a witch carries", "Fire burns only wood and paper."),
        ("may fire burn straw without a witch", "Fire burns only wood and paper."),
        ("does fire stop", "Fire burns only wood and paper."),
        ("are two too many", "Fire burns only wood and paper."),
        ("may it burn too much wood", "No: fire burns only wood and paper."),
        ("is fire hot so it cannot burn", "Fire burns only wood and paper."),
        ("may fire burn extra wood", "Fire burns only wood and paper."),
        ("may fire burn all but wood", "Fire burns only wood and paper."),
        ("may fire even come anyway", "No: fire burns only wood and paper."),  # these turn nothing
    ],
)
def test_no_yes_or_no_is_told_if_a_word_turns_the_question_or_many_are_left(question: str, answer: str) -> None:
    short = {"may": "No: fire burns only wood and paper."}
    assert best_answer(short, "Water ends it.", (), question, "may", known={}, title="Fire", fill=str) == answer


def test_a_yes_is_told_only_if_every_word_of_the_question_is_met_and_a_no_to_one_word_more() -> None:
    def told(question: str, answer: str) -> str:
        said = best_answer({"may: burn": answer}, "", (), question, "may", known={}, title="Fire", fill=str)
        return said.partition(" ")[0]

    assert told("may fire burn wood", "Yes: fire burns wood.") == "Yes:"
    assert told("may fire burn wood uphill", "Yes: fire burns wood.") == "Fire:", "the hill may prevent it"
    assert told("may fire burn wood uphill", "No: fire eats wood.") == "No:", "a hill doesn't allow it"
    assert told("may fire burn wood", "Yes: fire burns straw, but wood only dry.") != "Yes:", (
        "wood may be the opposite"
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("does bread bake every day", "Bread"),
        ("does bread bake each second", "Yes:"),
        ("does any of the bread bake", "Bread"),
        ("does bread bake", "Yes:"),
    ],
)
def test_a_yes_about_some_things_answers_no_question_about_all(question: str, answer: str) -> None:
    short = {"whether: bake": "Yes: bread bakes every second day, no bread on others."}
    said = best_answer(short, "", (), question, "whether", known={}, title="Bread", fill=str)
    assert said.startswith(answer)


def test_a_yes_or_no_of_which_neither_entry_is_sure_is_told_if_both_agree() -> None:
    def told(question: str, other: str) -> str:
        one = ({"may: burn": "No: fire burns wood."}, "Fire")
        entries = (one, ({"may: straw": other}, "Witch"))
        return agree(entries, question, "may", known={}, ways=_exact(question))

    agreeing = "No: a witch needs straw."
    assert told("may I burn straw brooms", agreeing) == "No: fire burns wood."
    assert told("may I burn straw brooms", "Yes: a witch needs straw.") == ""
    assert told("may I burn straw brooms quickly", agreeing) == ""  # two words are neither's
    assert told("may I only burn straw", agreeing) == ""
    assert told("may I burn straw or hay", agreeing) == ""
    assert told("may I burn 2 straw", agreeing) == ""


@pytest.mark.parametrize("number", ["9", "nine"])
def test_no_yes_or_no_is_told_to_another_number_than_that_of_the_answer(number: str) -> None:
    def told(question: str, short: dict[str, str]) -> str:
        return best_answer(short, "", (), question, "whether", known={}, title="Oven", fill=str)

    limit = {"whether: limit": "Yes: at most 10 loaves are baked in an oven."}
    assert told(f"is {number} the limit", limit) == "At most 10 loaves are baked in an oven."
    assert told("is ten the limit", limit).startswith("Yes")
    assert told(f"are {number} buns", {"whether: #bun": "Yes: [bun * 2] rolls."}) == "Yes: 18 rolls."
    rest = {"whether: rest": "No: it bakes while others rest."}  # no number, so the question's isn't another one
    assert told(f"does oven {number} rest", rest).startswith("No")


def test_what_players_say_for_a_word_of_a_key_meets_it_and_counts_less() -> None:
    short = {"may": "Ask first.", "may: baker": "No: bakers sleep.", "may: miller": "No: millers work."}

    def told(question: str, ways: dict[str, dict[str, float]]) -> str:
        return best_answer(short, "", (), question, "may", known={}, title="Inn", fill=str, ways=ways)

    assert told("may the dough man eat", {"man": {"man": 1.0, "baker": 0.8}}) == "No: bakers sleep."
    assert told("may the miller man eat", {"man": {"miller": 1.0, "baker": 0.8}}) == "No: millers work."
    assert told("may the dough man eat", {"man": {"man": 1.0, "baker": 0.7}}) == "Ask first."
    short |= {"may": "No: bakers sleep all day long."}
    assert told("may the chef", {"chef": {"chef": 1.0, "baker": 0.7}}) == "Bakers sleep all day long."  # not for sure


def test_a_sentence_that_says_more_goes_before_a_general_short_answer() -> None:
    text = "A loaf is baked at noon. Who has no oven bakes it over the camp fire."
    known = dict.fromkeys(("oven", "camp", "noon"), "1000")

    def told(question: str) -> str:
        short = {"what if": "A loaf is baked at noon.", "what if: noon": "Then it is baked."}
        return best_answer(short, text, (), question, "what if", known=known, title="Loaf", fill=str)

    assert told("what if I have no oven") == text
    assert told("what if it is noon") == "Then it is baked."
    assert told("what if it is late") == "A loaf is baked at noon."
    short = {"may": "Ask first.", "may: oven hens": "No: it is given to the hens."}
    asked = "may I have no oven but hens on a cold wet sunday"
    answer = best_answer(short, text, (), asked, "may", known=known, title="Loaf", fill=str)
    assert answer == "It is given to the hens."  # it is meant for both words


def test_the_row_of_a_table_that_is_asked_for_is_the_answer() -> None:
    rows = ["2 loaves: 15 minutes", "3 loaves: 20 minutes"]
    text = "How long it takes depends on how much is in the oven. " * 5
    assert answer_from(text, rows, "how long for three loaves", "how many", {}) == rows[1]


def test_a_sentence_that_lacks_its_subject_gets_the_title() -> None:
    assert not names("Camp fire", "Water puts it out.")
    assert names("Camp fire", "A fire is put out with water.")


def test_of_two_that_fit_alike_the_one_with_more_weight_comes_first() -> None:
    ruling, rule = Document("ruling", "Oven", "Bake it."), Document("rule", "Oven", "Bake it.", weight=1.05)
    assert index_of([ruling, rule]).ask("bake in the oven").ids == ("rule", "ruling")


def test_a_question_that_is_known_finds_what_it_asks_for() -> None:
    """Whatever the order of its words, and though another has more of them in its title and text."""
    more = Document("more", "Bread for a camp", "Bake bread over a camp fire. Bread is good.")
    asked = Document("asked", "Oven", "Heat it.", asked=("where do I bake bread in the camp?",))
    assert index_of([more, asked]).ask("In the camp, where do we bake the bread").ids[0] == "asked"


def test_a_question_that_is_known_is_found_though_it_has_no_word_that_is() -> None:
    """Words that stand in one known question alone may be misspelled, and are spelt by nobody else."""
    asked = Document("asked", "Oven", "Heat it.", asked=("teibreak", "are we wizards"))
    found = index_of([asked, Document("more", "Bread", "Bake it.")])
    assert (found.ask("teibreak").ids, found.ask("wizards are we").ids) == (("asked",), ("asked",))


def test_a_question_that_is_known_with_its_slip_is_found_so() -> None:
    more = Document("more", "Bread for a camp", "Bake bread over a camp fire, again and again.")
    asked = Document("asked", "Oven", "Heat it.", asked=("do we bake bread agian at the camp?",))
    assert index_of([more, asked]).ask("do we bake bread agian at the camp").ids[0] == "asked"


@pytest.mark.parametrize(
    ("question", "left", "kind"),
    [
        ("He says I can't eat the bread", "i cant eat the bread", "may"),
        ("my friend thinks that bread burns, is he right?", "bread burns", "whether"),
        ("she told me I have to bake first", "i have to bake first", "must"),
        ("we argue whether the dough may rest", "the dough may rest", "may"),
        ("isn't it true that bread burns", "bread burns", "whether"),
        ("Excuse me, could you please tell me how long it bakes", "how long it bakes", "how many"),
        ("he ate my loaf, can he do that", "he ate my loaf", "may"),
        ("Anna wants to eat two loaves", "eat two loaves", "may"),
        ("my merchant wants to sell it", "merchant sell it", "may"),  # a figure of a game is no person
        ("his griffin wants to fly over it", "griffin fly over it", "may"),
        ("the other player wants to sell it", "sell it", "may"),
        ("my wife refuses to eat it all", "eat it all", "must"),
        ("we are arguing over who bakes", "who bakes", "who"),
        ("is he right that two loaves fit", "two loaves fit", "whether"),
        ("bread burns, he says. I don't believe it", "bread burns", "whether"),
        ("can I eat it? she says no", "can i eat it", "may"),
        ("he wears mittens and says it helps", "he wears mittens, it helps", "whether"),
        ("she won't let me taste it", "taste it", "may"),
        ("isn't bread food", "isnt bread food", "whether"),
        ("my item says hot", "my item says hot", ""),  # nor does an item
        ("he claims a divine stone", "he claims a divine stone", ""),  # that is no saying
        ("the card says bake it, who bakes", "the card says bake it, who bakes", "who"),  # a card claims nothing
        ("is -2 bread enough", "is minus 2 bread enough", "whether"),
        ("is burning the old bread still permitted", "is burning the old bread still permitted", "may"),
        ("does the baker get to eat it", "does the baker get to eat it", "may"),
        ("is eating it compulsory", "is eating it compulsory", "must"),
        ("I forgot whether bread burns", "bread burns", "whether"),
        ("I forgot to bake it, can I still", "i forgot to bake it, can i still", "may"),  # a deed that was forgotten
        ("he says", "he says", ""),
    ],
)
def test_who_says_so_and_politeness_are_no_part_of_what_is_asked(question: str, left: str, kind: str) -> None:
    text, meant = plain(question)
    assert (text, kind_of(text, text, meant)) == (left, kind)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("max loaves i can bake", "how many"),
        ("bread ready when", "when"),
        ("loaf burns when hot", ""),
        ("the third step is which", "which"),
        ("bake in which oven", "which"),
        ("dough risen, what next", "what"),
        ("yeast is made of what", "what"),
        ("second loaf cost", "how many"),
        ("price of the second loaf", "how many"),
        ("a loaf costs two and I have one", ""),
        ("no flour left", "what if"),
        ("not enough flour for two", "what if"),
        ("no salt in it?", ""),  # whether there is none
        ("nobody bakes", ""),
    ],
)
def test_what_few_words_ask_for_may_stand_at_their_end(question: str, kind: str) -> None:
    assert kind_of(question.replace(",", ""), question) == kind


def test_when_and_where_are_told_a_time_and_a_place() -> None:
    short = {": last": "The last loaf is free.", "when": "At night.", "where": "In the oven."}
    assert short_answer(short, "when does the last loaf bake", "when") == "At night."
    assert short_answer(short, "where does the last loaf bake", "where") == "In the oven."
    assert short_answer(short, "the last loaf", "") == "The last loaf is free."
    assert (
        short_answer({": last": "The last loaf is free."}, "when does the last bake", "when")
        == "The last loaf is free."
    )
    short |= {"when: last": "Never: it is cold.", ": first": "Before dawn."}
    assert short_answer(short, "when does the last bake", "when") == "Never: it is cold."
    assert short_answer(short, "when does the first bake", "when") == "Before dawn."


def test_of_an_entry_not_ahead_a_yes_or_no_is_told_only_to_who_names_it() -> None:
    def told(question: str, *, ahead: bool) -> str:
        ways = {word: {word: 1.0} for word in question.split() if word in ("hit", "back", "rang", "card", "rain")}
        short = {"may: back": "No: a ranged one hits, and is never hit back."}
        title = "Ranged card"
        return best_answer(
            short, "", (), question, "may", known={}, title=title, fill=str, ways=ways, ahead=ahead
        ).partition(":")[0]

    assert told("may it hit back", ahead=True) == "No"
    assert told("may it hit back", ahead=False) != "No"
    assert told("may it hit a rang back", ahead=False) == "No"
    assert told("may a card hit back", ahead=False) != "No", "a light word names nothing"
    assert told("may it hit a rang back in the rain", ahead=True) == "No"
    assert told("may it hit a rang back in the rain", ahead=False) != "No", "it may depend on the rain"


def test_another_entry_that_tells_more_of_the_question_is_told_too() -> None:
    assert of_two("Bread is baked at noon.", "No: salad is never baked at all.", "Salad") == (
        "Bread is baked at noon. Salad is never baked at all."
    )
    assert of_two("Bread is baked at noon.", "Five cards are taken out.", "Fast invasion") == (
        "Bread is baked at noon. Fast invasion: Five cards are taken out."
    )
    assert of_two("Bread is baked at noon, salad never.", "Salad is never baked.", "Salad") == (
        "Bread is baked at noon, salad never."
    )
    assert is_verdict("No: bread isn't salad.")
    short = {"when: bake": "At noon the oven is hot.", "when": "Before dawn."}
    ways = {stem(word): {stem(word): 1.0} for word in ("bake", "bread", "rain")}
    asked = "when do i bake bread in the rain"
    assert [
        words_told(short, asked, "when", "", known={}, title=title, ways=ways) for title in ("Bread", "Fire")
    ] == [
        2,
        1,
    ]


def test_an_entry_without_a_short_answer_tells_nothing_of_a_question() -> None:
    ways = {stem("bread"): {stem("bread"): 1.0}}
    assert words_told({"when": "At noon."}, "how is bread", "how", "", known={}, title="", ways=ways) == 0
    assert words_told({}, "how is bread", "how", "Bread is baked.", known={}, title="", ways=ways) == 1


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how much is a loaf and who bakes it", ("how much is a loaf", "who bakes it")),
        ("if it rains, do i bake? and where does it lie", ("if it rains, do i bake", "where does it lie")),
        ("may i bake bread and salad", ()),
        ("is it baked or does it stay raw", ()),
    ],
)
def test_two_facts_are_asked_in_halves(question: str, parts: tuple[str, ...]) -> None:
    assert halves(question) == parts


def test_half_of_a_question_may_lean_on_the_other() -> None:
    assert leans("what does it cost")
    assert not leans("may it lie in the rain")


def test_of_two_halves_the_one_that_tells_all_is_enough() -> None:
    assert of_halves(["A loaf costs 2.", "The baker bakes."]) == "A loaf costs 2. The baker bakes."
    assert of_halves(["A loaf costs 2.", "For 2 the baker bakes a loaf: that it costs."]) == (
        "For 2 the baker bakes a loaf: that it costs."
    )


@pytest.mark.parametrize(
    ("game", "question", "answer"),
    [
        (
            "enchanters",
            "how many crystals do i start with and what does the third card on the track cost",
            "Each player starts with 5 crystals. The third card costs 2 crystals.",
        ),
        (
            "mythic",
            "how many dice do i throw and what happens with the blanks",
            "As many dice as the offence. A blank leaves at once and lifts nothing.",
        ),
    ],
)
def test_two_facts_are_told_from_two_entries(game: str, question: str, answer: str) -> None:
    assert rulebook(game).look_up(question).answer == answer


def test_what_is_denied_is_judged_by_the_yes_or_no_to_the_rest() -> None:
    assert positive_claim("i cant eat the bread") == "i eat the bread"
    assert positive_claim("cant i eat the bread") == "cant i eat the bread", "it asks whether"
    assert positive_claim("bread needs no salt") == "bread needs salt"
    assert positive_claim("nobody may eat it") == "may eat it"
    assert positive_claim("i eat it because nobody cant") == "i eat it because nobody cant"
    assert verdict_word("No: it is raw.", "claim") == "Right: it is raw."
    assert verdict_word("Yes, but not all of it.", "claim") == "Wrong, but not all of it."
    assert verdict_word("Nobody eats it.", "claim") == "Nobody eats it."


@pytest.mark.rule("final-rounds")
@pytest.mark.parametrize("question", ["he refuses to fight in the final battle on his turn, may he"])
def test_who_refuses_what_must_be_done_may_not(question: str) -> None:
    assert rulebook("prophecy").look_up(question).answer == "No: one attack on another Champion in each turn."


def test_a_no_is_not_told_before_the_very_thing_that_is_asked() -> None:
    def told(question: str, short: str) -> str:
        return best_answer({"whether": short}, "", (), question, "whether", known={}, title="Oven", fill=str)

    assert told("is the small oven closed at night", "No: at night the small oven is closed.").startswith("At night")
    assert told("is the small oven closed at night", "No: at night the small oven isn't closed.").startswith("No")
    later = "No: at night the small oven is closed, and nobody may open it before the bread is sold."
    assert told("is the small oven closed at night", later).startswith("At night")  # it denies something else
    assert told("is nobody closed in at night", "No: at night nobody is closed in here.").startswith("At night")


def test_which_of_two_is_so_is_answered_by_neither_yes_nor_no() -> None:
    def told(question: str) -> str:
        short = {"may": "No: fire burns only wood and paper."}
        return best_answer(short, "Water ends it.", (), question, "may", known={}, title="Fire", fill=str)

    assert told("may it burn water or oil") == "Fire burns only wood and paper."
    assert told("is it illegal to burn water") == "Fire burns only wood and paper."
    assert told("may it burn wood or not") == "No: fire burns only wood and paper."
    short = {"when: burn": "Yes: fire burns wood at any time."}
    answer = best_answer(short, "", (), "when does it burn", "when", known={}, title="Fire", fill=str)
    assert answer == "Fire burns wood at any time."


@pytest.mark.parametrize("game", games.names())
def test_no_question_is_answered_yes_where_it_is_no(game: str) -> None:
    path = Path(__file__).with_name("yes_or_no.toml")
    asked: Mapping[str, Sequence[str]] = tomllib.loads(path.read_text("utf-8"))[game]
    told = {
        question: match[1].lower()
        for question in (*asked["yes"], *asked["no"])
        if (match := re.match("(Yes|No)[:,]", rulebook(game).look_up(question).answer))
    }
    assert told
    assert [question for question, said in told.items() if question not in asked[said]] == []
