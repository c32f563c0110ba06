"""libsonde: programs of other projects, built against an installed prefix and run."""

import os
import pathlib
import re
import shutil
import subprocess

from installation import install
from world import Skipped

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def installed_library(world):
    """The prefix, with the library in it."""
    build = pathlib.Path(world.sonde).resolve().parent
    if "sanitize=address" in (build / "CMakeCache.txt").read_text() or "SANITIZE:STRING=address" in (build / "CMakeCache.txt").read_text():
        raise Skipped("programs are linked without the sanitizer's library")
    subprocess.run(["ninja", "-C", build, "libsonde"], check=True, stdout=subprocess.DEVNULL)
    return install(world)


def run(command, folder, **options):
    done = subprocess.run(list(map(str, command)), cwd=folder, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300, **options)
    assert done.returncode == 0, (command, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


def build_project(source, prefix, folder):
    """Configures and builds a project with the system's own compiler."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS")}
    run(["cmake", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}"], "/", env=environment)
    run(["cmake", "--build", folder], "/", env=environment)


def test_embedded_sample(world):
    """samples/embed builds against an installed prefix, with CMake and with pkg-config, also after the prefix was moved"""
    prefix = installed_library(world).rename(world.folder / "moved")
    sample = ROOT / "samples" / "embed"
    expected = (sample / "embed.expected").read_text()
    build_project(sample, prefix, world.folder / "build")
    out = run([world.folder / "build" / "embed", "counter.beam"], world.folder / "build")
    assert out == expected, out
    if not shutil.which("pkg-config"):
        raise Skipped("pkg-config is not installed")
    # As docs/libsonde.md says it, in a shell.
    run(["sh", "-c", f"c++ {sample / 'embed.cpp'} -o embed $(pkg-config --cflags --libs sonde)"], world.folder,
        env=dict(os.environ, PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig")))
    out = run([world.folder / "embed", "build/counter.beam"], world.folder)
    assert out == expected, out


def blocks(page, language):
    """The blocks of a page that are in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_programs_of_the_pages(world):
    """each C++ program of the README and docs/libsonde.md builds as the page says, and prints what its comments say"""
    prefix = installed_library(world)
    run(["erlc", "-o", world.folder, ROOT / "samples" / "embed" / "counter.erl"], world.folder)
    project, = blocks("docs/libsonde.md", "cmake")
    shell, = blocks("docs/libsonde.md", "sh")
    for page in ("README.md", "docs/libsonde.md"):
        program, = blocks(page, "cpp")
        expected = re.findall(r"// prints (.*)", program)
        assert expected, page
        folder = world.folder / pathlib.Path(page).stem
        folder.mkdir()
        (folder / "program.cpp").write_text(program, encoding="utf-8")
        (folder / "CMakeLists.txt").write_text(project, encoding="utf-8")
        build_project(folder, prefix, folder / "build")
        programs = [folder / "build" / "program"]
        if shutil.which("pkg-config"):
            run(["sh", "-e", "-c", shell.replace("PREFIX", str(prefix))], folder)
            programs.append(folder / "program")
        for built in programs:
            out = run([built], world.folder)
            assert out.splitlines() == expected, (page, out)


def test_embedding(world):
    """values, errors, messages, subscriptions, callbacks, output, several machines and threads, C libraries"""
    prefix = installed_library(world)
    build_project(ROOT / "tests" / "cli" / "libsonde", prefix, world.folder / "build")
    out = run([world.folder / "build" / "checks"], world.folder)
    assert out.splitlines()[-1] == "c libraries", out
    for log in ("first", "second", "third"):
        status, text, _ = world.run("trace", f"{log}.strace")
        assert status == 0 and "lists:seq(1, 3)" in text, (log, status, text)
