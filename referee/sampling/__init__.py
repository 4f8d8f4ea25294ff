"""Monte Carlo estimates, always with their confidence interval, for chances that can't be computed exactly."""
