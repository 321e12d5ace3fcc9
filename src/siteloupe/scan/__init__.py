"""Many sites at once: a list goes in line by line, a record for each line comes out, in flat memory.

Nothing here holds more than a window of the list. What has been found stands in a file that is only ever
appended to, so a scan that was killed goes on where it was.
"""
