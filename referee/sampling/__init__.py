"""Chances that nobody can reckon: estimated by trying again and again, and never told without their uncertainty."""
