"""Questions and procedures, moves, dice, commands and interrupts instead of an answer, players' names."""
