"""Fights on a file: read, played, judged, their odds told."""
