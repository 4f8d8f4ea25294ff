"""A game at the players' telephones: web pages in the home network, made from the screens."""
