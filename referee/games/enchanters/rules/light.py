"""Light mode: turns of which only the player, fights and wounds are tracked, the rest counted (End of the game)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Self

from msgspec import Meta

from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Procedure, Question, free_text, whole_number
from referee.declaration.statements import read_report, untracked
from referee.declaration.tracking import BATTLES, EVERYTHING, SCORE, wants_more
from referee.effects.phrases import Also, Names
from referee.errors import Illegal, Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, StrikeEveryone, WoundsEffect, read_card_name
from referee.games.enchanters.cards.language import CardNames, card_question, learn, pick_named, read_village
from referee.games.enchanters.rules import context as e
from referee.games.enchanters.rules.combat import strike
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import perform
from referee.games.enchanters.rules.state import WOUNDS as MARKERS
from referee.games.enchanters.rules.state import GameState, Setup, most_on_track
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.text.grammar import FIGURES
from referee.text.names import fold, is_nothing, names_in, numbers_by_name, printed, word_set
from referee.text.pattern import lazy_pattern

MONSTER = "the monster"
"""Name of a monster that isn't named."""

PARTS = ("items", "enchantments", "monsters", "dragons", "village")
"""Parts of a player's glory, pile by pile; wounds are counted separately."""
MOST = 999
Many = Annotated[int, Meta(ge=0, le=MOST)]
Spoken = Annotated[
    int, Meta(ge=0, le=MOST), Also({word: int(figure) for word, figure in FIGURES.items()} | {"no": 0, "all": MOST})
]
ACTIVE, EVERYBODY, OTHERS = -1, -2, -3
"""Values of `Whose` besides seats: the active player, all players, all but the active one."""
Whose = Annotated[
    int,
    Names(
        "player",
        lambda quest: {player.name: seat for seat, player in enumerate(quest.state.players)},
        also=dict.fromkeys(("everybody", "everyone"), EVERYBODY)
        | dict.fromkeys(("everybody else", "everyone else", "every other player", "the others"), OTHERS),
    ),
]
_FOUGHT = ("fight", "fights", "fought", "attack", "attacks", "attacked", "beat", "beats", "kills", "killed")
_VALUES = "{strength}/{health}[ (|,|with|against|vs) {defence}/{attack}]"
_PAIR = lazy_pattern(r"(\d{1,3}) ?[/ ] ?(\d{1,3})")
_NAMED = {
    "strength": "strength|str",
    "health": "health|hp|hit points|life",
    "defence": "defence|defense|def|shield",
    "attack": "attack|att|atk|damage",
}
"""Names of a fight's values, in the order in which they are recorded."""
_IN_FIGHT = word_set("a against an fight fights fought i is kill killed lost monster my of the with won")
"""Words before the values of a fight that don't name the monster."""


def lighten(game: GameState) -> None:
    """Drop what a light table doesn't track. Raises Unreadable after the end."""
    if game.over:
        raise Unreadable("what is tracked can't be changed now: the game is over")
    for player in game.players:
        player.items, player.enchantments, player.monsters = [], [], []
    game.track, game.graveyard, game.used, game.boosts, game.deck, game.resting = [], [], [], [], 0, False
    game.spared = ""


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """Return the procedure of the next decision; None when the game is over."""
    return None if state.over else _turn(Quest(setup, state, events))


def _turn(quest: Quest) -> Procedure[None]:
    """Ask for one event of the turn, or for its end."""
    light, name = quest.state.known == BATTLES, quest.active.name
    note = " · everything is tracked from the next turn on" if wants_more(quest.state) else ""
    again = f"{name} has fought this turn. Unless a card leads to another fight, end the turn first."
    asked = (TOLD if light else COUNTED).question(
        quest,
        "turn",
        f"{name}'s turn{note}",
        who=name,
        default="end turn",
        open=light,
        hint="like fight 4/3 2/3 (strength/health, defence/attack)" if light else "",
        warns=lambda move: again if isinstance(move, LightFight) and quest.state.major else "",
    )
    yield from ask_move(asked, quest)


def _read_told(text: str) -> str:
    """Return a statement, a fight's named values as numbers: "goblin 4/3, I have 2 defence and 3 attack".

    Raises Illegal for what hasn't happened.
    """
    if not re.search(rf"(?i)\b(?:has|have|me|mine|{'|'.join(_NAMED.values())})\b", text):
        return read_report(text)
    typed = re.sub(r"(\d+) ?/ ?(\d+)", r"strength \1 health \2", read_report(text), count=1)
    typed = re.sub(r"(\d+) ?/ ?(\d+)", r"defence \1 attack \2", typed, count=1)
    values = _named_values(typed, _NAMED)
    if not values:
        return text
    begins = re.search(rf"(?i)\b(?:{'|'.join(_NAMED.values())})\b|\d", typed)
    before = re.split(rf"(?i)\b(?:{'|'.join(_FOUGHT)})\b", typed[: begins.start() if begins else 0])[-1]
    words = [word for word in re.findall(r"[^\W\d]+", before) if fold(word) not in _IN_FIGHT]
    return f"fight {' '.join(words)} {'/'.join(values[:2])} {'/'.join(values[2:])}"


def _named_values(typed: str, names: Iterable[str]) -> list[str]:
    """Return the numbers of a text that stand beside these names, in their order; [] if it has others or too few."""
    said = re.findall(rf"\b(?:{'|'.join(_NAMED.values())})\b|\d+", fold(typed))
    pairs = [sorted(pair, key=str.isdigit) for pair in zip(said[::2], said[1::2], strict=False)]
    values = [next((one for word, one in pairs if word in _NAMED[name].split("|")), "") for name in names]
    return values if len(said) == 2 * len(values) and all(values) else []


def _player_names(quest: Quest) -> dict[str, str]:
    """Return the names that no monster can have, those of players, each with the reason."""
    return {player.name: f"{player.name} is a player" for player in quest.state.players}


class EndTurn(Move[Quest], frozen=True):
    """The end of a turn."""

    says = "(end turn|end|done|next|next turn|next player)"

    def do(self, quest: Quest) -> None:
        """Begin the next player's turn."""
        game = quest.state
        game.major = False
        quest.emit(e.TurnEnded(game.active))
        game.active = (game.active + 1) % len(game.players)
        game.turn += 1
        quest.emit(e.TurnBegan(game.active, game.turn))


class GameOver(Move[Quest], frozen=True):
    """The end of the game."""

    says = "game over"
    leads_to = "deck and track are empty: the glory is counted"

    def do(self, quest: Quest) -> None:
        """End the game with this turn."""
        quest.emit(e.TurnEnded(quest.state.active))
        quest.state.major, quest.state.over = False, True
        quest.emit(e.GameEnded())


class LightFight(Move[Quest], frozen=True):
    """A fight: the monster, its strength and health, the player's defence and attack; -1 for what is asked for."""

    says = (
        f"({'|'.join(_FOUGHT)})[ {_VALUES}]",
        f"({'|'.join(_FOUGHT)}) (|with|against) {{monster}} (|,|:) {_VALUES}",
        f"(lost|won) against (|a) {_VALUES}",
        f"(lost|won) against {{monster}} (|,|:) {_VALUES}",
        _VALUES,
    )
    leads_to = "the monster's strength/health, then your defence/attack"
    monster: Annotated[str, untracked("monster", _player_names, _FOUGHT)] = ""
    strength: Many = -1
    health: Many = -1
    defence: Many = -1
    attack: Many = -1

    def do(self, quest: Quest) -> Procedure[None]:
        """Resolve the fight: the monster strikes, then the player attacks (Combat).

        What the rulebook prints of a monster with this name is done if it counts wounds, else said.
        """
        game, name, monster = quest.state, quest.active.name, self.monster or MONSTER
        game.major = True
        strength, health, defence, attack = self.strength, self.health, self.defence, self.attack
        if strength < 0:
            strength, health = yield _pair_question("monster", "The monster's strength and health", "like 4/3")
        if defence < 0:
            defence, attack = yield _pair_question("player", f"{name}'s defence and attack", "like 2/3")
        entry = tables.printed_cards().get(fold(monster))
        monster, rules = (monster, ()) if entry is None else (entry.name, entry.rules)
        card = Card(name=monster, type="monster", strength=strength, health=health, rules=rules)
        strike(quest, game.active, monster, card, defence)
        if any(rule.has(StrikeEveryone) for rule in card.all_rules):
            other = quest.player(quest.clockwise()[1]).name
            quest.say(f"{monster} strikes everyone; tell what the others take, like {other} takes 2 wounds.", "giant")
        won = attack >= health
        quest.emit(e.Attacked(game.active, monster, attack, (), health, won, ("player-attack",)))
        if not won:
            quest.emit(e.Failed(game.active, monster, None, quest.setup.failed_first == "stays"))
            return
        for rule in card.all_rules:
            if rule.when == "immediate":
                quest.emit(e.Triggered(game.active, monster, rule.does, ("immediate",)))
                counted = [one for one in rule.effects if isinstance(one, WoundsEffect) and not one.who]
                yield from perform(quest, monster, counted)


class Wounds(Move[Quest], frozen=True):
    """Wounds that come or go outside of fights."""

    says = ("wounds +{more}[ {player}]", "wounds -{fewer}[ {player}]")
    leads_to = "or other wounds, not from a fight: wounds -2"
    more: Many = 0
    fewer: Many = 0
    player: Whose = ACTIVE

    @classmethod
    def candidates(cls, quest: Quest) -> Iterable[Self]:
        """Yield an example."""
        return (cls(more=1),)

    def do(self, quest: Quest) -> None:
        """Change the number of wounds."""
        for seat in self.seats(quest):
            quest.count(MARKERS, seat, self.more - self.fewer, "told by the table", ("wounds",))

    def seats(self, quest: Quest) -> list[int]:
        """List the seats of the players whose wounds change."""
        active, every = quest.state.active, range(len(quest.state.players))
        several = {ACTIVE: [active], EVERYBODY: [*every], OTHERS: [seat for seat in every if seat != active]}
        return several.get(self.player, [self.player])


_TAKES = "(takes|take|took|get|gets|got|receive|receives|received|suffer|suffers|suffered)"
_HEALS = "(heals|heal|healed|removes|remove|removed|gets rid of|get rid of|got rid of|loses|lose|lost|minus)"
_MARKERS = "(|of) (|my|her|his|the) (wounds|wound)"


class WoundsSentence(Move[Quest], frozen=True):
    """Wounds that come or go outside of fights, in a sentence."""

    says = (
        f"{{player}} {_TAKES} {{more}} (wounds|wound)",
        f"{_TAKES} {{more}} (wounds|wound)",
        "(+|) {more} (wounds|wound)[ (for|on|to) {player}]",
        "- {fewer} (wounds|wound)[ (for|on|to) {player}]",
        f"[{{player}} ]{_HEALS} {{fewer}} {_MARKERS}",
        "[{player} ](heals|heal|healed) {fewer}",
        "[{player} ](was|is|gets|got|am|) (hit|hurt|wounded) (for|by|) {more} (|wounds|wound)",
        "[{player} ]+{more} (wounds|wound)",
        f"(nobody|no one) {_TAKES} (any|a|) (wounds|wound)",
    )
    listed = False
    more: Spoken = 0
    fewer: Spoken = 0
    player: Whose = ACTIVE

    def complete(self, quest: Quest) -> Any:
        """Return the `Wounds` that it means. Raises Illegal where nothing changes."""
        player = ACTIVE if self.player == quest.state.active else self.player
        move = Wounds(self.more, self.fewer, player)
        have = [(quest.player(seat).name, quest.player(seat).wounds) for seat in move.seats(quest)]
        if self.fewer and not any(many for _, many in have):
            raise Illegal(f"{have[0][0]} has no wounds" if len(have) == 1 else "they have no wounds", "wounds")
        if not self.more and not self.fewer:
            raise Illegal("0 wounds: there is nothing to record", "wounds")
        return Wounds(self.more, min(self.fewer, max(many for _, many in have)), player)


TOLD = Moves(EndTurn, LightFight, Wounds, WoundsSentence, GameOver, marks=",/:+-", typed=_read_told)
"""Moves of a turn."""
COUNTED = Moves(EndTurn, GameOver)
"""Moves of a turn where only the score is tracked."""


def _pair_question(key: str, prompt: str, hint: str) -> Question[tuple[int, int]]:
    prompt_values = [name for name in _NAMED if name in prompt]

    def parse(text: str) -> tuple[int, int]:
        match = _PAIR.fullmatch("/".join(_named_values(text, prompt_values)) or text.strip())
        if match is None:
            raise Unreadable(f'can\'t read "{text}"; write two numbers, {hint}')
        return int(match[1]), int(match[2])

    return Question(key, prompt, parse, hint=hint, write=lambda pair: "/".join(map(str, pair)))


# --- the count ------------------------------------------------------------------------------------


def count(setup: Setup, game: GameState, events: list[Any]) -> Procedure[None]:
    """Ask for what isn't tracked: the glory pile by pile at the end, or what lies where before more is tracked."""
    quest = Quest(setup, game, events)
    for number, player in enumerate(game.players):
        if game.known == SCORE:
            has = str(player.wounds)
            player.wounds = yield whole_number("wounds", f"{player.name}'s wounds", 0, MOST, default=has)
        if game.over:
            player.glory = yield _glory_question(player.name)
        elif game.tracking == EVERYTHING:
            yield from _ask_holdings(quest, number)
    if game.tracking == EVERYTHING and not game.over:
        yield from _ask_table(quest)


def _glory_question(name: str) -> Question[dict[str, int]]:
    """Return the question for the glory of each pile and of the village: five numbers, or each with its name."""

    def parse(text: str) -> dict[str, int]:
        found = numbers_by_name(text, PARTS, "monsters 9")
        return {part: found[part] for part in PARTS if found.get(part)}

    return Question(
        "glory",
        f"{name}'s glory on {', '.join(PARTS[:-1])}, and by the village",
        parse,
        hint="like 12 4 9 0 3",
        write=lambda found: " ".join(str(found.get(part, 0)) for part in PARTS),
    )


# --- cards and supplies ---------------------------------------------------------------------------


def _ask_holdings(quest: Quest, number: int) -> Procedure[None]:
    """Ask for a player's crystals, and for the cards of each pile from the bottom up."""
    player = quest.player(number)
    player.crystals = yield whole_number("crystals", f"{player.name}'s crystals", 0, MOST, default="0")
    for pile in PILES:
        for name in (yield from _ask_cards(quest, pile, f"{player.name}'s {pile}, from the bottom up")):
            player.pile(pile_for(quest.card(name).type)).append(name)


def _ask_table(quest: Quest) -> Procedure[None]:
    """Ask for the village, the track, the graveyard, and the number of cards left in the deck."""
    game = quest.state

    def read(text: str) -> str:
        name, _, rules = text.partition(":")
        read_village(read_card_name(name), rules)
        return text.strip()

    for card in (tables.box().fist, tables.box().enchanting):
        game.learnt += ((yield card_question(card)),)
    line: str = yield free_text("village", "Which village is it", read, hint="with its rules: NAME: RULE; RULE")
    name, _, rules = line.partition(":")
    game.village = read_village(read_card_name(name), rules)
    game.track = yield from _ask_cards(quest, "track", "The cards on the track, starting at the village", known=False)
    game.graveyard = yield from _ask_cards(quest, "graveyard", "The graveyard, from the bottom up", known=False)
    game.deck = yield whole_number("cards", "How many cards does the adventure deck have left", 0, MOST)


def _ask_cards(quest: Quest, key: str, prompt: str, *, known: bool = True) -> Procedure[list[str]]:
    """Ask for cards by their names; if they must be `known`, also for what is printed on new ones."""
    game = quest.state
    spelt = CardNames(quest.setup, [], list(game.in_play()), game.learnt, bare=True).spelt

    def parse(text: str) -> list[str]:
        found: list[str] = []
        for part in [] if is_nothing(text) else names_in(text, spelt):
            seen = [*game.in_play(), *found]
            found.append(pick_named(CardNames(quest.setup, [], seen, game.learnt, bare=True), part).name)
        if key == "track" and len(found) > (places := most_on_track(quest.setup, game)):
            raise Unreadable(f"the track has {places} places")
        return found

    names: list[str] = yield Question(
        key,
        prompt,
        parse,
        default="none",
        hint="names, commas between",
        coins=lambda found: ", ".join(printed(name) for name in found if fold(printed(name)) not in spelt),
        write=lambda found: ", ".join(map(printed, found)) or "none",
    )
    for name in names if known else ():
        yield from learn(quest, name)
    return names
