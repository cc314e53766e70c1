"""Tests run with bounds checking in compiled code; this must be set before anything is compiled."""

import os

os.environ.setdefault("LUDOTECA_CHECKED", "1")

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("house")
