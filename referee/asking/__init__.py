"""Questions and the procedures that ask them; moves, dice, commands, interrupts, players' names."""
