"""What is agreed before the first round."""
