"""A judged battle on a terminal: each turn with its arithmetic, then what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.moves import MOVES, legal_moves
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.screens.battle import SIDE_STYLES, EventWriter, headline, how_it_stands, show_board
from referee.text.grammar import so_many
from referee.text.screen import Screen, columns

if TYPE_CHECKING:
    from referee.games.conjurers.battle.record import Verdict

_LEGAL_SHOWN = 4


def show_verdict(verdict: Verdict, screen: Screen, *, brief: bool = False) -> None:
    """Show a judged record: each turn with its arithmetic and the board after it, then what is wrong.

    With `brief` only what is wrong.
    """
    record = verdict.record
    start = record.start
    teller = EventWriter(start)
    if not brief:
        screen.line(headline(start, record.file, logged=record.entries is not None), style="bold")
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


def _show_findings(verdict: Verdict, teller: EventWriter, screen: Screen) -> None:
    name, turns = Path(verdict.record.where).name, so_many(len(verdict.record.turns), "turn")
    screen.line(f"{name} · {verdict.battle.kind} · {turns}", style="bold")
    found = columns("left", "*", expand=True)
    for dispute in verdict.disputes:
        creature = teller.name(dispute.creature)
        words = Text(f"claimed {dispute.claimed} damage on {creature}, it is {dispute.ruled}", style="red")
        fighters = verdict.after(dispute.turn - 1).fighters
        before = next(fighter.damage for fighter in fighters if fighter.key == dispute.creature)
        words.append(f"\n{before} before this turn" if before else "", style="not red dim")
        events = verdict.played[dispute.turn - 1].events
        hits = [event for event in events if isinstance(event, e.Hit) and event.target == dispute.creature]
        for line in teller.lines(hits, everyday=True):
            words.append(f"\n{line.plain}", style="not red dim")
        if soon := _poison_to_come(verdict.after(dispute.turn), dispute.creature):
            then = f"{dispute.ruled + soon} after the poison at the start of the next turn"
            words.append(f"\n{then}", style="not red dim")
        found.add_row(f"  turn {dispute.turn}", words)
    disputed = {(dispute.turn, dispute.creature) for dispute in verdict.disputes}
    for played in verdict.played[-1:]:  # where the board now shows another number than the one that is right
        for key, claimed in played.turn.claims.items():
            soon = _poison_to_come(played.after, key)
            if soon and (played.turn.number, key) not in disputed:
                then = f"{claimed + soon} after the poison at the start of the next turn"
                found.add_row(f"  turn {played.turn.number}", f"{claimed} damage on {teller.name(key)}; {then}")
    for played in verdict.played:
        if played.turn.because:
            found.add_row(f"  turn {played.turn.number}", Text(f"agreed against the rules: {played.turn.text}"))
    if illegal := verdict.illegal_data:
        why = illegal["reason"]
        text = f"illegal: {illegal['move']}. {why[:1].upper()}{why[1:]} ({illegal['ruling']})"
        words = Text(text, style="red")
        if legal := _legal(verdict.battle):
            words.append(f"\nLegal: {legal}", style="not red dim")
        found.add_row(f"  turn {illegal['turn']}", words)
    screen.print(found)
    if illegal:
        before = illegal["turn"] - 1
        stands = "every move is legal; the damage is as ruled above" if verdict.disputes else "the record stands"
        screen.line(f"  Up to turn {before} {stands}." if before else "  Nothing stands.")
    elif not verdict.disputes:
        claims = " and every claim right" if any(turn.claims for turn in verdict.record.turns) else ""
        screen.line(f"  Every move is legal{claims}.", style="green")
    screen.line(f"  {how_it_stands(verdict.battle, teller)}")


def _poison_to_come(battle: Battle, key: str) -> int:
    """Return the damage that a creature takes from poison as the next turn begins (B1)."""
    on_turn = () if battle.outcome is not None else battle.in_slots(battle.side_to_move)
    return next((fighter.poison for fighter in on_turn if fighter.key == key), 0)


def _legal(battle: Battle) -> str:
    if battle.outcome is not None:
        return ""
    trial: Sequence[Any] = legal_moves(battle, equipment=False)
    moves = [MOVES.write(move, battle) for move in trial[:_LEGAL_SHOWN]]
    more = len(trial) - len(moves)
    return "; ".join(moves) + (f"; and {more} more" if more > 0 else "")
