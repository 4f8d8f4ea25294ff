"""The screens of Enchanters on a terminal."""
