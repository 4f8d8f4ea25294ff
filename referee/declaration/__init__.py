"""What a game declares of itself: its rules, set-up, screens, scores, cards, secrets and battles."""
