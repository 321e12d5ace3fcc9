"""The book of facts: products and their marks as entries of data, and linear matching."""

from siteloupe.products.facts import AnswerFacts, PageFacts, facts_of
from siteloupe.products.load import load
from siteloupe.products.match import Hit, Match, Matcher
from siteloupe.products.product import Condition, Product, RefusingProduct, Sample, ServingProduct

__all__ = [
    "AnswerFacts",
    "Condition",
    "Hit",
    "Match",
    "Matcher",
    "PageFacts",
    "Product",
    "RefusingProduct",
    "Sample",
    "ServingProduct",
    "facts_of",
    "load",
]
