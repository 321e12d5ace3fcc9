"""``calc()`` and the other math functions, computed with two stacks instead of recursion.

Source: https://drafts.csswg.org/css-values-4/#math
"""

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from siteloupe.css.grammar import IDENT
from siteloupe.css.text_cache import text_cache

MAX_TOKENS = 500
"""Most tokens of one expression; a longer expression has no value."""

_TOKEN = re.compile(
    r"([ \t\n]++)|((?:\d*+\.\d++|\d++)(?:[eE][-+]?\d++)?+(?:%|[a-zA-Z]++)?+)"
    rf"|(?:({IDENT})(\()?+)|([-+*/(),])",
    re.ASCII,
)
_NUMBER = re.compile(r"([-+]?(?:\d*+\.\d++|\d++)(?:[eE][-+]?\d++)?+)(%|[a-zA-Z]++)?+\Z", re.ASCII)
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_MAX_NUMBER = 100


class Quantity(NamedTuple):
    """A number and its unit in lower case; the unit is empty for a plain number, ``%`` for a percentage."""

    value: float
    unit: str = ""


Operand = Callable[[str], Quantity | None]
"""Converts a word of an expression to a unit that can be added: ``1.5rem`` → ``Quantity(24, "px")``."""

Clamp = Callable[[float, float, float], float]


@text_cache(4096)
def parse_quantity(word: str) -> Quantity | None:
    """``12.5px`` → ``Quantity(12.5, "px")``; None when ``word`` is not a number. Limits are ±10⁹."""
    if len(word) > _MAX_NUMBER or (match := _NUMBER.match(word)) is None:
        return None
    value = float(match[1])
    return Quantity(value if -1e9 <= value <= 1e9 else _limit(value), (match[2] or "").lower())


def clamp_to_range(low: float, value: float, high: float) -> float:
    """Return the value of ``clamp(low, value, high)``."""
    return max(low, min(value, high))


def evaluate(text: str, operand: Operand, clamp: Clamp = clamp_to_range) -> Quantity | None:
    """Return the value of a math function such as ``calc(…)`` or ``min(…)``, or None when it has none.

    A sum needs equal units, a product at most one unit, a divisor has no unit.
    """
    calculation = _Calculation(operand, clamp)
    end = 0
    for count, match in enumerate(_TOKEN.finditer(text)):
        if match.start() != end or count >= MAX_TOKENS or not calculation.take_token(match):
            return None
        end = match.end()
    return calculation.result() if end == len(text) else None


def _limit(value: float) -> float:
    return max(-1e9, min(1e9, value)) if value == value else 0.0  # noqa: PLR0124 — NaN is zero in CSS


class _Calculation:
    """The shunting-yard algorithm: one stack of values, one of operators and open calls."""

    def __init__(self, operand: Operand, clamp: Clamp) -> None:
        self._operand = operand
        self._clamp = clamp
        self._values: list[Quantity] = []
        self._operators: list[str] = []
        self._arguments: list[int] = []
        self._after_value = False
        self._after_space = False
        self._sign = 1.0

    def take_token(self, match: re.Match[str]) -> bool:
        """Take one token; return False when the grammar does not allow it here."""
        space, number, word, call, mark = match.groups()
        is_valid = True
        if space is None:
            if number or (word and not call):
                is_valid = self._push_value(self._operand(number or word))
            elif call:
                is_valid = self._open_call(word.lower())
            else:
                is_valid = self._take_mark(mark, match)
        self._after_space = space is not None
        return is_valid

    def result(self) -> Quantity | None:
        """Return the only value left, or None when the expression is not complete."""
        if self._operators or len(self._values) != 1 or not self._after_value:
            return None
        return self._values[0]

    def _push_value(self, quantity: Quantity | None) -> bool:
        if quantity is None or self._after_value:
            return False
        self._values.append(Quantity(quantity.value * self._sign, quantity.unit))
        self._sign, self._after_value = 1.0, True
        return True

    def _open_call(self, name: str) -> bool:
        if self._after_value or self._sign < 0:
            return False
        self._operators.append(f"{name}(")
        self._arguments.append(1)
        return True

    def _take_mark(self, mark: str, match: re.Match[str]) -> bool:
        if mark == "(":
            return self._open_call("")
        if mark == ")":
            return self._close_call()
        if mark == ",":
            if not self._after_value or not self._apply_down_to_call():
                return False
            self._arguments[-1] += 1
            self._after_value = False
            return True
        return self._take_operator(mark, match)

    def _take_operator(self, mark: str, match: re.Match[str]) -> bool:
        if not self._after_value:  # a sign, which belongs to the number directly after it
            following = match.string[match.end() : match.end() + 1]
            self._sign = -1.0 if mark == "-" else 1.0
            return mark in "+-" and (following.isdigit() or following == ".")
        if mark in "+-" and not (self._after_space and match.string[match.end() : match.end() + 1].isspace()):
            return False
        while self._operators and _PRECEDENCE.get(self._operators[-1], 0) >= _PRECEDENCE[mark]:
            if not self._apply(self._operators.pop()):
                return False
        self._operators.append(mark)
        self._after_value = False
        return True

    def _apply_down_to_call(self) -> bool:
        while self._operators and self._operators[-1] in _PRECEDENCE:
            if not self._apply(self._operators.pop()):
                return False
        return bool(self._operators)

    def _close_call(self) -> bool:
        if not self._after_value or not self._apply_down_to_call():
            return False
        name, count = self._operators.pop()[:-1], self._arguments.pop()
        arguments = self._values[-count:]
        del self._values[-count:]
        result = self._call_function(name, arguments)
        if result is None:
            return False
        self._values.append(result)
        return True

    def _apply(self, operator: str) -> bool:
        right, left = self._values.pop(), self._values.pop()
        result = _calculate(operator, left, right)
        if result is not None:
            self._values.append(result)
        return result is not None

    def _call_function(self, name: str, arguments: list[Quantity]) -> Quantity | None:
        unit = arguments[0].unit
        if any(argument.unit != unit for argument in arguments):
            return None
        value = self._compute(name, [argument.value for argument in arguments])
        return None if value is None else Quantity(value, "" if name == "sign" else unit)

    def _compute(self, name: str, numbers: list[float]) -> float | None:
        value: float | None = None
        match name, numbers:
            case (("" | "calc" | "-webkit-calc" | "-moz-calc"), [number]):
                value = number
            case "min", [*_]:
                value = min(numbers)
            case "max", [*_]:
                value = max(numbers)
            case "clamp", [low, number, high]:
                value = self._clamp(low, number, high)
            case "abs", [number]:
                value = abs(number)
            case "sign", [number]:
                value = float((number > 0) - (number < 0))
            case "round", [number, step] if step:
                value = _limit(math.floor(number / step + 0.5) * step)
        return value


def _calculate(operator: str, left: Quantity, right: Quantity) -> Quantity | None:
    match operator:
        case "+" | "-" if left.unit == right.unit:
            return Quantity(
                _limit(left.value + (right.value if operator == "+" else -right.value)), left.unit
            )
        case "*" if not left.unit or not right.unit:
            return Quantity(_limit(left.value * right.value), left.unit or right.unit)
        case "/" if not right.unit and right.value:
            return Quantity(_limit(left.value / right.value), left.unit)
        case _:
            return None
