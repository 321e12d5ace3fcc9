"""A document without a doctype of today's is in quirks mode."""

import pytest

from siteloupe.document import parse_page

W3C = '"-//W3C//DTD '
LOOSE = '"http://www.w3.org/TR/html4/loose.dtd"'


@pytest.mark.parametrize(
    ("doctype", "quirks"),
    [
        ("<!doctype html>", False),
        ("", True),
        ("<!-- a comment --><!DOCTYPE HTML>", False),
        ("<!doctype>", True),
        ("<!doctype svg>", True),
        (f'<!DOCTYPE html PUBLIC {W3C}XHTML 1.0 Strict//EN">', False),
        (f'<!DOCTYPE html PUBLIC {W3C}XHTML 1.0 Transitional//EN">', False),
        (f'<!DOCTYPE html PUBLIC {W3C}HTML 4.01//EN">', False),
        (f'<!DOCTYPE html PUBLIC {W3C}HTML 4.01 Transitional//EN">', True),
        (f'<!DOCTYPE html PUBLIC {W3C}HTML 4.01 Transitional//EN" {LOOSE}>', False),
        (f'<!DOCTYPE html PUBLIC {W3C}html 4.0 transitional//EN" {LOOSE}>', True),
        ('<!DOCTYPE html PUBLIC "HTML">', True),
        ('<!DOCTYPE html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">', True),
        ('<!DOCTYPE html SYSTEM "about:legacy-compat">', False),
    ],
)
def test_the_doctype_decides(doctype, quirks):
    assert parse_page(f"{doctype}<p>text".encode(), "https://example.org/").is_quirks is quirks


def test_xhtml_is_never_in_quirks_mode():
    page = parse_page(b"<p>text", "https://example.org/", "application/xhtml+xml; charset=utf-8")
    assert not page.is_quirks
