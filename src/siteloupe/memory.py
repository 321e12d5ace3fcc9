"""The memory of a process that judges page after page."""

from siteloupe.allocator import keep_freed_memory
from siteloupe.garbage import collect_less


def set_for_pages() -> None:
    """Set the allocator and the collector for it. Call once, when the process is set up."""
    keep_freed_memory()
    collect_less()
