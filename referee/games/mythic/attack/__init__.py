"""An attack: its values, its dice, its wounds. Independent of whole games."""
