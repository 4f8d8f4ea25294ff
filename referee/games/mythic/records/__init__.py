"""Attacks on a file: read, judged, their odds told, refereed live."""
