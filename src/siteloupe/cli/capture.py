"""``siteloupe capture``: a visit kept as a folder."""

from pathlib import Path

import click

from siteloupe.analyses import ANALYSES, CHECK_CMS
from siteloupe.analyses.analysis import needs_of, what_to_render
from siteloupe.cli.event_loop import run
from siteloupe.cli.options import render_option, settings_to_render, settings_with
from siteloupe.cli.output import spinner
from siteloupe.cli.reports import open_judge
from siteloupe.errors import SiteloupeError, TimedOut
from siteloupe.rendered import RenderResult
from siteloupe.settings import Settings

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("capture")
@click.argument("url")
@render_option
@click.option("--to", "folder", type=_FOLDER, required=True, help="Folder to write; made when missing.")
@click.option("--force", is_flag=True, help="Replace an earlier capture in that folder.")
def capture(url: str, folder: Path, *, render: bool, force: bool) -> None:
    """Visit URL once, for every analysis, and save all that came back.

    With --render, what a browser showed is saved too, and a replay uses it. A visit that failed is
    saved too, and fails the same way when replayed.
    """
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "site.toml").exists():
            raise click.UsageError(f"{folder} is not empty and holds no earlier capture.")
        if not force:
            raise click.UsageError(f"{folder} holds an earlier capture; --force replaces it.")
    with spinner(f"Analyzing {url}"):
        hops = run(_capture(url, folder, settings_to_render(settings_with(), render), render))
    click.echo(f"{hops} {'answer' if hops == 1 else 'answers'} saved in {folder}; siteloupe replay {folder}")


async def _capture(url: str, folder: Path, settings: Settings, render: bool) -> int:
    import asyncio  # noqa: PLC0415

    from siteloupe.gather.visit import utc_now, visit  # noqa: PLC0415
    from siteloupe.net import folder as folders  # noqa: PLC0415
    from siteloupe.net.fetch import Fetcher  # noqa: PLC0415
    from siteloupe.net.live import open_wire  # noqa: PLC0415
    from siteloupe.net.local_addresses import OwnAddresses  # noqa: PLC0415
    from siteloupe.net.recording import Recording  # noqa: PLC0415
    from siteloupe.render import open_renderer  # noqa: PLC0415
    from siteloupe.target import parse  # noqa: PLC0415

    target = parse(url, settings.policy)
    deadline = asyncio.get_running_loop().time() + settings.total_seconds
    what = what_to_render(settings.render, asked=render or None)
    needs = needs_of(ANALYSES, inspect=settings.inspect_fonts, render=what)
    at = utc_now()
    failure: SiteloupeError | None = None
    rendered: RenderResult | None = None
    async with (
        open_judge(settings, (CHECK_CMS,)) as judge,
        open_wire(settings) as wire,
        open_renderer(settings) as browser,
    ):
        recording = Recording(wire)
        fetch = Fetcher(recording, settings, OwnAddresses())
        try:
            async with asyncio.timeout_at(deadline):
                seen = await visit(
                    target, fetch, settings, deadline, judge=judge, now=lambda: at, render=browser
                )
                rendered = (await seen.capture(needs, deadline)).rendered
        except TimeoutError:
            failure = TimedOut(f"{target.host} took longer than one analysis may take.")
        except SiteloupeError as error:
            failure = error
    folders.save(folder, recording.hops, url, at, rendered)
    if failure is not None:
        raise failure
    return len(recording.hops)
