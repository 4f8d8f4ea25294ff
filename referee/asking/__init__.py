"""What is asked: questions and procedures, dice, what can be said instead of an answer, who plays."""
