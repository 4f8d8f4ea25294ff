"""Questions in plain words, as people at a table put them, and the entries that answer them.

The list was written before the search was tuned, from what players ask and not from the entries' texts. A question
passes if one of the entries that answer it stands among the first three.
"""

from __future__ import annotations

import pytest

from referee.rules import rulebook

FIRST = 3
"""Among so many entries the answer must stand."""

QUESTIONS: list[tuple[str, str]] = [
    # the game, the box and the set-up
    ("how do I win", "winning object points"),
    ("how many turns does a game have", "game-round E4 game-end"),
    ("what is in the box", "box-contents"),
    ("how many dice are there", "dice"),
    ("what colour are the food tokens", "food-tokens"),
    ("what if we run out of tokens", "E11"),
    ("how many creatures do I start with", "starting-creatures E8 level-1-cards"),
    ("do we start with any wood", "E8"),
    ("who goes first", "start-player who-starts"),
    ("which assistant do I get at the beginning", "starting-house"),
    ("what changes with three players", "number-of-players locked-mythologies E6"),
    ("which spaces are closed with two players", "two-player-spaces number-of-players E6"),
    ("what happens to sapphires in a two player game", "two-player-sapphires E6"),
    ("how much does the Holy Grail cost", "artifact-prices"),
    ("what is Mjollnir worth", "artifact-prices artifact-points"),
    ("somebody wants to go home, what happens to his stuff", "A21"),
    # figures and turns
    ("can my conjurer go anywhere", "conjurer figures"),
    ("what can the worker do", "worker assistants"),
    ("can a recruiter go fishing", "recruiter assistants food-spaces"),
    ("can two figures stand on the same space", "E1"),
    ("I have more figures than the others, when do I place them", "uneven-figures allocation"),
    ("in which order are my figures resolved", "resolving A15"),
    ("when do new spaces open", "unlocking E3 new-phase"),
    ("do I have to use the space I am on", "A20"),
    ("can I skip placing a figure", "E5"),
    # actions
    ("how much wood does the lumber mill give in phase 3", "mine-output"),
    ("how do I lose a mine", "mine-control mines"),
    ("do I keep the storage after using it", "storages"),
    ("how much food do I get from the fishing pond", "food-spaces"),
    ("can I buy diamonds in the first phase", "market-phases A3"),
    ("how much wood for one iron", "market-rates A3"),
    ("can I pay with both wood and stone in one trade", "marketplace mixed-trades A3"),
    ("can I stay in the tavern with the initiative button", "tavern-holder tavern"),
    ("what does a new assistant cost", "hiring-prices guild-house E2"),
    ("how many assistants can I have", "figures guild-house E2"),
    ("what do I get for sacrificing a level 4 creature", "pit-rates"),
    ("is a second sacrifice worth less", "pit-halving A4"),
    ("may I sacrifice a small creature after a big one", "pit-levels A4"),
    ("what do I lose when I lose a duel I started", "duel-tokens A10"),
    ("what may I steal after a duel", "duel-spoils A6"),
    ("can I refuse a duel", "A20 duel"),
    ("how do I get new creatures", "battlegrounds"),
    ("what happens if I lose at a battleground", "battleground-spoils battlegrounds A7"),
    ("who plays the monsters against me", "minion-player A8 minion"),
    ("does the blacksmith run out of items", "limited-stock E11 blacksmith"),
    # feeding, tournament
    ("how much food does my second assistant eat", "food-needed"),
    ("when do we have to feed the creatures", "feeding end-phase"),
    ("what if I don't have enough food", "food-short A9"),
    ("may I keep my food and take the minus points", "A9"),
    ("what is the prize for second place in the tournament", "tournament-prizes A12"),
    # battles
    ("do I have to attack", "must-act B2"),
    ("can I pass", "B2 must-act"),
    ("what happens when both die", "battle-tie simultaneous"),
    ("which of my creatures take part in a battle", "random-draw"),
    ("how many hit points does the huge minion have", "minion-strengths"),
    ("what abilities does a greek minion have", "minion-abilities A13"),
    ("how often can the same creature move", "two-moves B8"),
    ("nobody attacks any more, when does the battle stop", "stalemate B3"),
    ("do creatures heal after a battle", "battle-healing A22"),
    ("are dead creatures gone for good", "A22 battle-healing"),
    ("does a dying creature still strike back", "simultaneous B10"),
    ("how is the damage of a strike calculated", "B9"),
    # abilities and equipment
    ("can a flyer be bound", "bind B18 bound-creature"),
    ("can a ranged creature hit a flyer", "ranged B6 B7"),
    ("can a frozen creature move", "frost-marker frost-attack"),
    ("does defensive help against burning", "defensive B14"),
    ("do I roll once for all neighbours when burning", "burning B14"),
    ("does poison go through a shield", "absorption-markers absorption B11"),
    ("what can a swallowed creature do", "break-free devour B16"),
    ("can I attack a creature that is devouring another one", "B16"),
    ("what if both have first strike", "first-strike B10"),
    ("how many items can a creature wear", "equipment B5"),
    ("can I give a sword to a creature that is already on the board", "equipment B5"),
    ("does magic have to be chosen before every fight", "magician B19"),
    ("do two weapon smiths give twice the discount", "A5 weapon-smith"),
    ("how many extra dice for a level 5 creature of the better element", "element-matrix elements B20"),
    ("what is the average of a die", "B24 average-dice"),
    # scoring
    ("four creatures of one mythology with different levels", "consistency S2"),
    ("three level 3 creatures of different mythologies", "creature-variety S2"),
    ("bonus for all three artifacts of a mythology", "artifact-set S2"),
    ("do level 1 creatures count for bonuses", "S1"),
    ("are leftover resources worth anything", "resource-points S4"),
    ("who wins a tie", "tie-break battle-tie shared-victory"),
    ("can the game have two winners", "shared-victory tie-break S5"),
    # typing errors
    ("immunty to fire", "immunity-fire immunity B15"),
    ("sacrifical pitt", "sacrificial-pit"),
    ("resurection", "resurrection B17"),
    ("wepon smith discout", "weapon-smith A5"),
    ("tournement prises", "tournament-prizes A12"),
    ("what does multi atack do", "multi-attack B12"),
    ("how meny points for abundence", "abundance S2"),
    ("inititative buton", "initiative-button tavern start-player"),
    ("hitpoints of a small minon", "minion-strengths"),
    # players' own words
    ("vp for artifacts", "artifact-points points"),
    ("hp of the normal minion", "minion-strengths"),
    ("what does a monster eat", "food-needed feeding"),
    ("how do I hire a guy", "guild-house hiring-prices A23"),
    ("can I swap gems for wood", "market-rates marketplace A3"),
    ("what is a DM", "damage-markers hit-points"),
]

MORE: list[tuple[str, str]] = [
    ("is there a limit to poison markers on a creature", "poisonous B11 E11"),
    ("when does poison hurt", "poison-marker B1"),
    ("can I move diagonally to the enemy side", "move slots"),
    ("can I summon into a locked slot", "summon B16 devour"),
    ("does a summoned creature fight immediately", "arrival-fight summon"),
    ("can a creature attack an empty slot", "empty-slot"),
    ("does a shield stop frost", "absorption-markers B11"),
    ("what happens with the equipment of a resurrected creature", "resurrection B5 B17"),
    ("how often can I use bind", "bind B18"),
    ("can a bound creature break free", "B18 bound-creature break-free"),
    ("is offensive active in defence", "offensive"),
    ("do elements count for burning", "B20 B14"),
    ("which element is stronger than water", "element-pairs elements"),
    ("how much does morale heal", "morale B21"),
    ("can healing be saved for later", "morale"),
    ("what does it cost to hire a third assistant", "hiring-prices E2"),
    ("who is the player to my left", "E10"),
    ("can I place two assistants of the same kind", "E2"),
    ("does the new assistant work this turn", "E2"),
    ("when do mines pay out", "mines A2 end-phase"),
    ("can the initiative button change the order this turn", "A14"),
    ("do I get a card back after sacrificing it", "A4"),
    ("how many battles can be fought at the same time", "battles-at-once A19"),
    ("does my warrior fight before my conjurer", "A1"),
    ("may I choose which creature stays out of the duel", "set-aside"),
    ("do I have to show which creatures I drew", "random-draw"),
    ("who attacks first in a duel", "who-starts"),
    ("what beats a level 4 creature's minion in hit points", "minion-strengths"),
    ("how many victory points for six greek creatures", "abundance"),
    ("points for two artifacts and four creatures of norse mythology", "combinations"),
    ("do items give points", "artifact-points"),
    ("does food count at the end", "S4 resource-points"),
    ("twelve wood are how many points", "resource-points S4"),
    ("is the consistency bonus different with three players", "consistency"),
    ("can one creature count for two bonuses", "bonus-limits"),
    ("lifesteal", "life-steal"),
    ("frostmarker efect", "frost-marker frost-markers"),
    ("whats the midway tornament prize", "tournament-prizes A12"),
    ("gild house", "guild-house"),
    ("abosrption", "absorption"),
    ("elemnt matrix", "element-matrix"),
    ("can the worker go to the market place", "worker assistants"),
    ("where do I put my conjurer for a duel", "duel"),
    ("how many rounds without rolling dice", "stalemate B3"),
    ("if my creature has no dice what then", "B22 B20"),
]
"""Questions of a second round, written when the first list had been answered and before they were tried."""


@pytest.mark.parametrize(("question", "answers"), [*QUESTIONS, *MORE])
def test_a_question_finds_its_answer(question: str, answers: str) -> None:
    found = [entry.id for entry in rulebook("conjurers").find(question)][:FIRST]
    assert set(found) & set(answers.split()), found


def test_the_answers_are_entries() -> None:
    known = set(rulebook("conjurers").entries)
    assert {answer for _, answers in (*QUESTIONS, *MORE) for answer in answers.split()} <= known
