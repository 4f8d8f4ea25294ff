"""The glory of Enchanters."""
