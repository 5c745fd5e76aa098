"""A referee for Shithead played with real cards: a camera above the table, the rules on everybody's phone."""

__version__ = "0.1.0"
