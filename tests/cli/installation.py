"""What comes with `sonde`: installing it, its manual pages, and the tests' own command lines."""

import os
import pathlib
import re
import shutil
import subprocess

from world import expect_usage_error

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

WHERE = """-module(where).
-export([main/1]).
main(Modules) -> [io:format("~ts~n", [code:which(list_to_atom(M))]) || M <- Modules], ok.
"""


def install(world):
    """The prefix into which the build of the program under test was installed."""
    build = pathlib.Path(world.sonde).resolve().parent
    prefix = world.folder / "prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    return prefix


def run_installed(prefix, world, *arguments):
    done = subprocess.run([prefix / "bin" / "sonde", *map(str, arguments)], cwd="/", env=world.env, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_installed_program_runs_from_anywhere(world):
    """an installed program finds its modules beside itself, also after the whole folder was moved"""
    prefix = install(world).rename(world.folder / "moved")
    program = ROOT / "samples" / "ping_pong.erl"
    status, out, err = run_installed(prefix, world, "run", program)
    assert (status, err) == (0, "") and out == program.with_suffix(".expected").read_text(), (status, out, err)
    modules = sorted(path.stem for path in (ROOT / "bif" / "erl").glob("*.erl"))
    status, out, err = run_installed(prefix, world, "run", world.write("where.erl", WHERE), *modules)
    expected = "".join(f"{prefix}/lib/sonde/ebin/{module}.beam\n" for module in modules)
    assert (status, out, err) == (0, expected, ""), (status, out, err)


def test_installed_program_needs_no_build_folder(world):
    """nothing in an installed program names the build folder; without its modules it says where they are expected"""
    build = pathlib.Path(world.sonde).resolve().parent
    prefix = install(world)
    assert os.fsencode(build / "erl") not in (prefix / "bin" / "sonde").read_bytes()
    (prefix / "lib" / "sonde").rename(world.folder / "hidden")
    status, out, err = run_installed(prefix, world, "run", ROOT / "samples" / "ping_pong.erl")
    assert (status, out) == (1, ""), (status, out)
    assert err == (f"sonde: Sonde's own modules (sonde_boot.beam): expected in {prefix}/lib/sonde/ebin (installed) or "
                   f"{prefix}/bin/erl/ebin (build folder), found in neither\n"), err


def test_installed_files(world):
    """the licence, the changes, the README and completions for shells are installed"""
    prefix = install(world)
    for name in ("LICENSE", "README.md", "CHANGELOG.md"):
        assert (prefix / "share" / "doc" / "sonde" / name).read_bytes() == (ROOT / name).read_bytes(), name
    for shell, path in (("bash", "bash-completion/completions/sonde"), ("zsh", "zsh/site-functions/_sonde"), ("fish", "fish/vendor_completions.d/sonde.fish")):
        assert (prefix / "share" / path).read_text() == world.run("--completion", shell)[1], shell


def options_of_help(text):
    """The long options in the help of a command."""
    lines = re.findall(r"^  ((?:-\w,)?--[\w,-]+)", text, re.MULTILINE)
    return {option for line in lines for option in re.findall(r"--[\w-]+", line)}


def options_of_page(page):
    """The long options that a page of docs/commands lists."""
    text = (ROOT / "docs" / "commands" / f"{page}.md").read_text()
    lines = re.findall(r"^- ((?:`-[^`]*`(?:, )?)+)", text, re.MULTILINE)
    return {option for line in lines for option in re.findall(r"--[\w-]+", line)}


def test_pages_have_the_options(world):
    """the pages of docs/commands have exactly the commands and options that --help has"""
    status, text, _ = world.run("--help")
    commands = re.findall(r"^  (\w+)  +\w", text.partition("Subcommands:")[2], re.MULTILINE)
    common = options_of_page("common")
    nodes = {"--sname", "--name", "--cookie", "--listen", "--dist-port", "--no-epmd", "--hidden", "--erl-flag"}
    general = options_of_help(text)
    assert status == 0 and general <= common, general
    assert {path.stem for path in (ROOT / "docs" / "commands").glob("*.md")} == {*commands, "common", "README"}, commands
    for command in commands:
        status, text, _ = world.run(command, "--help")
        expected = {"--help"} | options_of_page(command) | (set() if command == "view" else common - (general - {"--help"}))
        if command in ("trace", "shell"):
            expected |= nodes
        assert status == 0 and options_of_help(text) == expected, (command, options_of_help(text) ^ expected)


def test_manual_pages(world):
    """a manual page is installed for each command, with its options; man reads them without a word"""
    pages = install(world) / "share" / "man" / "man1"
    status, text, _ = world.run("--help")
    commands = re.findall(r"^  (\w+)  +\w", text.partition("Subcommands:")[2], re.MULTILINE)
    assert {path.name for path in pages.iterdir()} == {"sonde.1"} | {f"sonde-{command}.1" for command in commands}
    for command in commands:
        page = (pages / f"sonde-{command}.1").read_text().replace("\\-", "-")
        status, text, _ = world.run(command, "--help")
        for option in options_of_help(text):
            assert f"\\fB{option}\\fR" in page, (command, option)
        assert ".SH SYNOPSIS" in page and ".SH EXAMPLES" in page and "sonde " + command in page, page
    expect_usage_error(world, "--man-page", "nosuch", say="nosuch")
    if shutil.which("groff"):
        for path in pages.iterdir():
            done = subprocess.run(["groff", "-man", "-Tutf8", "-P-cbou", path], capture_output=True, text=True, check=True, timeout=60)
            assert done.stderr == "" and "NAME" in done.stdout, (path, done.stderr)


def test_a_filter_that_selects_nothing(world):
    """a name that selects no test is one line and status 2, not `0 passed`"""
    for command in (["tests/conformance/run", "--filter", "nosuch"], ["tests/cli/run", "--filter", "nosuch"],
                    ["tests/model/run", "nosuch"], ["tools/test", "--only", "unit,nosuch"],
                    ["tests/stress/run", "--programs", "nosuch"]):
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=60)
        assert (done.returncode, done.stdout) == (2, "") and "nosuch: no such" in done.stderr, (command, done)
