"""What `run` and `refresh` share: the programs of the suite, their directives, compiling, running, comparing.

A program is NAME.erl with NAME.expected beside it; README.md describes the directive comments at its top.
"""

import difflib
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SAMPLES = ROOT / "samples"
TRACE_LOG = ROOT / "trace_log"  # a tracer module that real Erlang loads, too
DIRECTIVE = re.compile(r"^%%\s+(args|stdin|exit|stderr|reports|normalise|needs|compiled|skip|timeout):\s?(.*)$")
REPORT = re.compile(r"^=[A-Z ]+ REPORT====[^\n]*===\n.*?\n\n+", re.MULTILINE | re.DOTALL)
CC = ("clang-19",)
ERLC_BATCH = 60  # files in one erlc call: few starts of the compiler, and none too long


class Program:
    """One program: its source and what the comments at its top ask for."""

    def __init__(self, source):
        self.source = source
        self.name = source.stem
        self.subject = source.parent.name
        self.expected = source.with_suffix(".expected")
        self.args, self.stdin, self.exit_status = [], "", 0
        self.merge_stderr, self.ignore_reports, self.normalise, self.needs, self.timeout = False, False, [], 0, None
        self.compiled_by, self.compiler_options = 0, []
        self.skips = {}
        self.proves = []
        for line in source.read_text(encoding="utf-8").splitlines():
            if not line.startswith("%%"):
                if line.strip():
                    break
                continue
            if match := re.match(r"^%% proves ([A-Z]\d+(?:, [A-Z]\d+)*)", line):
                self.proves = match[1].split(", ")
            if match := DIRECTIVE.match(line):
                self._directive(match[1], match[2].strip())

    def _directive(self, key, value):
        if key == "args":
            self.args = value.replace("{folder}", str(self.source.parent)).split()
        elif key == "stdin":
            self.stdin += value.encode("latin-1", "backslashreplace").decode("unicode_escape")
        elif key == "exit":
            self.exit_status = int(value)
        elif key == "stderr":
            self.merge_stderr = value == "merged"
        elif key == "reports":
            self.ignore_reports = value == "ignored"
        elif key == "normalise":
            self.normalise = value.split()
        elif key == "needs":
            self.needs = int(value)
        elif key == "compiled":
            release, *self.compiler_options = value.split()
            self.compiled_by = self.needs = int(release)
        elif key == "timeout":
            self.timeout = float(value)
        elif key == "skip":
            what, _, reason = value.partition(" ")
            self.skips[what] = reason

    @property
    def compiled(self):
        """The module as a later compiler made it; only for programs that name one."""
        return self.source.parent / "compiled" / (self.name + ".beam")

    def clean(self, text):
        """Replaces what differs from run to run, as far as the program asks for it."""
        if self.ignore_reports:
            text = REPORT.sub("", text)
        if "dates" in self.normalise:
            text = re.sub(r"==== \d+-\w+-\d+::\d+:\d+:\d+(\.\d+)? ===", "==== DATE ===", text)
        if "pids" in self.normalise:
            text = re.sub(r"<\d+\.\d+\.\d+>", "<PID>", text)
        if "refs" in self.normalise:
            text = re.sub(r"#Ref<[\d.]+>", "#Ref<REF>", text)
        return text


def find_programs(patterns=(), samples=False):
    """All programs, sorted by folder and name; `patterns` select by `name` or `subject/name`."""
    sources = [*SAMPLES.glob("*.erl"), *SAMPLES.glob("*/*.erl")] if samples else HERE.glob("*/*.erl")
    found = [Program(path) for path in sorted(sources) if path.parent.name != "support"]
    seen = {}
    for program in found:
        if program.name in seen:
            raise SystemExit(f"two programs are called {program.name}: {seen[program.name]}, {program.source}")
        seen[program.name] = program.source
    if not patterns:
        return found

    def wanted(program):
        full = f"{program.subject}/{program.name}"
        return any(fnmatch.fnmatch(full, p) or fnmatch.fnmatch(program.name, p) for p in patterns)

    return [program for program in found if wanted(program)]


def support_modules():
    """The names of the modules that conformance programs share."""
    return sorted(source.stem for source in [*(HERE / "support").glob("*.erl"), *HERE.glob("*/support/*.erl")])


def compile_all(erlc, programs, folder, support=True, cc=CC):
    """Compiles what is older than its source into `folder`; `support`: also what conformance programs use, else what samples use.
    Returns {source: what erlc or `cc` said} for failures."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = [program.source for program in programs if not program.compiled_by]
    for program in programs:
        if program.compiled_by:
            shutil.copyfile(program.compiled, folder / program.compiled.name)
    sources += sorted((HERE / "support").glob("*.erl"))
    if support:
        sources += sorted(HERE.glob("*/support/*.erl")) + sorted(TRACE_LOG.glob("*.erl"))
    newest_header = max((h.stat().st_mtime for h in HERE.rglob("*.hrl")), default=0)

    def beam(source):
        return folder / (source.stem + ".beam")

    def stale(source):
        target = beam(source)
        if not target.exists():
            return True
        made = target.stat().st_mtime
        return made < source.stat().st_mtime or made < newest_header

    todo = [source for source in sources if stale(source)]
    libraries = {source.stem: [source] for source in (HERE.glob("*/support/*.c") if support else SAMPLES.glob("*/*.c"))}
    if support:
        libraries["sonde_trace_log"] = sorted(TRACE_LOG.glob("*.c"))
    said = compile_libraries(libraries, folder, cc)
    for start in range(0, len(todo), ERLC_BATCH):
        batch = todo[start:start + ERLC_BATCH]
        for source in batch:
            beam(source).unlink(missing_ok=True)
        done = _erlc(erlc, batch, folder)
        left = [source for source in batch if not beam(source).exists()]
        for source in left if done.returncode else []:
            again = _erlc(erlc, [source], folder)
            if again.returncode:
                said[source] = again.stdout
    return said


def compile_libraries(libraries, folder, cc=CC):
    """Compiles the C libraries {name: sources} that are older than their sources. Returns what failed."""
    include = pathlib.Path("/usr/lib/erlang/usr/include")
    said = {}
    for name, sources in sorted(libraries.items()):
        target = folder / (name + ".so")
        newest = max(path.stat().st_mtime for source in sources for path in [source, *source.parent.glob("*.h")])
        if target.exists() and target.stat().st_mtime > newest:
            continue
        done = subprocess.run([*cc, "-shared", "-fPIC", "-O1", "-g", "-Wall", "-Wno-unused-parameter", "-pthread",
                               f"-I{include}", f"-I{ROOT}", "-o", str(target), *map(str, sources)], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            said[sources[0]] = done.stdout
    return said


def compile_with(erlc, program):
    """Makes the module of a program that names the release of `erlc`. Returns what erlc said if it failed."""
    program.compiled.parent.mkdir(exist_ok=True)
    done = _erlc([*erlc, "+deterministic", *program.compiler_options], [program.source], program.compiled.parent)
    return done.stdout if done.returncode else None


def _erlc(erlc, sources, folder):
    names = [str(source.relative_to(ROOT)) for source in sources]
    return subprocess.run([*erlc, "-W0", "-o", str(folder.relative_to(ROOT)), *names], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def execute(command, program, timeout, environment=None):
    """Runs one program. Returns (output, exit status or what stopped it)."""
    env = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8", ERL_CRASH_DUMP="/dev/null", TERM="dumb", **(environment or {}))
    errors = subprocess.STDOUT if program.merge_stderr else subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=errors, start_new_session=True) as child:
        try:
            out, err = child.communicate(program.stdin.encode(), timeout=timeout)
            status = child.returncode
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            out, err = child.communicate()
            status = f"stopped after {timeout:g} s"
    if isinstance(status, int) and status < 0:
        status = f"signal {signal.Signals(-status).name}"
    errors_text = (err or b"").decode("utf-8", "backslashreplace")
    return program.clean(out.decode("utf-8", "backslashreplace")), status, errors_text


def difference(expected, got, name):
    """A unified diff, cut to what fits on a screen."""
    lines = list(difflib.unified_diff(expected.splitlines(), got.splitlines(), f"{name}.expected", "got",
                                      lineterm="", n=2))
    return lines[:40] + (["..."] if len(lines) > 40 else [])
