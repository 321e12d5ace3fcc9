"""The private-address wall: which IP addresses the service may talk to."""
