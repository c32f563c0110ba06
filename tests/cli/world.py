"""A folder with sources, and `sonde` started in it: what every case needs."""

import os
import pathlib
import subprocess

HELLO = """-module(hello).
-export([main/0, twice/1]).
main() -> io:format("hello ~p~n", [twice(21)]).
twice(X) -> X * 2.
"""


class Skipped(Exception):
    """What a case needs is not on this computer; its text says what."""


class World:
    """A folder with sources, and `sonde` started in it."""

    def __init__(self, sonde, folder):
        self.sonde = sonde
        self.folder = pathlib.Path(folder)
        self.cache = self.folder / "cache"
        self.env = dict(os.environ, XDG_CACHE_HOME=str(self.cache), LC_ALL="C.UTF-8")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run(self, *arguments, env=None, **options):
        """(status, standard output, standard error)"""
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("timeout", 60)
        done = subprocess.run([self.sonde, *map(str, arguments)], cwd=self.folder, check=False,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env or self.env, **options)
        return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()

    def compile(self, name, text):
        """The .beam file of a module, made by erlc."""
        source = self.write(f"src/{name}.erl", text)
        out = self.folder / "ebin"
        out.mkdir(exist_ok=True)
        subprocess.run(["erlc", "-o", out, source], check=True, stdout=subprocess.DEVNULL)
        return out / f"{name}.beam"


def one_line(text):
    return text.startswith("sonde: ") and text.count("\n") == 1 and text.endswith("\n")


def expect_usage_error(world, *arguments, say=""):
    status, out, err = world.run(*arguments)
    assert (status, out) == (2, ""), (arguments, status, out)
    assert one_line(err) and say in err, (arguments, err)


def expect_error(world, *arguments, say="", **options):
    status, out, err = world.run(*arguments, **options)
    assert (status, out) == (1, ""), (arguments, status, out, err)
    assert one_line(err) and say in err, (arguments, err)
