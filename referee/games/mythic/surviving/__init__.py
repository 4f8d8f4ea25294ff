"""The chance that a unit survives the round: exact attacks in reach, and Monte Carlo simulations of the round."""
