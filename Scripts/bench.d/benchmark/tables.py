"""Results as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A Markdown table whose columns also line up as plain text; all but the first and last column to the right."""
    widths = [max(len(row[column]) for row in [headings, *rows]) for column in range(len(headings))]

    def line(cells: list[str]) -> str:
        placed = [
            cell.ljust(width) if column in (0, len(cells) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths))
        ]
        return ("| " + " | ".join(placed) + " |").rstrip()

    rule = [
        "-" * width if column in (0, len(widths) - 1) else "-" * (width - 1) + ":"
        for column, width in enumerate(widths)
    ]
    return "\n".join([line(headings), line(rule), *(line(row) for row in rows)])


def median(values: list[float]) -> float:
    return statistics.median(values)


def summary(values: list[float], digits: int = 4) -> dict[str, float]:
    return {
        "median": round(median(values), digits),
        "min": round(min(values), digits),
        "max": round(max(values), digits),
    }


def spread(values: list[float]) -> str:
    """How far the values lie apart, in per cent of their median."""
    middle = median(values)
    return f"{100 * (max(values) - min(values)) / middle:.0f} %" if len(values) > 1 and middle else "-"


def write_json(results: dict[str, object], build: Path, mode: str, extra: Path | None) -> None:
    """Writes the results among the earlier ones, and where they were asked for."""
    folder = build / "results"
    folder.mkdir(exist_ok=True)
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    for path in [folder / f"{stamp}-{mode}.json", *([extra] if extra else [])]:
        path.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
        say(f"Results: {path}")
