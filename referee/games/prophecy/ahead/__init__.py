"""Forecasts for heroes: the exact chance to take each plane, and, by rollouts, when they are ready for one."""
