"""The service's front with two echoing analyses."""

from tests.fronts import app, build, clock, health, sites

__all__ = ["app", "build", "clock", "health", "sites"]
