"""Pictures of results, made to be shared: stacked bars, bands and lines as SVG, a page of HTML around them.

A game gives names, categories and numbers; nothing here knows a game. A picture has no scripts and fetches nothing,
follows the reader's light or dark theme, and repeats in words and textures what its colours mean.
"""
