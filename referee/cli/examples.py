"""Contents of the help: commands by purpose, examples of each, and the likely next command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

HELP = "A referee for board games: scores, battles, rulings, whole evenings beside the board."

SHORT = """\
You play on the real board; referee keeps the rules, battles and score.
  referee demo       watch a short evening (5 minutes)
  referee new        start an evening       referee play    go on with it
  referee watch      the board on a second screen
  referee score      who won, and a page to share (--html)
  referee rules can a flyer be bound        ask a rule
  referee evenings   who won how often      referee guide   the manual
Games: conjurers (default), enchanters, prophecy, mythic, like --game mythic
Disputes, corrections, scripts: referee --help"""
"""Output of `referee` without arguments."""

PANELS: Mapping[str, Mapping[str, str]] = {
    "At the table": {
        "new": "start a whole game",
        "play": "play it with prompts; every answer is saved at once",
        "watch": "show the board on a second screen, as the game goes on",
        "ask": "ask a game: who has what, where, why it can't be done",
        "table": "let everybody play on a telephone",
    },
    "Afterwards": {
        "score": "score a game: every bonus, the totals, how a tie is broken",
        "story": "write an evening up: who led when, what turned it",
        "evenings": "list the games of a folder: when, who, who won",
        "standings": "show who wins how often, ratings, luck with dice",
    },
    "A disputed battle": {
        "battle": "referee a battle: legal moves, dice, arithmetic, undo",
        "judge": "check a battle for illegal moves and wrong claims",
        "odds": "show the chances of each fight that could come next",
    },
    "Rules and cards": {
        "rules": "look a rule up: a topic, an id, or a question in plain words",
        "cards": "keep the cards of your box in a file",
    },
    "This program": {
        "guide": "show the guide to a game",
        "demo": "show a short evening, step by step",
        "config": "set what you prefer, once for all games",
    },
    "Scripts (at the prompt of `play` each is a word)": {
        "status": "show the whole board",
        "next": "show who decides what now, and every legal answer",
        "do": "make moves without prompts",
        "look": "show one player a hidden hand",
        "log": "list what happened so far, numbered",
        "why": "explain an entry of the log",
        "undo": "take back the last steps",
        "redo": "redo what was undone",
        "adjust": "correct the state (it is logged)",
        "amend": "replace an entry of the log",
        "verify": "check that the log leads to the state in the file",
    },
}
"""Commands by purpose, with what they do, each on one line of 80 columns."""

OTHERS = "Commands"
"""Panel of the remaining commands."""

Example = tuple[str, str]
"""The words after `referee`, and what they do."""

FIRST: Sequence[Example] = (
    ("demo", "a short evening, step by step"),
    ("score", "who won? asks what each one holds"),
    ("new", "start a game: set-up, board, first turn"),
    ("battle duel.toml", "a battle, turn by turn"),
    ("rules can a flyer be bound", "what the rulebook says, and where"),
)
"""Examples at the beginning of the whole program's help."""

EXAMPLES: Mapping[str, Sequence[Example]] = {
    "score": (
        ("score", "asks what each player holds"),
        ("score --game enchanters", "asks for a few numbers a player"),
        ("score friday.toml", "a score sheet, or a game's save as it stands"),
        ("score friday.toml --html friday.html", "to be shared, as a page"),
    ),
    "story": (
        ("story friday.toml", "the evening in plain words"),
        ("story friday.toml --markdown", "to be pasted elsewhere"),
        ("story friday.toml --mistakes", "with the moves in battles that cost most"),
        ("score friday.toml --html friday.html", "as part of the page of its score"),
    ),
    "evenings": (
        ("evenings", "the games in this folder"),
        ("evenings ~/games friday.toml", "a folder and a file"),
        ("evenings --bgstats plays.bgsplay", "for the app BG Stats"),
    ),
    "standings": (
        ("standings ~/games", "every game that was finished"),
        ("standings --html standings.html", "as a page with charts"),
        ("standings --csv standings.csv", "for a spreadsheet"),
    ),
    "judge": (
        ("judge duel.toml", "what is wrong, and what difference it makes"),
        ("judge duel.toml --full", "every turn with its arithmetic first"),
        ("judge duel.toml --no-cost", "without the difference, which takes some seconds"),
        ("judge friday.toml 22", "the battle of entry 22 of a game"),
    ),
    "battle": (
        ("battle duel.toml", "asks; the same again goes on"),
        ("battle duel.toml --deck box.toml --kind duel --dice rolled", "answers given at once"),
        ("battle duel.toml --from friday.toml 22", "a battle of a game, as a record"),
        ("battle again.toml 4 --from duel.toml", "a record from before turn 4 on"),
    ),
    "odds": (
        ("odds duel.toml", "how each next fight may end"),
        ('odds duel.toml --move "attack Wolf"', "all that one move can lead to, here of Conjurers"),
        ("odds duel.toml --battle", "the chance to win, by each move; Mythic Battles: who survives the round"),
        ("odds friday.toml", "the battle under way in a game"),
        ("odds friday.toml --battle --aim 60", "Prophecy: who takes which plane, and is ready when"),
        ("odds --game mythic --dice 5542100 --defence 5", "numbers alone, here of Mythic Battles"),
    ),
    "rules": (
        ("rules flying", "a topic, an ability, a space"),
        ("rules B9", "a ruling by its id"),
        ("rules can a flyer be bound", "a question in plain words"),
        ("rules --game enchanters what if I lose a fight", "the same of another game"),
        ("rules --coverage", "what the program enforces, computes, or only tells"),
    ),
    "ask": (
        ("ask friday.toml how much gold has Anna", "what the game knows, with its rule"),
        ('ask friday.toml "why can\'t I recruit here"', "why something can't be done now"),
    ),
    "new": (
        ("new", "asks for everything, in a file named by the day; then play"),
        ("new friday.toml --player Anna:worker --player Bo:warrior", "asks for the rest"),
        ("new friday.toml --deck box.toml --dice rolled --draws program", "cards, dice and draws"),
        ("new --game enchanters", "another game: enchanters, prophecy, mythic"),
        ("new friday.toml --until 23:00", "tells at each turn's end how many turns fit"),
    ),
    "play": (
        ("play friday.toml", "asks, tells you what to move on the board, saves each answer"),
        ("play friday.toml --plain", "numbers and lines only"),
        ("play friday.toml --until 23:30", "when it is to end; none: when it ends"),
    ),
    "do": (
        ('do friday.toml "place worker stone mine"', "a move"),
        ('do friday.toml "resolve recruiter [trade 3 wood iron / done]"', "with what it asks"),
        ('do quest.toml "journey 3" "end turn"', "several moves, here of Enchanters"),
        ("do friday.toml --from friday.moves --dry-run", "moves from a file, only tried"),
    ),
    "next": (
        ("next friday.toml", "who decides what, and all legal moves"),
        ("next friday.toml --json", "for scripts"),
    ),
    "status": (("status friday.toml", "holdings, mines, spaces, the battle"),),
    "watch": (("watch friday.toml", "the board on a second screen, as the game goes on"),),
    "table": (
        ("table friday.toml", "everybody plays on a telephone; who scans the code is in"),
        ("table friday.toml --open-board", "the board is open to every screen of the network, at /board"),
    ),
    "why": (
        ("why friday.toml", "the last entry: its arithmetic, rules, and what a switch decided"),
        ("why friday.toml 12", "entry 12 of the log"),
    ),
    "look": (("look friday.toml Anna", "Anna's hand, which only Anna may see"),),
    "log": (
        ("log friday.toml --last 10", "the last ten entries"),
        ("log friday.toml --moves", "a script that rebuilds the game"),
    ),
    "undo": (("undo friday.toml", "the last step"), ("undo friday.toml --to 12", "all after entry 12")),
    "redo": (("redo friday.toml", "what was undone last"),),
    "adjust": (
        ("adjust friday.toml", "asks what is wrong"),
        ("adjust friday.toml Anna food 7 --because miscounted", "logged, with the reason"),
        ("adjust friday.toml Bo gains creature Golem, biblical 2", "a new card comes with what it is"),
        ("adjust quest.toml Anna wounds -2", "two less, here of Enchanters"),
        ("adjust friday.toml leave Bo", "Bo goes home"),
    ),
    "amend": (
        ('amend friday.toml 12 "place worker stone mine"', "entry 12 was another move"),
        ("amend friday.toml 12 --remove", "remove entry 12"),
    ),
    "verify": (
        ("verify friday.toml", "check that log and state agree"),
        ("verify friday.toml --accept --because miscounted", "keep a change by hand"),
    ),
    "guide": (
        ("guide", "Conjurers"),
        ("guide enchanters", "another game"),
        ("guide conjurers cards", "one part of a guide"),
    ),
    "demo": (
        ("demo", "Enter goes on"),
        ("demo --no-wait", "all at once"),
        ("demo --game enchanters", "another game's"),
    ),
    "config": (
        ("config", "all preferences"),
        ("config plain on", "numbers and lines, everywhere"),
        ("config deck box.toml", "your cards; new ones are remembered there"),
        ("config dice --reset", "as usual again"),
        ("config alias Jo=Joanna", "one person, two spellings"),
    ),
    "cards": (
        ('cards add box.toml "Wolf: level 1, earth, 5/2, poisonous"', "a card in a line"),
        ("cards list box.toml greek flying", "cards with both words"),
        ("cards missing box.toml", "what of the box isn't there yet"),
    ),
    "cards list": (("cards list box.toml", "all"), ("cards list box.toml greek flying", "those with both words")),
    "cards show": (("cards show box.toml Wolf sph", "the beginning of a name is enough"),),
    "cards add": (
        ("cards add box.toml", "asks for one after the other"),
        ('cards add box.toml "Dirk: power hit 1, costs 2 iron and 1 wood"', "an item"),
    ),
    "cards edit": (
        ("cards edit box.toml Wolf 6/2 flying", "other values, an ability more"),
        ('cards edit box.toml Wolf "no poisonous" "name Dire Wolf"', "an ability less, another name"),
    ),
    "cards remove": (("cards remove box.toml Wolf", "the whole name"),),
    "cards check": (("cards check box.toml", "what is wrong or unusual"),),
    "cards missing": (("cards missing box.toml", "what of the box isn't there yet"),),
    "cards compare": (("cards compare box.toml theirs.toml", "two decks, card by card"),),
    "cards import": (("cards import box.toml box.csv --dry-run", "only say what would be done"),),
    "cards export": (("cards export box.toml box.csv", "for a spreadsheet"),),
}
"""Examples of every command, by its name."""


NEXT: Mapping[str, str] = {
    "score": "score {file} --html {stem}.html",
    "story": "score {file} --html {stem}.html",
    "odds": "battle {file}",
    "do": "next {file}",
    "next": 'do {file} "MOVE"',
    "status": "next {file}",
    "look": "play {file}",
    "ask": "rules ID, for one entry with its example",
    "log": 'amend {file} N "MOVE"',
    "undo": "redo {file}",
    "redo": "next {file}",
    "adjust": "status {file}",
    "amend": "log {file}",
    "verify": "play {file}",
    "config": "new FILE",
    "cards list": "cards show {deck} NAME",
    "cards show": "cards edit {deck} NAME CHANGE",
    "cards add": "cards missing {deck}",
    "cards edit": "cards check {deck}",
    "cards remove": "cards missing {deck}",
    "cards check": "cards edit {deck} NAME CHANGE",
    "cards missing": "cards add {deck}",
    "cards compare": "cards edit {deck} NAME CHANGE",
    "cards import": "cards check {deck}",
}
"""Likely next command after each one; commands that are missing here suggest it themselves."""
