#!/usr/bin/env python3
"""Tests of again.py."""

import contextlib
import io
import unittest

import again


def settled(failures, second_runs):
    """What settle() returns and prints; `second_runs`: the lines of each test's second run."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        result = again.settle(failures, second_runs.__getitem__)
    return result, said.getvalue()


class Again(unittest.TestCase):
    def test_passes_the_second_time(self):
        (failed, unstable), said = settled([("a", ["late"], True)], {"a": []})
        self.assertEqual((failed, unstable), ([], ["a"]))
        self.assertIn("UNSTABLE", said)
        self.assertIn("late", said)

    def test_fails_twice(self):
        (failed, unstable), said = settled([("a", ["wrong"], True)], {"a": ["wrong"]})
        self.assertEqual((failed, unstable), (["a"], []))
        self.assertIn("FAILED a", said)

    def test_crash_is_not_run_again(self):
        (failed, unstable), _ = settled([("a", ["signal SIGSEGV"], False)], {})
        self.assertEqual((failed, unstable), (["a"], []))

    def test_many_are_no_accident(self):
        names = [str(n) for n in range(again.MOST_UNSTABLE + 2)]
        (failed, unstable), _ = settled([(name, ["late"], True) for name in names], {name: [] for name in names})
        self.assertEqual(unstable, names[:again.MOST_UNSTABLE])
        self.assertEqual(failed, names[again.MOST_UNSTABLE:])


if __name__ == "__main__":
    program = unittest.main(exit=False)
    result = program.result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    raise SystemExit(bad != 0)
