"""An attack: its values, its dice, its wounds. Nothing here knows a whole game."""
