"""`sonde view`: the page that it makes, read and used in a browser."""

import re

from browser import Browser, find_browser
from pictures import ALIASES, RING, THROWS
from world import expect_error, expect_usage_error, one_line, Skipped

EVENTS = ("--calls", "ring:work,ring:loop", "--returns", "--messages", "--procs", "--gc", "--running")
OPENED = "window.sonde && window.sonde.openedAfter"


def write_page(world, form="strace"):
    """The path of a page about a run of RING, from a log or from JSON."""
    world.write("ring.erl", RING)
    status, out, err = world.run("trace", *EVENTS, "--format", form, "-o", f"ring.{form}", "ring.erl")
    assert (status, out, err) == (0, "done\n", ""), (status, out, err)
    status, out, err = world.run("view", f"ring.{form}")
    assert (status, out, err) == (0, "ring.html\n", ""), (status, out, err)
    return world.folder / "ring.html"


def browser(page):
    if find_browser() is None:
        raise Skipped("no browser (chromium)")
    return Browser(page)


def test_view_files(world):
    """what is no trace, cannot be read or cannot be written is one line; the page needs nothing from elsewhere"""
    page = write_page(world).read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")
    assert not re.search(r"(src|href)=|https?://|\bimport\b|fetch\(", page), "the page refers to something elsewhere"
    status, out, err = world.run("view", "-o", "other.html", "ring.strace")
    assert (status, out, err) == (0, "other.html\n", "") and (world.folder / "other.html").read_text() == page, (status, out, err)
    expect_error(world, "view", "none.strace", say="none.strace: No such file")
    expect_error(world, "view", world.write("text.strace", "hello\n"), say="expected a log")
    expect_error(world, "view", world.write("empty.strace", ""), say="expected a log")
    expect_error(world, "view", "-o", "no/folder.html", "ring.strace", say="no/folder.html")
    expect_error(world, "view", "-o", "ring.strace", "ring.strace", say="take the place of the trace")
    expect_error(world, "view", "-o", "/dev/full", "ring.strace", say="/dev/full: No space")
    expect_error(world, "view", ".", say="Is a directory")
    expect_usage_error(world, "view", say="FILE")


def test_view_refuses_as_trace(world):
    """a log that `sonde trace` refuses is refused with the same words; one that has only no end makes a page"""
    write_page(world)
    log = (world.folder / "ring.strace").read_bytes()
    (world.folder / "ring.html").unlink()
    expect_error(world, "view", world.write("later.strace", log[:8] + b"\x02" + log[9:]), say="expected a log of version 1, found version 2")
    for offset in range(12, len(log), 97):
        damaged = bytearray(log)
        damaged[offset] ^= 0x55
        world.write("damaged.strace", bytes(damaged))
        refused = [(status, err.strip()) for status, _, err in (world.run(command, "damaged.strace") for command in ("trace", "view"))]
        assert refused[0] == refused[1] and refused[0][0] in (0, 1), (offset, refused)
        assert (world.folder / "damaged.html").exists() == (refused[1][0] == 0), offset
        (world.folder / "damaged.html").unlink(missing_ok=True)
    for length in range(12, len(log), 997):
        world.write("cut.strace", log[:length])
        status, out, err = world.run("view", "cut.strace")
        assert (status, out, err) == (0, "cut.html\n", ""), (length, status, out, err)


def test_view_of_no_events(world):
    """of JSON without an event there is an empty page, and a line that says so"""
    for text in ('{"a":1}', '{"event":"call_me"}\n', '{"note":"\\"event\\":\\"call\\""}\n'):
        world.write("empty.jsonl", text)
        status, out, err = world.run("view", "empty.jsonl")
        assert (status, out) == (0, "empty.html\n") and one_line(err) and "no line is an event" in err, (text, status, out, err)
    for text in ('{"a":1}\n{"event": "call","time_ns":0}', '{"time_ns":0,"event":"gc_minor_end"}\n'):
        world.write("some.jsonl", text)
        assert world.run("view", "some.jsonl") == (0, "some.html\n", ""), text


def test_view_opens(world):
    """a log and the same as JSON make the same pictures: processes, calls, stacks, and arrows with both ends"""
    for form in ("strace", "jsonl"):
        with browser(write_page(world, form)) as page:
            page.wait(OPENED)
            assert page.value("document.getElementById('summary').textContent").endswith(", complete")
            assert page.value("sonde.model.processes.length") == 5
            names = page.value("sonde.model.processes.map(process => process.name)")
            assert "first" in names, names
            assert page.value("[...sonde.model.sends].filter(event => sonde.trace.peer[event] >= 0).length") == 19
            assert page.value("""[...sonde.model.sends].every(send => {
                const receive = sonde.trace.peer[send];
                return sonde.trace.peer[receive] === send && sonde.messageOf(send) === sonde.messageOf(receive) &&
                       sonde.trace.time[send] <= sonde.trace.time[receive];
            })""")
            assert page.value("sonde.model.root.totalCalls") == 3 * (2 + 3 + 4) + 1 + 3 * 4 + 1
            depths = page.value("sonde.model.processes.filter(process => process.name === 'first').map(process => process.rows.length)")
            assert depths == [7], depths     # loop three times, as tail calls, and work(3) in the last


MILLION = """-module(million).
-export([main/0, f/1]).
main() ->
    Pids = [spawn_monitor(fun() -> run(125000) end) || _ <- [1, 2, 3, 4]],
    [receive {'DOWN', Monitor, _, _, _} -> ok end || {_, Monitor} <- Pids].
run(0) -> ok;
run(N) -> f(N), run(N - 1).
f(N) -> N.
"""


def test_view_tail_calls(world):
    """with --durations, a tail call has a slice beside that of the function whose place it takes; the return is that of the first"""
    world.write("turns.erl", """-module(turns).
-export([main/0, loop/1, done/1]).
main() -> loop(3), loop(1).
loop(0) -> done(0);
loop(N) -> loop(N - 1).
done(N) -> lists:seq(1, N).
""")
    for form in ("strace", "jsonl"):
        status, out, err = world.run("trace", "--calls", "turns:loop,turns:done", "--durations", "--format", form, "-o", f"turns.{form}", "turns.erl")
        assert (status, out, err) == (0, "", ""), (status, out, err)
        assert world.run("view", f"turns.{form}")[0] == 0
        with browser(world.folder / "turns.html") as page:
            page.wait(OPENED)
            rows = page.value("sonde.model.processes.map(process => process.rows.map(row => row.start.length))")
            assert rows == [[8]], (form, rows)
            ends = page.value("[...sonde.trace.peer].map(peer => sonde.trace.kinds[sonde.trace.kind[peer]] ?? '-')")
            assert ends == ["return_from", "-", "-", "-", "return_from", "call", "return_from", "-", "return_from", "call"], (form, ends)
            stacks = page.value("[...sonde.model.root.children.values()].map(node => [sonde.trace.functions[node.fn], node.totalCalls])")
            assert sorted(stacks) == [["turns:done/1", 2], ["turns:loop/1", 6]], (form, stacks)


def test_view_of_returns_alone(world):
    """an exception that was not asked for ends its slice, and is no event of the page"""
    world.write("throws.erl", THROWS)
    assert world.run("trace", "--calls", "throws:f,throws:g", "--returns", "--format", "strace", "-o", "throws.strace", "throws.erl")[0] == 0
    assert world.run("view", "throws.strace")[0] == 0
    with browser(world.folder / "throws.html") as page:
        page.wait(OPENED)
        assert page.value("document.getElementById('summary').textContent").startswith("9 events, ")
        assert page.value("sonde.model.processes.map(process => process.rows.map(row => row.start.length))") == [[3, 3]]
        assert "exception_from" not in page.value("sonde.trace.kinds")


def test_view_aliases(world):
    """a message to an alias has its arrow to the process that receives it; one that nobody receives has none"""
    for form in ("strace", "jsonl"):
        world.write("aliases.erl", ALIASES)
        status, out, err = world.run("trace", "--messages", "--format", form, "-o", f"aliases.{form}", "aliases.erl")
        assert (status, out, err) == (0, "", ""), (status, out, err)
        assert world.run("view", f"aliases.{form}") == (0, "aliases.html\n", "")
        with browser(world.folder / "aliases.html") as page:
            page.wait(OPENED)
            arrows = page.value("""[...sonde.model.sends].filter(event => sonde.trace.peer[event] >= 0).map(
                event => sonde.model.nameOf(sonde.trace.process[sonde.trace.peer[event]]).split(" ")[0])""")
            assert sorted(arrows) == ["main"] * 3 + ["server"] * 2 and page.value("sonde.model.sends.length") == 6, arrows


def test_view_million(world):
    """a log of a million events is whole, and the page opens all of them"""
    world.write("million.erl", MILLION)
    status, out, err = world.run("trace", "--calls", "million:f", "--returns", "--format", "strace", "-o", "million.strace", "million.erl", timeout=300)
    assert (status, out, err) == (0, "", ""), (status, out, err)
    status, out, err = world.run("view", "million.strace", timeout=300)
    assert (status, out, err) == (0, "million.html\n", ""), (status, out, err)
    with browser(world.folder / "million.html") as page:
        page.wait(OPENED)
        assert page.value("document.getElementById('summary').textContent").endswith(", complete")
        assert page.value("sonde.trace.count") == 1_000_000 and page.value("sonde.model.root.totalCalls") == 500_000
        print(f"note: a million events opened in {page.value('sonde.openedAfter') / 1000:.2f} s")


def test_view_used(world):
    """the wheel zooms, a search finds, a key follows an arrow, a filter leaves out, each picture is drawn"""
    with browser(write_page(world)) as page:
        page.wait(OPENED)
        shown = "sonde.timeline.to - sonde.timeline.from"
        whole = page.value(shown)
        page.wheel(700, 300, -200)
        page.wait(f"{shown} < {whole / 1.5}")
        page.type_into("search", "{done,3}")
        page.wait("sonde.searched === sonde.trace.count")
        assert page.value("document.getElementById('found').textContent") == "6 found"
        page.key("Enter")
        detail = "document.getElementById('detail').textContent"
        page.wait(f"{detail}.startsWith('send at')")
        send = page.value("sonde.selected")
        page.value("document.activeElement.blur()")
        page.key("f")
        page.wait(f"{detail}.startsWith('receive at')")
        assert page.value(f"sonde.trace.peer[{send}]") == page.value("sonde.selected")
        page.type_into("filter", "first")
        page.wait("sonde.timeline.tracks.length === 1")
        page.value("document.activeElement.blur()")
        page.key("0")
        page.wait(f"{shown} >= {whole * 0.99}")
        for tab in ("flame", "chart", "table"):
            button = page.value(f"(() => {{ const r = document.querySelector('[data-tab={tab}]').getBoundingClientRect(); return [r.x + 5, r.y + 5]; }})()")
            page.click(*button)
            page.wait(f"sonde.tab === '{tab}'")
        page.wait("document.querySelectorAll('#table tbody tr').length === 1")


def test_view_click(world):
    """a click on a slice selects the call that is drawn there"""
    with browser(write_page(world)) as page:
        page.wait(OPENED)
        call = page.value("sonde.model.processes.find(process => process.name === 'first').rows[0].event[0]")
        page.value(f"sonde.timeline.show(sonde.trace.time[{call}] - 5000, sonde.trace.time[sonde.trace.peer[{call}]] + 5000)")
        place = page.value(f"(() => {{ const p = sonde.timeline.placeOf({call}), r = sonde.timeline.canvas.getBoundingClientRect();"
                           " return [r.x + p.x + p.width / 2, r.y + p.y + 22 - sonde.timeline.scroll + p.height / 2]; })()")
        page.click(*place)
        page.wait(f"sonde.selected === {call}")


def test_view_detail(world):
    """a million slices cost as many strokes as a row has pixels, and none that is wider than a pixel is left out"""
    with browser(write_page(world)) as page:
        page.wait(OPENED)
        strokes, widest = page.value("""(() => {
            const count = 1000000, timeline = sonde.timeline, drawn = [];
            const start = Float64Array.from({length: count}, (_, n) => 10 * n), end = start.map((time) => time + 9);
            end[count - 1] += 10 * count;                      // begins in the pixel of many narrow ones
            timeline.context = {fillRect(x, y, width) { drawn.push(width); }};
            [timeline.from, timeline.to] = [0, 20 * count];
            timeline.drawSlices({start, end, event: new Int32Array(count)}, 0, 10, () => "");
            return [drawn.length, Math.max(...drawn)];
        })()""")
        assert 400 < strokes < 1300 and widest > 400, (strokes, widest)


def test_view_incomplete(world):
    """a log that was cut is shown as far as it goes, and the page says so"""
    write_page(world)
    log = (world.folder / "ring.strace").read_bytes()
    world.write("cut.strace", log[:-3])
    world.write("damaged.strace", log[:-30] + b"?" + log[-29:])
    for name, say in (("cut", "the log has no end"), ("damaged", "damaged at byte")):
        world.run("view", f"{name}.strace")
        with browser(world.folder / f"{name}.html") as page:
            page.wait(OPENED)
            summary = page.value("document.getElementById('summary').textContent")
            assert say in summary and "events" in summary, summary
