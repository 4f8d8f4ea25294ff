"""The screens of Conjurers on a terminal: events, boards and scores as text and tables."""
