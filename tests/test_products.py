"""Every entry of the book is its own test: its samples show it, and nothing else."""

import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.page.facts import page_facts
from siteloupe.detect.refusal.refusal import FILES as REFUSING
from siteloupe.detect.serving.provider import FILES as SERVING
from siteloupe.document import loads_of, page_of
from siteloupe.products import (
    AnswerFacts,
    Condition,
    Matcher,
    Product,
    RefusingProduct,
    Sample,
    ServingProduct,
    facts_of,
    load,
)
from siteloupe.products.book import PLUGINS, TECHNOLOGIES, marks
from siteloupe.products.load import entries_of
from siteloupe.products.match import is_version

BOOK = tuple(dict.fromkeys((*TECHNOLOGIES, *PLUGINS)))
KINDS: dict[tuple[str, ...], type[Product]] = {
    BOOK: Product,
    REFUSING: RefusingProduct,
    **{(file,): ServingProduct for file in SERVING.values()},
}
MAX_LINES = 1_100
"""Lines of one file, so that it can be read."""

MATCHERS = [load(*files, kind=kind) for files, kind in KINDS.items()]
PRODUCTS = [(matcher, product) for matcher in MATCHERS for product in matcher.products]
IMPLIED = {product.name: product.implies for product in MATCHERS[0].products}


def label(value: object) -> str:
    return f"{value.category or 'plugin'}-{value.name}" if isinstance(value, Product) else ""


def facts(product: Product, sample: Sample) -> AnswerFacts:
    """The sample as the analysis of the entry sees it: what refuses by its text, others by the parsed page."""
    exchange = sample.exchange
    if isinstance(product, RefusingProduct):
        return facts_of(exchange, body=True)
    page = page_of(exchange)
    found = loads_of(exchange, *marks()).marks
    return facts_of(exchange, page=page_facts(page, assets_of(page), found, ("/wp-content/",)))


def implied(name: str) -> set[str]:
    return {name} | {each for other in IMPLIED.get(name, ()) for each in implied(other)}


@pytest.mark.parametrize(("matcher", "product"), PRODUCTS, ids=label)
def test_a_sample_shows_its_own_product_and_no_other(matcher: Matcher[Product], product: Product) -> None:
    for sample in product.samples:
        found = [match.product for match in matcher.matches(facts(product, sample))]
        assert product in found, sample
        others = {each.name for each in found if each != product}
        assert others <= implied(product.name) | set(sample.also), sample
        assert others >= set(sample.also), sample


@pytest.mark.parametrize(("matcher", "product"), PRODUCTS, ids=label)
def test_every_condition_is_shown_by_a_sample(matcher: Matcher[Product], product: Product) -> None:
    for condition in product.any:
        assert any(is_met(condition, product, sample) for sample in product.samples), condition


def is_met(condition: Condition, product: Product, sample: Sample) -> bool:
    entry = Product(
        name=product.name,
        category="x",
        source="x",
        samples=product.samples,
        all=product.all,
        any=(plain(condition),),
    )
    matches = Matcher([entry]).matches(facts(product, sample))
    versions = [hit.version for match in matches for hit in match.hits if hit.condition.version]
    return bool(matches) and all(version and is_version(version) for version in versions)


def plain(condition: Condition) -> Condition:
    """The condition without its view, which only what is both has."""
    fields = {name: getattr(condition, name) for name in condition.__struct_fields__ if name != "only"}
    return Condition(**fields)


def test_conditions_of_one_category_are_written_once() -> None:
    for matcher in MATCHERS:
        written = Counter(
            (product.category, condition)
            for product in matcher.products
            for condition in product.any
            if not product.all
        )
        assert [each for each, times in written.items() if times > 1] == []


def test_what_is_implied_or_also_shown_has_an_entry() -> None:
    named = {name for names in IMPLIED.values() for name in names}
    named |= {name for _, product in PRODUCTS for sample in product.samples for name in sample.also}
    assert named <= set(IMPLIED)


def test_the_body_is_searched_for_refusals_only() -> None:
    for matcher in MATCHERS:
        subjects = {condition.subject for product in matcher.products for condition in product.conditions}
        refuses = isinstance(matcher.products[0], RefusingProduct)
        assert (("part", "body") in subjects) is refuses


def test_every_file_is_read_and_short_enough_to_be() -> None:
    files = {path.name: path for path in resources.files("siteloupe.products").iterdir()}
    tables = {"color_slots.toml", "color_settings.toml"}
    known = {file for names in KINDS for file in names}
    assert {name for name in files if name.endswith(".toml")} == known | tables
    lengths = {name: files[name].read_text("utf-8").count("\n") for name in known}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


def test_the_examples_for_contributors_are_entries_that_their_samples_show() -> None:
    text = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(\[\[product\]\].*?)```", text, re.DOTALL)
    assert len(examples) == 3
    for (product,) in (entries_of(example, Product) for example in examples):
        alone = Matcher([product])
        (hits,) = [
            match.hits for sample in product.samples for match in alone.matches(facts(product, sample))
        ]
        assert len(hits) == len(product.any)
        for matcher in MATCHERS:
            assert not [
                each for sample in product.samples for each in matcher.matches(facts(product, sample))
            ]
