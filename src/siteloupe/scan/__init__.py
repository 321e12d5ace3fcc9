"""Scans of lists: one record for each line, with constant memory.

Only a window of the list is in memory. The results are in a file that only grows, so a scan that was killed
continues where it stopped.
"""
