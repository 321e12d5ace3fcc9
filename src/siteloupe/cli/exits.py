"""Exit codes, so that a script knows what happened without reading."""

import enum


class Exit(enum.IntEnum):
    """What ended the command; 1 is left to errors nobody foresaw."""

    ANSWERED = 0
    REFUSED = 2  # the input: a URL, an option, a setting, a folder
    UNREACHABLE = 3  # no answer at all
    BLOCKED = 4  # the site answered, but not with a page that can be read
    INTERRUPTED = 130  # 128 + SIGINT
    READER_GONE = 141  # 128 + SIGPIPE, as a program in a pipe ends
