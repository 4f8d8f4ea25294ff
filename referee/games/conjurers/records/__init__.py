"""Battles on record: read, judged, refereed live."""
