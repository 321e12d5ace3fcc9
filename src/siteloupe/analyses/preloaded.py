"""Importing this module runs every analysis once, so that processes forked later have all data in memory."""

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.warm_up import warm_up

warm_up(ANALYSES)
