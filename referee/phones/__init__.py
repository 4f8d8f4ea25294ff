"""A game at everybody's telephone: pages in the home network, made of what the screens show."""
