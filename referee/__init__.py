"""A referee for Shithead played with real cards: a camera above the table, the rules on everybody's phone."""

import sys

__version__ = "0.1.0"

# OpenVINO would tell its makers of every time it is used. Nothing is to leave the house: it does without.
sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
