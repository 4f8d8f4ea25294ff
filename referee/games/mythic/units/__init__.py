"""Units: their sheets, their text form, and the powers."""
