"""The chance that a unit survives the round: the attacks in reach, exact, and the round played out (estimated)."""
