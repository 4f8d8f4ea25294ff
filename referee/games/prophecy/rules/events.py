"""What happens outside of fights, as the only thing that the rules say, and in which words.

Players are numbers, cards are called as the program calls them, spaces as they are shown. `rules` are the ids of the
rules and rulings behind an event.
"""

from __future__ import annotations

from typing import Annotated, Literal

from referee.games.prophecy.tables import chance_cards
from referee.games.prophecy.vocabulary import UNCOUNTED, CardName, Result
from referee.play.event import Event, Names, Seat, Seats, ShownBy
from referee.text.grammar import so_many
from referee.text.names import fold, printed

Rules = tuple[str, ...]
Card = Annotated[CardName, ShownBy(printed)]


def _cards(number: int) -> str:
    return so_many(number, "card")


def _chance_cards(number: int) -> str:
    return so_many(number, "Chance card")


What = Literal["gold", "experience", "health", "magic", "strength", "willpower"]
"""What is counted: Health and Magic are cubes going right and left, Strength and Willpower cubes from the bank."""


class RoundBegan(Event, frozen=True, tag=True):
    """A player's round."""

    says = "It is {player}'s round."
    player: Seat
    round: int
    rules: Rules = ("one-round",)


class TurnBegan(Event, frozen=True, tag=True):
    """An additional turn in the same round."""

    says = "{player} has another turn ({source})."
    player: Seat
    turn: int
    source: Card
    rules: Rules = ("players-turns", "P14")


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over; `why` says what cut it short."""

    says = "{player}'s turn is over[why? ({why})]."
    player: Seat
    why: str = ""
    rules: Rules = ("players-turns",)


class ChanceDrawn(Event, frozen=True, tag=True):
    """A Chance card, which goes to the discards when it is carried out; `left` are in the deck."""

    says = "{player} draws {card}; {left} left."
    player: Seat
    card: Card
    left: Annotated[int, ShownBy(_chance_cards)]
    rules: Rules = ("chance-card",)

    def describe(self, name: Names) -> str:
        """The event in words, with the turn that it brings."""
        told = chance_cards().get(fold(printed(self.card)))
        twice = told is not None and told.does == "another turn"
        uncounted = f"{name(self.player)} draws {printed(self.card)}."
        drawn = uncounted if self.left > UNCOUNTED // 2 else super().describe(name)
        return drawn + (f" {name(self.player)} has two turns this round." if twice else "")


class ChanceTold(Event, frozen=True, tag=True):
    """A Chance card of which the table carries out what it does; `left` are to the Apocalypse, where they count."""

    says = "{card}[left? ({left} to the Apocalypse)]: {does}."
    player: Seat
    card: Card
    does: str
    rules: Rules
    left: int | None = None


class Handed(Event, frozen=True, tag=True):
    """Gold goes from one player to another."""

    says = "{player} gives {to} {number} Gold ({source})."
    player: Seat
    to: Seat
    number: int
    source: Card
    rules: Rules


class Moved(Event, frozen=True, tag=True):
    """A hero's piece goes to another space."""

    says = "{player} goes to {space} ({how})."
    player: Seat
    space: str
    how: str
    rules: Rules = ("movement",)


class Stayed(Event, frozen=True, tag=True):
    """A hero stays, perhaps doing something else instead of moving."""

    says = "{player} stays in {space}[what? and does {what}]."
    player: Seat
    space: str
    what: str = ""
    rules: Rules = ("movement", "P19")


class PlaneAttacked(Event, frozen=True, tag=True):
    """A hero attacks a plane."""

    says = "{player} attacks the plane of the {plane}; no card of the space is met."
    player: Seat
    plane: str
    rules: Rules = ("attack-on-planes", "P50")


class Returned(Event, frozen=True, tag=True):
    """A hero is back from a plane."""

    says = "{player} is back in {space}."
    player: Seat
    space: str
    rules: Rules = ("battle-in-planes", "P49")


class Placed(Event, frozen=True, tag=True):
    """A card of a deck is laid on a space or plane; face down if it has no name."""

    says = "[card?{card}|A face-down {deck} card] is placed in {where}."
    card: Card
    deck: str
    where: str
    rules: Rules


class NotPlaced(Event, frozen=True, tag=True):
    """A card isn't placed, or does nothing, and why."""

    says = "{why}."
    why: str
    rules: Rules


class TurnedUp(Event, frozen=True, tag=True):
    """A face-down card is turned up."""

    says = "{card} is turned up in {where}."
    card: Card
    where: str
    rules: Rules = ("arrival",)


class Discarded(Event, frozen=True, tag=True):
    """A card leaves the board, or cards that nobody has seen do."""

    card: Card
    deck: str
    number: int = 1
    rules: Rules = ("discarded-cards",)

    def describe(self, name: Names) -> str:
        """The event in words."""
        if not self.card:
            return f"{self.number} {self.deck} card{'s go' if self.number > 1 else ' goes'} to the discards unseen."
        guild = self.deck[:1].isupper()
        return f"{printed(self.card)} goes {f'under the {self.deck} deck' if guild else 'to the discards'}."


class Shuffled(Event, frozen=True, tag=True):
    """Discards become the deck."""

    says = "Shuffle the {deck} deck: {count}."
    deck: str
    count: Annotated[int, ShownBy(_cards)]
    rules: Rules = ("discarded-cards", "P13")


class Took(Event, frozen=True, tag=True):
    """A card comes into a hero's hands."""

    weighty = True
    says = "{player} takes {card} ({source})."
    player: Seat
    card: Card
    source: Card
    rules: Rules


class Lost(Event, frozen=True, tag=True):
    """A card leaves a hero's hands; `to` says where it goes."""

    says = "{player} loses {card} ({source}): {to}."
    player: Seat
    card: Card
    source: Card
    to: str
    rules: Rules


class Damaged(Event, frozen=True, tag=True):
    """An Item is turned face down."""

    says = "{player} turns {card} face down: damaged ({source})."
    player: Seat
    card: Card
    source: Card
    rules: Rules


class Repaired(Event, frozen=True, tag=True):
    """An Item is turned up again."""

    says = "{player} turns {card} up: repaired."
    player: Seat
    card: Card
    rules: Rules = ("repair",)


class Used(Event, frozen=True, tag=True):
    """A rule of a card is used, or comes about by itself."""

    says = "{player}: {card}: {does}."
    player: Seat
    card: Card
    does: str
    rules: Rules


class Boosted(Event, frozen=True, tag=True):
    """A bonus for some time."""

    says = "{player} has {effect} until the {until} is over ({card})."
    player: Seat
    card: Card
    effect: str
    until: str
    rules: Rules


class Lodged(Event, frozen=True, tag=True):
    """A night in the Village."""

    says = "{player} stays overnight, safe until the next turn unless an Artifact is held."
    player: Seat
    rules: Rules = ("lodging", "P26")


class Offered(Event, frozen=True, tag=True):
    """What a beaten hero chooses, or an offer to trade and its answer."""

    says = "{player}: {what}."
    player: Seat
    what: str
    rules: Rules


GONE_HOME = "left the table"
"""Why a player is out who has gone home."""


class Died(Event, frozen=True, tag=True):
    """A hero is eliminated."""

    weighty = turning = True
    says = "{player}'s {hero} is dead ({source})."
    player: Seat
    hero: Card
    source: Card
    rules: Rules = ("death", "P46")


class Arrived(Event, frozen=True, tag=True):
    """A new hero begins."""

    says = "{player} goes on as {hero}, in {space}."
    player: Seat
    hero: Card
    space: str
    rules: Rules = ("new-character", "P47")


class LeftGame(Event, frozen=True, tag=True):
    """A player is out."""

    weighty = True
    says = "{player} is out of the game ({why})."
    player: Seat
    why: str
    rules: Rules

    def describe(self, name: Names) -> str:
        """The event in words, of one who goes home with what is to be done on the table."""
        if self.why != GONE_HOME:
            return super().describe(name)
        return f"{name(self.player)} puts everything back; the hero's piece leaves the board."


class PhaseBegan(Event, frozen=True, tag=True):
    """The Final Battle, the countdown or the Apocalypse begins."""

    says = "{what}"
    what: str
    rules: Rules


class Ended(Event, frozen=True, tag=True):
    """The game is over."""

    weighty = True
    says = "[players?{players:wins} with {artifacts} Artifact(s)|Nobody is left: the game ends without a winner]."
    players: Seats
    artifacts: int
    rules: Rules


class RoundEnded(Event, frozen=True, tag=True):
    """A round is over of which the table keeps the limits."""

    says = "{player} keeps at most {gold} Gold, {experience} Experience, {items} Items, {abilities} Abilities."
    player: Seat
    gold: int
    experience: int
    items: int
    abilities: int
    rules: Rules = ("end-limits", "P23")


class RollTold(Event, frozen=True, tag=True):
    """A roll of a fight whose totals the table tells: the dice `thrown`, the enemy's last. `foe` is a hero or -1."""

    player: Seat
    own: int
    face: int
    enemy: int
    its_face: int
    result: Result
    foe: int = -1
    thrown: tuple[int, ...] = ()
    rules: Rules = ("roll-of-fight",)

    def describe(self, name: Names) -> str:
        """The event in words."""
        own, its = f"{self.own} + {self.face} = {self.own + self.face}", self.enemy + self.its_face
        return f"{name(self.player)}: {own} against {self.enemy} + {self.its_face} = {its}: {self.result}."


class FightTold(Event, frozen=True, tag=True):
    """How a fight came out of which the table carries out what follows; `foe` is a hero, -1 a `creature`.

    `late` is whether a beaten hero hands an Artifact over.
    """

    weighty = True
    player: Seat
    result: Result
    foe: int
    late: bool = False
    health: int = 1
    creature: str = ""

    @property
    def rules(self) -> Rules:
        """The rules behind it."""
        if self.foe >= 0:
            late = ("final-battle", "P56") if self.late else ("win-hero",)
            return ("draw-hero",) if self.result == "drawn" else late
        return {"won": ("win-creature",), "drawn": ("draw",), "lost": ("loss-ends-turn", "P28")}[self.result]

    def describe(self, name: Names) -> str:
        """The event in words."""
        who = name(self.player)
        if self.foe < 0:
            return {
                "won": f"{who} wins: {self.creature or 'the Creature'} goes to the discards; "
                "its Experience and reward.",
                "drawn": f"Drawn: no harm, and {who}'s turn is over.",
                "lost": f"{who} loses: {self.health} Health, unless the card tells of something else; "
                "the turn is over.",
            }[self.result]
        if self.result == "drawn":
            return "Drawn: nothing happens."
        winner, loser = (who, name(self.foe)) if self.result == "won" else (name(self.foe), who)
        if self.late:
            return f"{winner} wins: {loser} hands an Artifact over."
        return f"{winner} wins: {loser} loses {self.health} Health, or offers all Items and {winner} takes one."


class ArtifactTold(Event, frozen=True, tag=True):
    """An Artifact goes to a player (-1: it lies where a hero died); `before` is who had it."""

    weighty = True
    player: int
    card: Card
    before: str = ""
    rules: Rules = ("artifacts", "P52")

    def describe(self, name: Names) -> str:
        """The event in words."""
        come = f" from {self.before}" if self.before else ""
        if self.player < 0:
            return f"{printed(self.card)} lies on the board{f' ({self.before} had it)' if self.before else ''}."
        return f"{name(self.player)} takes {printed(self.card)}{come}."


class AllCounted(Event, frozen=True, tag=True):
    """What wasn't tracked is counted."""

    says = "All is counted."
    ends_turn = True
    rules: Rules = ()


class Stopped(Event, frozen=True, tag=True):
    """The game is over, as the table says."""

    says = "The game is over."
    rules: Rules = ()


class ByHand(Event, frozen=True, tag=True):
    """A card's own words, which the table carries out."""

    says = '{card} says "{text}".'
    player: Seat
    card: Card
    text: str
    rules: Rules = ("card-effects",)


class Learnt(Event, frozen=True, tag=True):
    """What is printed on a card is known now, read as `line`; of a Chance card of the rulebook nothing is typed."""

    says = "{card} is noted[line?: {line}]."
    card: Card
    rules: Rules = ()
    line: str = ""


class PutRight(Event, frozen=True, tag=True):
    """Something the program had wrong, in words."""

    says = "{what}."
    what: str
    rules: Rules = ()
