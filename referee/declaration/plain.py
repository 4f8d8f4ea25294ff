"""Screens and arithmetic of a game that draws nothing of its own: made of its counters, piles and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.asking.question import FEW
from referee.declaration.changes import Counted
from referee.declaration.game import Explaining, G, Game, Happened, S, Scores, Screens
from referee.declaration.tracking import (
    EVERYTHING,
    NOT_TRACKED,
    PLAYERS,
    TABLE,
    Counter,
    Owners,
    declarations,
    kinds_of_owners,
    missing,
    public_view,
)
from referee.effects.rules import format_change
from referee.play.event import Event, names_of
from referee.rulebook.rules import rulebook

if TYPE_CHECKING:
    from referee.scores.score import Outcome
    from referee.text.screen import Screen


def screens_of(game: Game[Any, Any]) -> Screens[Any, Any]:
    """Return a game's own screens, or those made of what it declares."""
    return game.screens() if game.screens is not None else plain_screens(game)


def plain_screens(game: Game[Any, Any], **own: Any) -> Screens[Any, Any]:
    """Make screens of what a game declares; `own` are those that it draws itself, as a board."""
    made: dict[str, Any] = {
        "status": partial(_status, game),
        "board": partial(_status, game),
        "tell": tell,
        "show_start": lambda setup, screen: None,
    }
    return Screens(**(made | own))


def plain_scores(
    game: Game[G, S],
    winners: Callable[[G, S], Sequence[str]],
    reasons: Mapping[str, str],
    counts: Callable[[G, Any], dict[str, str]] | None = None,
) -> Scores[G, S]:
    """Make scores without points, of a game that is over once it has `winners`, for the only one of the `reasons`.

    `counts` is what is shown of a player; by default what everybody sees.
    """

    from referee.scores.score import Outcome, PlayerScore, without_points

    def outcome(setup: G, state: S) -> Outcome:
        won, rules = tuple(winners(setup, state)), game.rules()
        counts_of = counts or (
            lambda setup, player: {one.name: one.describe(player) for one in declarations(rules, PLAYERS)}
        )
        standing = tuple(PlayerScore(player.name, counts=counts_of(setup, player)) for player in state.players)
        return Outcome(next(iter(reasons)) if won else None, won, standing, over=bool(won))

    return Scores(outcome=outcome, words=lambda: without_points(game.name, game.title, reasons))


def explaining_of(game: Game[Any, Any]) -> Explaining[Any, Any]:
    """Return what `why` needs of a game: its own, or made of events, counters and switches."""
    if game.explaining is not None:
        return game.explaining()
    rules = game.rules()
    return Explaining(
        describe=lambda setup, before, events: arithmetic_of(game, before, events),
        seen=lambda setup, state: {"turn": rules.label(state)},
        alternatives=lambda setup, state: game.setup().alternatives(setup, lambda other: state),
    )


def arithmetic_of(game: Game[Any, Any], before: Any, events: Sequence[Event]) -> list[Happened]:
    """Describe events with their arithmetic, "5 - 2 = 3 gold"; `before` is the state that they changed."""
    rules = game.rules()
    piles = [pile.as_counter for pile in rules.piles if not pile.open]
    name, purse = names_of(before.players), Purse([*rules.counters, *piles], before)
    return [Happened(event.sentence(name), tuple(purse.steps(event)), rules_of(event)) for event in events]


def rules_of(event: Event) -> tuple[str, ...]:
    """Return the ids of the rules and rulings behind an event."""
    return tuple(getattr(event, "rules", ()))


class Purse:
    """Current value of every count while events are applied one by one."""

    def __init__(self, counters: Sequence[Counter[Any]], before: Any) -> None:
        self._players = [player.name for player in before.players]
        self._counters = counters
        self._units = {one.name: one.unit for one in counters}
        self._has = {
            (one.owners.kind, name, one.name): one.of(owner)
            for one in counters
            for name, owner in one.owners.all_in(before).items()
        }

    def steps(self, event: Event) -> list[str]:
        """Apply an event; format each change as "5 - 2 = 3 gold"."""
        if isinstance(event, Counted):
            kind, counter = event.counter.owners.kind, event.counter.name
            self._has[kind, event.owner, counter] = event.now - event.by
            why = [f"{event.counted}: {event.by:+}"] if event.counted else []
            return [*why, *([self._change(kind, event.owner, counter, event.by)] if event.by else [])]
        return [self._change(*self._whose(event, counter), by) for counter, by in event.amounts().items() if by]

    def change(self, player: int, counter: str, by: int) -> str:
        """Apply a change of a player's counter; format it as "5 - 2 = 3 crystals"."""
        return self._change(PLAYERS.kind, self._players[player], counter, by)

    def _whose(self, event: Event, counter: str) -> tuple[str, str, str]:
        """Find the count that an event changes: of the first kind of owner with this counter that the event names.

        Where it names several, as a unit that takes an area's stone does, the kind stands before it: "area stones".
        """
        kinds = [one.owners.kind for one in self._counters if counter in (one.name, f"{one.owners.kind} {one.name}")]
        kind = next(kind for kind in kinds if kind == TABLE.kind or hasattr(event, kind))
        name: str = "" if kind == TABLE.kind else getattr(event, kind)
        if kind == PLAYERS.kind:
            name = self._players[getattr(event, kind)]
        return kind, name, counter.removeprefix(f"{kind} ")

    def _change(self, kind: str, name: str, counter: str, by: int) -> str:
        had = self._has[kind, name, counter]
        self._has[kind, name, counter] = had + by
        unit = self._units[counter]
        what = (unit or counter) if had + by != 1 else (unit or counter).removesuffix("s")
        return f"{counter}: {format_change(had, by)} {what}" if unit else f"{format_change(had, by)} {what}"


def tell(state: Any, events: Sequence[Event], screen: Screen, told: Any) -> None:
    """Show events one below the other, or in a paragraph where the screen is `dense`."""
    names = names_of(state.players)
    texts = [text for event in events if (text := event.sentence(names))]
    for text in [" ".join(texts)] if screen.dense and texts else texts:
        screen.print_indented(text)


def light_status(game: Game[Any, Any], setup: Any, state: Any, screen: Screen, *, asked: bool) -> None:
    """Show what is tracked of a game that doesn't track everything, once something is there to show.

    If it was `asked` for, show all of it, and what isn't tracked; in a battle, show the battle.
    """
    from referee.text.screen import show_rows

    rules = game.rules()
    levels, unknown = rules.tracking_levels, missing(rules, state)
    assert levels is not None
    label = rules.label(state)
    screen.line(f"{label[:1].upper()}{label[1:]} · {levels.heading(state)}", style="bold")
    if rules.in_battle(state):
        screens_of(game).under_way(state, screen)
        return
    visible = public_view(rules, state)
    partly = [] if state.known == EVERYTHING else levels.lighter[state.known].partly
    some = [name for name in partly if any(getattr(player, name) for player in state.players)]
    shown = [one.name for one in declarations(rules, PLAYERS) if one.name in some or one.name not in unknown]
    rows = [(player.name, [_known(visible, player, one) for one in shown]) for player in state.players]
    if not (asked or any(value not in ("", "0") for _, values in rows for value in values)):
        rows = []
    if screen.plain or not shown:
        for name, values in rows:
            counts = ", ".join(f"{one} {value}" for one, value in zip(shown, values, strict=True) if value)
            if counts:
                screen.line(f"{name}: {counts}")
    elif rows:
        heads = ["", *(f"{one} so far" if one in partly else one for one in shown)]
        kinds = ["left", *("left" if one in partly else "right" for one in shown)]
        show_rows(screen, heads, [[name, *(one or "none" for one in values)] for name, values in rows], *kinds)
    for line in rules.light.lines(setup, state) if rules.light is not None else ():
        screen.line(line)
    if asked:
        screen.line(f"not tracked: {', '.join(unknown)}", style="dim")


def _known(visible: Mapping[str, str], player: Any, name: str) -> str:
    """Format a count as it is known; of a pile that is known in part, the known cards."""
    count = visible[f"{player.name}'s {name}"]
    return ", ".join(getattr(player, name)) if count == NOT_TRACKED else count


def notation(game: Game[Any, Any]) -> str:
    """Format all that can be typed for moves and corrections as a page in Markdown."""
    cite = rulebook(game.name).in_words
    found = [f"# {game.title}: what can be typed"]
    for when, moves in game.moves.items():
        found.append(f"\n## {when}\n")
        for said, about, rule in moves().notation():
            typed = " or ".join(f"`{one}`" for one in said)
            found.append(f"- {typed}: {about}{f' ({cite(rule)})' if rule else ''}")
    found += ["\n## Corrections\n", *(f"- `{one}`" for one in game.rules().all_corrections.usage)]
    return "\n".join(found)


def _status(game: Game[Any, Any], setup: Any, state: Any, screen: Screen) -> None:
    """Show the place in the game, a row for each owner, and what lies on the table."""
    rules = game.rules()
    label = rules.label(state)
    screen.line(f"{label[:1].upper()}{label[1:]}", style="bold")
    visible = public_view(rules, state)
    for kind in kinds_of_owners(rules):
        counts = [one.name for one in declarations(rules, kind)]
        if kind is TABLE:
            for one in counts:
                screen.line(f"{one}: {visible[one] or 'none'}")
        else:
            rows = [(name, [visible[kind.whose(name) + one] for one in counts]) for name in kind.all_in(state)]
            _show_owners(kind, rows, counts, screen)


def _show_owners(kind: Owners, rows: Sequence[tuple[str, list[str]]], counts: Sequence[str], screen: Screen) -> None:
    """Show a row for each owner, with all that it has."""
    from referee.text.screen import show_rows

    if screen.plain or len(counts) > FEW:
        for name, values in rows:
            lines = [
                f"{one} {value}"
                for one, value in zip(counts, values, strict=True)
                if len(counts) <= FEW or not value.startswith("0")
            ]
            screen.print_indented(f"{name}: {', '.join(lines)}", 0)
        return
    heads = ["" if kind is PLAYERS else kind.kind, *counts]
    show_rows(screen, heads, [[name, *values] for name, values in rows], "left", *["right"] * len(counts))
