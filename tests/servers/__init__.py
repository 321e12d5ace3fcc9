"""Real servers on loopback for the tests to talk to."""
