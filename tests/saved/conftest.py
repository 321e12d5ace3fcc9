"""Saved pages, and the reports on them."""

import pytest

from siteloupe.analyses import CHECK_CMS
from siteloupe.detect.site import Site
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.saved import offline_settings, saved_visits
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.archives import write_warc


@pytest.fixture
def warc(tmp_path):
    """A function that writes answers as a web archive."""
    return lambda answers, **options: write_warc(tmp_path / "crawl.warc.gz", answers, **options)


@pytest.fixture
def judged():
    """A function that gives the check-cms report of every page saved in a file."""

    async def reports(path, url=None):
        settings = offline_settings(Settings(wporg_api=None), path)
        found = []
        for saved in saved_visits(path, url):
            target = parse(saved.typed, settings.policy)
            fetch = Fetcher(saved.wire, settings)
            capture = await visit_once(
                target, CHECK_CMS.needs, fetch, settings, judge=judge_in_thread, now=lambda at=saved.at: at
            )
            found.append(CHECK_CMS.analyze(Site(capture)))
        return found

    return reports
