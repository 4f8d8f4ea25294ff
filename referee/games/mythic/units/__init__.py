"""Units: their sheets, the words they are typed in, and the powers."""
