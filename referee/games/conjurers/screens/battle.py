"""A battle on a terminal: the two boards face to face, and events told with their arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatchmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from referee.games.conjurers.abilities import show_all
from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle import legality, moves
from referee.games.conjurers.battle.state import SIDES, Battle, Fighter, SideName, Source
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME
from referee.names import and_list, fold
from referee.rules import rulebook
from referee.screens import Screen, columns

if TYPE_CHECKING:
    from referee.games.conjurers.record import RecordFile
    from referee.games.conjurers.verdict import Verdict

SIDE_STYLES: Mapping[SideName, str] = {"attacker": "cyan", "defender": "magenta"}
"""The colours of the sides."""

_LEGAL_SHOWN = 4


class Teller:
    """Turns events into lines for people. Creatures of one name on both sides are told with their player."""

    def __init__(self, battle: Battle) -> None:
        self._book = rulebook(GAME)
        self._players = {side: battle.sides[side].player for side in SIDES}
        names = [fold(f.name) for f in battle.fighters]
        self._names = {
            f.key: f.name if names.count(fold(f.name)) == 1 else f"{self._players[f.side]}'s {f.name}"
            for f in battle.fighters
        }

    def name(self, key: str) -> str:
        """A creature's name as it is told."""
        return self._names[key]

    def lines(self, events: Iterable[Any]) -> Iterator[Text]:
        """The events as lines; the rules behind them stand dim at the end, unless they are everyday ones."""
        for event in events:
            words = self.tell(event)
            if not words:
                continue
            style = "red" if isinstance(event, e.Died) else "bold" if isinstance(event, e.BattleEnded) else ""
            if isinstance(event, e.TurnBegan):
                style = f"bold {SIDE_STYLES[event.side]}"
            line = Text(words, style=style)
            if cited := self._cite(event):
                line.append(f"  ({cited})", style="dim not bold")
            yield line

    def _cite(self, event: Any) -> str:
        ids = [rule for rule in getattr(event, "rules", ()) if rule not in _EVERYDAY]
        if isinstance(event, e.Hit):
            ids += [rule for term in (*event.pool, *event.terms) for rule in term.rules if rule != "B9"]
        return self._book.cite(dict.fromkeys(ids)) if ids else ""

    @singledispatchmethod
    def tell(self, event: Any) -> str:
        """One event in words; nothing for what the board shows anyway."""
        raise TypeError(f"no words for {event!r}")

    @tell.register
    def _(self, event: e.TurnBegan) -> str:
        return f"Turn {event.turn} · {self._players[event.side]}"

    @tell.register
    def _(self, event: e.Summoned) -> str:
        worn = f" with {and_list(event.equipment)}" if event.equipment else ""
        return f"{self.name(event.creature)} is summoned into slot {event.slot}{worn}."

    @tell.register
    def _(self, event: e.Moved) -> str:
        return f"{self.name(event.creature)} moves from slot {event.from_slot} to {event.to_slot}."

    @tell.register
    def _(self, event: e.Attacked) -> str:
        return f"{self.name(event.creature)} attacks {self.name(event.target)}."

    @tell.register
    def _(self, event: e.NoFight) -> str:
        return f"No fight with {self.name(event.opponent)}: {event.why}."

    @tell.register
    def _(self, event: e.MagicChosen) -> str:
        return f"{self.name(event.creature)} uses {event.ability} in this fight."

    @tell.register
    def _(self, event: e.NoStrike) -> str:
        return f"{self.name(event.creature)} doesn't strike: {event.why}."

    @tell.register
    def _(self, event: e.Hit) -> str:
        return f"{self.who_hits(event)}: {arithmetic(event)}"

    def who_hits(self, event: e.Hit) -> str:
        """A hit without its arithmetic: "Sphinx strikes Wolf"."""
        source, target = self.name(event.source), self.name(event.target)
        match event.kind:
            case "strike":
                return f"{source} strikes {target}"
            case "multi attack":
                return f"{source}'s multi attack on {target}"
            case "burning":
                return f"{source} burns {target}"
            case "devour":
                return f"{source} devours {target}"
            case "break free":
                return f"{target} breaks free from {source}"
            case "poison":
                return f"Poison in {target}"

    @tell.register
    def _(self, event: e.Marked) -> str:
        creature = self.name(event.creature)
        if event.marker == "frost":
            return f"{creature} gets a frost marker."
        more = "a poison marker" if event.count == 1 else f"another poison marker, {event.count} in all"
        return f"{creature} gets {more}."

    @tell.register
    def _(self, event: e.Immune) -> str:
        creature, by = self.name(event.creature), self.name(event.by)
        if event.whole_fight:
            return f"{creature} is immune: {by}'s burning is cancelled in this fight."
        return f"{creature} is immune to {by}'s {event.to}."

    @tell.register
    def _(self, event: e.LifeStolen) -> str:
        return f"{self.name(event.creature)} steals life: {event.amount} damage off itself."

    @tell.register
    def _(self, event: e.MoraleRose) -> str:
        healed = [f"{self.name(key)} {amount}" for key, amount in event.healed]
        what = f"healed: {', '.join(healed)}" if healed else "nobody is hurt"
        kin = f"{event.others} other {event.mythology} creature{'s' if event.others > 1 else ''}"
        return f"Morale rises ({kin} in slots); {what}."

    @tell.register
    def _(self, event: e.Died) -> str:
        lost = f", and {and_list(event.lost)} {'is' if len(event.lost) == 1 else 'are'} out" if event.lost else ""
        return f"{self.name(event.creature)} dies{lost}."

    @tell.register
    def _(self, event: e.Resurrected) -> str:
        lost = f", without {and_list(event.lost)}" if event.lost else ""
        return f"{self.name(event.creature)} dies and resurrects in its slot, unhurt{lost}."

    @tell.register
    def _(self, event: e.Devoured) -> str:
        return f"{self.name(event.creature)} sits on {self.name(event.victim)} and devours it from its next turn on."

    @tell.register
    def _(self, event: e.Returned) -> str:
        return f"{self.name(event.creature)} goes back to its slot: {event.why}."

    @tell.register
    def _(self, event: e.Bound) -> str:
        return f"{self.name(event.by)} binds {self.name(event.creature)} with {event.piece}."

    @tell.register
    def _(self, event: e.Passed) -> str:
        return f"{self._players[event.side]} passes: {event.why}."

    @tell.register
    def _(self, event: e.BattleEnded) -> str:
        winner = self._players[event.winner]
        match event.reason:
            case "eliminated":
                return f"{winner} wins: the other side has no creature left."
            case "simultaneous":
                return f"{winner} wins: both sides lost their last creature at the same moment."
            case "stalemate":
                attacker, defender = event.tally or (0, 0)
                a, d = self._players["attacker"], self._players["defender"]
                quiet = battle_tables.numbers().quiet_rounds
                return (
                    f"{winner} wins: {quiet} rounds without a battle die, and {attacker} hit points and "
                    f"absorption are left with {a}, {defender} with {d}."
                )


_EVERYDAY = {"summon", "move", "attack", "battle-dice", "B9", "hit-points", "absorption"}
"""Rules that every fight uses; they are not repeated on each line."""


def arithmetic(hit: e.Hit) -> str:
    """A hit spelled out: "5 dice 2+0+1+1+2 = 6, frost -2, defensive -1: 3 dealt, Shield takes 2, 1 received"."""
    parts = []
    if hit.count:
        dice = f"{hit.count} {'die' if hit.count == 1 else 'dice'}"
        if hit.pool:
            dice += f" ({', '.join(f'{term.name} +{term.amount}' for term in hit.pool)})"
        shown = "+".join(map(str, hit.dice)) if hit.dice else "averaged"
        parts.append(f"{dice} {shown} = {hit.rolled}" if hit.count > 1 or not hit.dice else f"{dice} {shown}")
    elif hit.kind == "multi attack":
        parts.append(f"a third of the strike is {hit.rolled}")
    elif hit.kind == "poison":
        parts.append(f"{hit.dealt} {'marker' if hit.dealt == 1 else 'markers'}")
    else:
        parts.append("no dice")
    if hit.kind != "poison":
        parts += [f"{term.name} {term.amount:+}" for term in hit.terms]
    words = f"{', '.join(parts)}: {hit.dealt} dealt"
    for taken in hit.absorbed:
        words += f", {taken.piece} takes {taken.amount} ({f'{taken.left} left' if taken.left else 'it breaks'})"
    if hit.absorbed:
        words += f", {hit.received} received"
    return f"{words}; {max(0, hit.left)} of {hit.hp} left"


# --- the boards -----------------------------------------------------------------------------------


def show_board(battle: Battle, screen: Screen, *, open_hands: bool = False) -> None:
    """The two battle zone boards face to face, and what is in hand and dead.

    `open_hands` names the creatures in hand; otherwise only their number is told.
    """
    from referee.games.conjurers.screens import zones

    if screen.plain:
        _plain_board(battle, screen)
    elif screen.draws and screen.width >= zones.LEAST_WIDTH:
        zones.draw_zones(battle, screen)
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
        table.add_column("", max_width=12, overflow="ellipsis", no_wrap=True)
        for slot in range(1, battle_tables.numbers().slots + 1):
            table.add_column(str(slot), ratio=1, header_style="dim", overflow="fold")
        for side in SIDES:
            cells = [_cell(battle, side, slot) for slot in range(1, battle_tables.numbers().slots + 1)]
            table.add_row(Text(battle.sides[side].player, style=f"bold {SIDE_STYLES[side]}"), *cells)
        screen.print(table)
    screen.line(_aside(battle, open_hands), style="dim")


def _cell(battle: Battle, side: SideName, slot: int) -> Text:
    fighter = battle.holder(side, slot)
    if fighter is None:
        return Text("·", style="dim")
    if fighter.devouring is not None:
        victim = battle.fighters[fighter.devouring]
        away = f"locked: {fighter.name} ({fighter.hit_points_left}/{fighter.card.hp}) sits on {victim.name}"
        return Text(away, style="dim")
    left = fighter.hit_points_left
    cell = Text(fighter.name, style="bold")
    hurt = "" if left == fighter.card.hp else "yellow" if left * 3 > fighter.card.hp else "red"
    cell.append("\n")
    cell.append(f"{left}/{fighter.card.hp}", style=f"not bold {hurt}".strip())
    cell.append(f"  {dice_words(fighter.card.bd)}", style="not bold")
    for line in _details(battle, fighter):
        cell.append(f"\n{line}", style="not bold dim")
    return cell


def _details(battle: Battle, fighter: Fighter) -> Iterator[str]:
    own = show_all(fighter.card.abilities)
    if own:
        yield f"off while bound: {', '.join(own)}" if fighter.bound else ", ".join(own)
    for piece in fighter.worn:
        yield worn_words(piece)
    markers = []
    if fighter.frost:
        markers.append("frost marker")
    if fighter.poison:
        markers.append(f"poison {fighter.poison}")
    if fighter.bound:
        markers.append("bound")
    if markers:
        yield ", ".join(markers)
    if fighter.devoured_by is not None:
        yield f"devoured by {battle.fighters[fighter.devoured_by].name}"


def worn_words(piece: Source) -> str:
    """A worn piece with what it gives, or still absorbs."""
    gives = [words for words in show_all(piece.abilities) if not words.startswith("absorption")]
    if "absorption" in piece.abilities:
        left = piece.absorption_left()
        gives.insert(0, f"absorbs {left} more" if left else "broken")
    return f"{piece.name}: {', '.join(gives)}" if gives else piece.name


def dice_words(count: int) -> str:
    """So many dice: "1 die", "2 dice"."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def _aside(battle: Battle, open_hands: bool) -> str:
    hands = []
    dead = []
    for side in SIDES:
        player = battle.sides[side].player
        waiting = [f.name for f in battle.of(side) if f.in_hand]
        told = ", ".join(waiting) if open_hands and waiting else str(battle.hand_size(side))
        hands.append(f"{player} {told}")
        dead += [f"{battle.fighters[number].name} ({player})" for number in battle.sides[side].dead]
    return f"in hand: {' · '.join(hands)}" + (f"   dead: {', '.join(dead)}" if dead else "")


def _plain_board(battle: Battle, screen: Screen) -> None:
    for side in SIDES:
        player = battle.sides[side].player
        standing = battle.in_slots(side)
        if not standing:
            screen.line(f"{player}: no creature in a slot.")
        for fighter in standing:
            if fighter.devouring is not None:
                what = f"locked, {fighter.name} devours {battle.fighters[fighter.devouring].name}"
            else:
                details = "; ".join(_details(battle, fighter))
                what = f"{fighter.name}, {fighter.hit_points_left} of {fighter.card.hp} hit points, " + (
                    f"{dice_words(fighter.card.bd)}{f'; {details}' if details else ''}"
                )
            screen.line(f"{player}, slot {fighter.slot}: {what}.")


def show_events(battle: Battle, events: Iterable[Any], screen: Screen) -> None:
    """Events told one below the other, each turn under its heading."""
    teller = Teller(battle)
    for event in events:
        for line in teller.lines([event]):
            if isinstance(event, e.TurnBegan):
                screen.line()
                screen.print(line)
            else:
                screen.print_indented(line)


def show_start(battle: Battle, file: RecordFile, screen: Screen) -> None:
    """What battle this is and who fights in it, to check against the cards."""
    screen.line()
    screen.line(headline(battle, file), style="bold")
    for side in SIDES:
        for fighter in battle.of(side):
            card = fighter.card
            kind = f"{card.mythology} {card.level}" if card.mythology else f"level {card.level}"
            element = f", {card.element}" if battle.elements and card.element else ""
            words = ", ".join(show_all(card.abilities)) or "no abilities"
            player = battle.sides[side].player
            screen.line(f"  {player}: {fighter.name}, {kind}{element}, {card.hp}/{card.bd}, {words}")
        for piece in battle.sides[side].equipment:
            screen.line(f"  {battle.sides[side].player}: {piece.name}, {', '.join(show_all(piece.abilities))}")


def show_whose_turn(battle: Battle, screen: Screen) -> None:
    """Whose turn it is, and which; nothing when the battle is over."""
    if battle.outcome is None:
        side = battle.side_to_move
        words = f"Turn {battle.turn + 1} · {battle.sides[side].player}"
        screen.line(words, style=f"bold {SIDE_STYLES[side]}")


def headline(battle: Battle, file: RecordFile) -> str:
    """What battle this is, in one line."""
    attacker, defender = (battle.sides[side].player for side in SIDES)
    optional = [name for name, on in (("elements", battle.elements), ("morale", battle.morale)) if on]
    words = {"entered": "dice typed in", "average": "average dice", "rolled": f"dice rolled, seed {file.seed}"}
    guarded = [f for f in battle.of("defender") if not f.may_wear][1:]
    if guarded:
        what = f"{attacker} fights for {guarded[0].name}, {defender} plays the minion"
    else:
        what = f"{attacker} {'challenges' if battle.kind == 'duel' else 'attacks'} {defender}"
    return " · ".join([battle.kind.capitalize(), what, words[file.dice], *optional])


# --- a verdict ------------------------------------------------------------------------------------


def show_verdict(verdict: Verdict, screen: Screen, *, brief: bool = False) -> None:
    """A judged record: each turn with its arithmetic and the board after it, then what is wrong.

    A `brief` one has only what is wrong.
    """
    record = verdict.record
    start = record.start
    teller = Teller(start)
    if not brief:
        screen.line(headline(start, record.file), style="bold")
        for played in verdict.played:
            screen.line()
            player = start.sides[played.turn.side].player
            heading = f"Turn {played.turn.number} · {player}: {played.turn.text}"
            screen.line(heading, style=SIDE_STYLES[played.turn.side])
            for line in teller.lines(event for event in played.events if not isinstance(event, e.TurnBegan)):
                screen.print_indented(line)
            show_board(played.after, screen, open_hands=True)
        screen.rule()
    _show_findings(verdict, teller, screen)


def _show_findings(verdict: Verdict, teller: Teller, screen: Screen) -> None:
    turns = len(verdict.record.turns)
    counted = "1 turn" if turns == 1 else f"{turns} turns"
    name = Path(verdict.record.where).name
    screen.line(f"{name} · {verdict.battle.kind} · {counted}", style="bold")
    found = columns("left", "*", expand=True)
    for dispute in verdict.disputes:
        creature = teller.name(dispute.creature)
        words = Text(f"claimed {dispute.claimed} damage on {creature}, it is {dispute.ruled}", style="red")
        before = _damage_before(verdict, dispute.turn, dispute.creature)
        words.append(f"\n{before} before this turn" if before else "", style="not red dim")
        for why in _why(verdict, teller, dispute.turn, dispute.creature):
            words.append(f"\n{why}", style="not red dim")
        found.add_row(f"  turn {dispute.turn}", words)
    if verdict.illegal is not None:
        turn = verdict.illegal.turn
        words = Text(
            f"illegal: {turn.text}. {_sentence(verdict.illegal.reason)} ({verdict.illegal.cited})", style="red"
        )
        if legal := _legal(verdict.battle):
            words.append(f"\nLegal: {legal}", style="not red dim")
        found.add_row(f"  turn {turn.number}", words)
    screen.print(found)
    if verdict.illegal is not None:
        before = verdict.illegal.turn.number - 1
        screen.line(f"  Up to turn {before} the record stands." if before else "  Nothing stands.")
    elif not verdict.disputes:
        claims = " and every claim right" if any(turn.claims for turn in verdict.record.turns) else ""
        screen.line(f"  Every move is legal{claims}.", style="green")
    screen.line(f"  {how_it_stands(verdict.battle, teller)}")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _damage_before(verdict: Verdict, number: int, key: str) -> int:
    """The damage on a creature when a turn began."""
    before = verdict.played[number - 2].after if number > 1 else verdict.record.start
    return next(fighter.damage for fighter in before.fighters if fighter.key == key)


def _why(verdict: Verdict, teller: Teller, number: int, key: str) -> list[str]:
    """The hits of a turn that changed the damage on a creature."""
    played = verdict.played[number - 1]
    hits = [event for event in played.events if isinstance(event, e.Hit) and event.target == key]
    return [line.plain for line in teller.lines(hits)]


def _legal(battle: Battle) -> str:
    if battle.outcome is not None:
        return ""
    trial: Sequence[Any] = legality.legal_moves(battle, equipment=False)
    shown = [moves.write(move, battle) for move in trial[:_LEGAL_SHOWN]]
    more = len(trial) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more > 0 else "")


def how_it_stands(battle: Battle, teller: Teller) -> str:
    """Who has won and why, or that the battle goes on."""
    outcome = battle.outcome
    if outcome is not None:
        return teller.tell(e.BattleEnded(outcome.winner, outcome.reason, outcome.tally, ()))
    return f"The battle goes on; {battle.sides[battle.side_to_move].player} is to move."
