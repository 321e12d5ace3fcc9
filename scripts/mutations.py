"""The small changes that ``scripts/mutants`` makes to the source: each is a slip that an editor might make.

cosmic-ray's own operators (https://cosmic-ray.readthedocs.io/) change comparisons, ``and``, ``or``, ``not``,
``True`` and ``False``. Its operator for numbers adds or takes away one, which says little about a weight of
1000; and it has none for membership or for the items of a table. Those are here.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import Name, Number

SMALL = 16
"""Whole numbers up to this one are also changed by one."""

COSMIC_RAY = (
    *(f"ReplaceComparisonOperator_{each}" for each in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{each}" for each in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"ReplaceComparisonOperator_{each}" for each in ("Lt_GtE", "LtE_Gt", "Gt_LtE", "GtE_Lt")),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceUnaryOperator_Delete_Not"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
)
"""The operators of cosmic-ray that are used."""

Position = tuple[tuple[int, int], tuple[int, int]]
Node = Any  # parso has no types of its own


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module: the ``occurrence``-th that ``operator`` can make there."""

    path: Path
    operator: str
    occurrence: int
    line: int

    def code(self) -> str:
        """The source of the module with the change."""
        changed = mutate_code(self.path.read_text("utf-8"), OPERATORS[self.operator](), self.occurrence)
        if changed is None:
            raise LookupError(f"{self.path} has no such change any more")
        return str(changed)

    def change(self, code: str) -> tuple[str, str]:
        """What is changed by ``code``, that of the mutant: whole lines, joined, before and after."""
        before, after = self.path.read_text("utf-8").splitlines(), code.splitlines()
        start = _same(before, after)
        same = _same(before[start:][::-1], after[start:][::-1])
        pair = before[start : len(before) - same], after[start : len(after) - same]
        old, new = (" ".join(line.strip() for line in lines) for lines in pair)
        return old, new

    def constant(self) -> str | None:
        """The name of the module's constant that is changed; None for a change elsewhere."""
        for statement in ast.parse(self.path.read_text("utf-8")).body:
            if statement.lineno <= self.line <= (statement.end_lineno or 0):
                targets = [*getattr(statement, "targets", ()), getattr(statement, "target", None)]
                return next((each.id for each in targets if isinstance(each, ast.Name)), None)
        return None


def mutants_of(path: Path) -> list[Mutant]:
    """Every change of the module at ``path``, in the order of its operators."""
    nodes = list(ast_nodes(get_ast_from_path(path)))
    found: list[Mutant] = []
    for name, operator in OPERATORS.items():
        places = ((node, place) for node in nodes for place in operator().mutation_positions(node))
        for occurrence, (node, (start, _)) in enumerate(places):
            if not _is_declaration(node):
                found.append(Mutant(path, name, occurrence, start[0]))
    return found


def sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """``size`` of the mutants at most, the same ones for the same ``seed``, in their order."""
    chosen = random.Random(seed).sample(range(len(mutants)), min(size, len(mutants)))  # noqa: S311
    return [mutants[place] for place in sorted(chosen)]


class ReplaceNumber(Operator):
    """Doubles and halves a number, and changes a small whole one by one."""

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """One for each other number."""
        for _ in _other_numbers(node.value) if isinstance(node, Number) else ():
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The other number."""
        return Number(_other_numbers(node.value)[index], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """For cosmic-ray."""
        return (Example("x = 40", "x = 80"), Example("x = 40", "x = 20", occurrence=1))


class ReplaceMembership(Operator):
    """Replaces ``in`` with ``not in``, and the other way round."""

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """One for each of the two in a comparison."""
        for place in self._places(node):
            yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The comparison with the other one."""
        place = self._places(node)[index]
        word = "in" if _text(node.children[place]) == "not in" else "not in"
        node.children[place] = _raw(node.children[place], word)
        return node

    @staticmethod
    def _places(node: Node) -> list[int]:
        if node.type != "comparison":
            return []
        return [place for place, child in enumerate(node.children) if _text(child) in {"in", "not in"}]

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """For cosmic-ray."""
        return (Example("x in y", "x not in y"), Example("x not in y", "x in y"))


class RemoveItem(Operator):
    """Removes one item of a table."""

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """One for each item."""
        for item in _items(node) if _is_table(node) else ():
            yield item[0].start_pos, item[-1].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The table without the item."""
        items = _items(node)
        return _with_items(node, items[:index] + items[index + 1 :])

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """For cosmic-ray."""
        return (Example("X = {1, 2}", "X = {2,}"), Example("X = (1, 2)", "X = (1,)", occurrence=1))


class SwapItems(Operator):
    """Swaps two neighbors in a tuple or list that is a constant: its order may be a ranking."""

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """One for each pair of neighbors."""
        if node.type == "testlist_comp" and _is_table(node) and not _is_in_function(node):
            items = _items(node)
            for place in range(1, len(items)):
                yield items[place - 1][0].start_pos, items[place][-1].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The table in the other order."""
        items = _items(node)
        items[index], items[index + 1] = items[index + 1], items[index]
        return _with_items(node, items)

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """For cosmic-ray."""
        return (Example("X = (1, 2)", "X = (2, 1,)"),)


OPERATORS: dict[str, type[Operator]] = {
    **{name: get_operator(f"core/{name}") for name in COSMIC_RAY},
    **{each.__name__: each for each in (ReplaceNumber, ReplaceMembership, RemoveItem, SwapItems)},
}
"""All operators, by name."""


def _other_numbers(text: str) -> list[str]:
    value = ast.literal_eval(text)
    if isinstance(value, float):
        others = [2 * value, value / 2] if value else [1.0]
    elif value == 0:
        others = [1, -1]
    else:
        others = [2 * value, value // 2]
        others += [value + 1, value - 1] if value <= SMALL else []
    return [repr(other) for other in dict.fromkeys(others)]


def _items(node: Node) -> list[list[Node]]:
    """The items between the brackets of a literal, each of a dict with its key; none for a comprehension."""
    if node.type not in {"testlist_comp", "dictorsetmaker"}:
        return []
    if any(child.type.endswith("comp_for") for child in node.children):
        return []
    items: list[list[Node]] = [[]]
    for child in node.children:
        if _text(child) == ",":
            items.append([])
        else:
            items[-1].append(child)
    return [item for item in items if item]


_ROWS = {"testlist_comp", "arglist", "argument", "trailer", "subscriptlist"}


def _is_table(node: Node) -> bool:
    """Whether ``node`` lists two items or more to be gone through or looked up; rows are no tables."""
    if len(_items(node)) < 2 or node.parent.parent.type in _ROWS:
        return False
    if node.parent.parent.type == "expr_stmt" and _text(node.parent.parent.children[0]) == "__all__":
        return False
    is_tuple = node.parent.children[0].value == "("
    return not is_tuple or not _is_in_function(node) or node.parent.parent.type == "comparison"


def _with_items(node: Node, items: list[list[Node]]) -> Node:
    """The table with other ``items``, each on the line that its place has, so that differences are small."""
    prefixes = ["", *(item[0].get_first_leaf().prefix for item in _items(node)[1:])]
    codes = (_text(item[0]) + "".join(child.get_code() for child in item[1:]) for item in items)
    return _raw(node, ",".join(map("".join, zip(prefixes, codes, strict=False))) + ",")


def _is_in_function(node: Node) -> bool:
    return any(above.type in {"funcdef", "lambdef"} for above in _above(node))


def _is_declaration(node: Node) -> bool:
    """Whether ``node`` says how a class or a cache is made (``frozen=True``, ``maxsize=64``)."""
    inside = node
    for above in _above(node):
        if above.type == "decorator" or (above.type == "classdef" and inside.type != "suite"):
            return True
        inside = above
    return False


def _above(node: Node) -> Iterator[Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def _text(node: Node) -> str:
    return str(node.get_code(include_prefix=False))


def _raw(node: Node, text: str) -> Node:
    """A leaf that stands where ``node`` did and reads ``text``."""
    return Name(text, node.start_pos, node.get_first_leaf().prefix)


def _same(one: list[str], other: list[str]) -> int:
    """How many lines are the same from the start on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
