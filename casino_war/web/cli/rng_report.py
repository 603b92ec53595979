"""The command ``casino-war rng-report``: tests of the sources of chance."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino_war.web.cli.common import DONE, FOUND, JSON, Digits, examples

if TYPE_CHECKING:
    from casino_war.services.randomness_report import RandomnessReport


@click.command(
    "rng-report",
    epilog=examples(
        "casino-war rng-report --shuffles 50000 --picture p.svg",
        f"casino-war rng-report --shuffles 1024 --json --seed {'1' * 64}",
    ),
)
@click.option(
    "--shuffles",
    default=5_000,
    show_default=True,
    type=Digits(1_024, 1_000_000),
    help="Shuffles of each source; 40 words of the stream go with each.",
)
@click.option("--seed", metavar="HEX", help="64 hexadecimal digits; drawn anew if left out.")
@JSON
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write all p-values against those of perfect chance as an SVG file.",
)
def rng_report(shuffles: int, seed: str | None, as_json: bool, picture: Path | None) -> None:
    """Test both sources of chance: their words, their draws and their shuffles.

    Each test tells its statistic, how that is distributed, and p, how likely chance goes
    so far. The report fails, with exit status 1, if any p lies below 0.001 divided by the
    number of tests: that befalls a right source at most once in 1,000 reports.
    """
    from casino_war.services.house import draw_seed
    from casino_war.services.randomness_report import randomness_report

    report = randomness_report(draw_seed() if seed is None else seed, shuffles)
    if picture is not None:
        from casino_war.web.cli.picture_file import write_picture

        write_picture(picture, _picture(report))
    click.echo(json.dumps(_data(report)) if as_json else "\n".join(_lines(report)))
    raise SystemExit(FOUND if report.failed else DONE)


def _lines(report: "RandomnessReport") -> list[str]:
    told = [f"seed {report.seed}, {report.shuffles} shuffles and {report.words} words of each"]
    for source in report.sources:
        told.append(source.name)
        told += [
            f"  {test.name:34} {test.statistic:12.3f}  p {test.p:.4f}"
            f"{' FAILED' if test in report.failed else '       '}  {test.distribution}"
            for test in source.tests
        ]
    found, expected = report.below_one_percent
    told.append(f"{found} of {len(report.tests)} tests below 0.01, {expected:.1f} expected")
    verdict = ", ".join(test.name for test in report.failed) or "none"
    told.append(f"failed (p below {report.limit:.2g}): {verdict}")
    return told


def _data(report: "RandomnessReport") -> dict[str, Any]:
    return {
        "seed": report.seed,
        "shuffles": report.shuffles,
        "words": report.words,
        "limit": report.limit,
        "failed": len(report.failed),
        "below_one_percent": report.below_one_percent[0],
        "tests": [
            {
                "source": source.name,
                "name": test.name,
                "statistic": test.statistic,
                "distribution": test.distribution,
                "p": test.p,
            }
            for source in report.sources
            for test in source.tests
        ],
    }


def _picture(report: "RandomnessReport") -> dict[str, Any]:
    from casino_war.web.charts.specs import Axis, Line, lines

    ordered = sorted(test.p for test in report.tests)
    count = len(ordered)
    points = [((place + 0.5) / count, p) for place, p in enumerate(ordered)]
    return lines(
        "The p-values of all tests in their order, against those of perfect chance.",
        Axis(title="Share of the tests", ends=(0.0, 1.0)),
        Axis(title="p-value", ends=(0.0, 1.0)),
        [Line("tests", points), Line("perfect chance", [(0.0, 0.0), (1.0, 1.0)])],
        width=720,
    )
