#!/usr/bin/env python3
"""Checks that a rotation leaves nothing out: every run is due once in as many days as the rotation has.

Takes seconds. Ends with `N passed, M failed`.
"""

import collections
import pathlib
import subprocess
import sys

import rotation

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CONFORMANCE = [str(ROOT / "tests" / "conformance" / "run"), "--list-runs"]
DAY = rotation.today()


def runs(*arguments):
    """The lines of `tests/conformance/run --list-runs`: a program and a configuration each."""
    done = subprocess.run([*CONFORMANCE, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def rotated(arguments, days, first=DAY):
    """The runs of each of `days` days."""
    return [runs(*arguments, "--rotation", str(days), "--day", str(day)) for day in range(first, first + days)]


def test_every_run_is_due_once_in_a_rotation():
    """N consecutive days run each program in each configuration exactly once, whichever day comes first"""
    for days, arguments in ((3, ["--schedulers", "1", "--stress", "none,gc,yield"]),
                            (4, ["--engines", "jit", "--schedulers", "4", "--stress", "gc,yield"])):
        everything = sorted(runs(*arguments))
        assert len(everything) > 1000, len(everything)
        for first in (DAY, DAY + 1, 0):
            assert sorted(line for day in rotated(arguments, days, first) for line in day) == everything, (days, first)


def test_a_program_runs_daily_where_it_has_as_many_configurations_as_days():
    """a rotation of two days over two stresses runs each program once a day, unless a `%% skip:` line excludes it"""
    arguments = ["--schedulers", "4", "--stress", "gc,yield"]
    configurations = collections.Counter(line.split()[0] for line in runs(*arguments))
    of_both = {program for program, number in configurations.items() if number == 2}
    assert len(of_both) > 500, len(of_both)
    for day in rotated(arguments, 2):
        today = collections.Counter(line.split()[0] for line in day)
        assert all(today[program] == 1 for program in of_both), [p for p in of_both if today[p] != 1]


def test_days_have_equal_shares():
    """the number of programs of a day is within a tenth of its share"""
    everything = runs("--schedulers", "4")
    for day in rotated(["--schedulers", "4"], 3):
        assert abs(len(day) - len(everything) / 3) < len(everything) / 30, len(day)


def test_a_day_selects_the_same_runs_again():
    """the number of a day selects the same runs again, and the next number none of them"""
    first, again, next_day = (runs("--schedulers", "4", "--rotation", "3", "--day", str(day)) for day in (7, 7, 8))
    assert first == again and not set(first) & set(next_day)


def test_short_lists_are_divided_evenly():
    """each name is due once in a rotation, and the shares differ by one name at most"""
    names = ["bif", "jit", "loader", "tracing", "vm"]
    for days in (1, 2, 3, 5):
        shares = [rotation.due(names, day, days) for day in range(DAY, DAY + days)]
        assert sorted(sum(shares, [])) == names, (days, shares)
        assert max(map(len, shares)) - min(map(len, shares)) <= 1, (days, shares)


def main():
    failed = 0
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    for test in tests:
        try:
            test()
        except AssertionError as error:
            failed += 1
            print(f"FAILED {test.__name__}: {test.__doc__}\n  {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
