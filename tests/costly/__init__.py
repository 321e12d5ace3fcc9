"""Sites written to be costly: few bytes that take much computing or memory to judge."""
