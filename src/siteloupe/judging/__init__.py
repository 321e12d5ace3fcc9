"""Judging: everything that a site wrote is read in processes that can be ended at any time.

A caller gives a task and a capture, and awaits the answer. A process that computes for too long, takes too
much memory or crashes is ended, and the others go on.
"""

from siteloupe.judging.pool import Judges, open_judges
from siteloupe.judging.task import Judge, JudgeInTime, Task, judge_in_thread, judge_until

__all__ = ["Judge", "JudgeInTime", "Judges", "Task", "judge_in_thread", "judge_until", "open_judges"]
