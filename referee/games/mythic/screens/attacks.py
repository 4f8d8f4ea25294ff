"""Attacks on the screen: verdicts on records, and odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.asking.dice import exactly
from referee.games.mythic.attack.advice import best_way, in_words, ways_text
from referee.games.mythic.attack.assault import attack_event, left_after, no_answer
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import dice_text
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.vocabulary import GAME
from referee.text.grammar import so_many
from referee.text.names import and_list
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.games.mythic.attack.record import Verdict

LEAST = Fraction(1, 2000)
"""Smaller chances aren't shown."""


def show_verdicts(verdicts: Sequence[Verdict], screen: Screen, *, brief: bool = False) -> None:
    """Print the verdicts; if brief, or if there are several, each with attacker and target above it."""
    for number, verdict in enumerate(verdicts, 1):
        of_several = f"{number} of {len(verdicts)}: " if len(verdicts) > 1 else ""
        if of_several or brief:
            attack = verdict.record.attack
            verb = "answers" if attack.kind == "retaliation" else "attacks"
            screen.line(f"{of_several}{attack.attacker.name} {verb} {attack.defender.name}")
        if not brief:
            for line in _describe(verdict):
                screen.line(line)
        if verdict.overruled:
            screen.line(f"The table overrules: {verdict.overruled}.")
        if verdict.illegal is not None:
            screen.line(_illegal(verdict), style="bold")
        for dispute in verdict.disputes:
            said, ruled = _value(dispute.claimed), _value(dispute.ruled)
            screen.line(f"{dispute.what.capitalize()}: the players say {said}; it is {ruled}.", style="bold")
        if verdict.unchecked:
            step = verdict.illegal and verdict.illegal.number
            where = "without a roll" if step is None else f"past step {step}" if step else "of no legal attack"
            screen.line(f"The claim about {and_list(verdict.unchecked)} can't be checked {where}.")
        if verdict.illegal is None and not (verdict.disputes or verdict.unchecked):
            claimed = ", and as claimed" if verdict.record.file.claim.claims() else ""
            screen.line(f"Everything {'else ' * bool(verdict.overruled)}is legal{claimed}.", style="bold")


def show_odds(verdict: Verdict, screen: Screen) -> None:
    """Print the values and the odds before the first roll; after a roll also the odds of each option."""
    if verdict.ready is None or verdict.values is None:
        screen.line(_illegal(verdict), style="bold")
        return
    attack = verdict.record.attack
    screen.line(attack_event(attack, verdict.values).describe(str))
    _show_chances(verdict.ready, attack.defender.vitality, screen)
    if verdict.after:
        screen.line()
        _show_lying(verdict.after[-1], attack.defender.vitality, screen)
    if verdict.illegal is not None:
        screen.line(_illegal(verdict), style="bold")


def show_quick_odds(dice: AttackDice, left: int | None, screen: Screen) -> None:
    """Print the odds of dice against a defence; after a roll, the odds of each option."""
    if dice.stage == "unrolled":
        screen.line(f"{so_many(dice.count, 'die')} against defence {dice.defence}:")
        _show_chances(dice, left, screen)
    else:
        screen.line(f"Against defence {dice.defence}:")
        _show_lying(dice, left, screen)


def _describe(verdict: Verdict) -> Iterator[str]:
    """Describe what happened: the values, each step, and what is left of the target."""
    attack = verdict.record.attack
    if verdict.values is None:
        return
    yield attack_event(attack, verdict.values).describe(str)
    for text, dice in zip(verdict.record.file.steps, verdict.after, strict=False):
        yield f"  {text}: {so_many(dice.placed, 'wound')}, in hand {dice_text(dice.hand)}"
    if verdict.thrown_last is not None and verdict.thrown_last.stage != "average":
        yield f"  Best: {best_way(verdict.thrown_last)}."
    wounds = verdict.dice.placed if verdict.dice is not None else 0
    left = left_after(attack, wounds)
    name = attack.defender.name
    if left is not None:
        yield f"{name}: {f'{left} left' if left else 'destroyed'} ({so_many(wounds, 'wound')})."
    refused = no_answer(attack, wounds, thrown=verdict.target_thrown)
    yield f"No answer: {refused.reason}." if refused else f"{name} may answer, with a card of its own."


def _illegal(verdict: Verdict) -> str:
    from referee.rulebook.rules import rulebook  # loaded only for a message

    illegal = verdict.illegal
    assert illegal is not None
    cited = rulebook(GAME).cite_short(illegal.ruling)
    if not illegal.number:
        return f"The attack isn't allowed: {illegal.reason} ({cited})."
    text = verdict.record.file.steps[illegal.number - 1]
    return f'Step {illegal.number} ("{text}") is not legal: {illegal.reason} ({cited}).'


def _show_chances(dice: AttackDice, left: int | None, screen: Screen) -> None:
    """Print a line for each number of wounds with a chance worth showing, the kill marked; mean and average dice."""
    chances = chances_of(dice)
    rows = [
        (f"{wounds} or more", exactly(chance), "destroyed" if wounds == left else "")
        for wounds, chance in enumerate(chances.at_least)
        if wounds and (chance >= LEAST or wounds == left)
    ]
    for wounds, chance, kill in rows:
        plain = f"{wounds}: {chance}{f' ({kill})' if kill else ''}."
        screen.line(plain if screen.plain else f"{wounds}  {chance:>6}  {kill}".rstrip())
    screen.line(f"Mean {float(chances.mean):.2f} wounds.")
    screen.line(f"Average dice give {so_many(average_wounds(chances), 'wound')}.")


def _show_lying(dice: AttackDice, left: int | None, screen: Screen) -> None:
    """Print the dice in hand, the best use of them, and the odds of each option."""
    screen.line(f"{so_many(dice.placed, 'wound')} placed; in hand {dice_text(dice.hand)}.")
    found = ways_text(dice, left)
    screen.line(f"Best: {next((odds for one, odds in found if not one.moves), best_way(dice))}.")
    described = {in_words(one.moves): odds for one, odds in found if one.moves}
    if not described:
        return
    screen.line("Or throw again:")
    widest = max(map(len, described))
    for moves, odds in described.items():
        screen.line(f"{moves}: {odds}." if screen.plain else f"{moves:<{widest}}  {odds}")


def _value(value: int | bool | None) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
