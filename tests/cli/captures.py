"""What of an event is captured: `sonde trace --max-arg`, `--arg`, `--no-result`, and the same as options of a session."""

import resource

from world import expect_usage_error

PARTS = """-module(parts).
-export([main/0, f/3]).
main() ->
    Text = binary:copy(<<"ab">>, 1000),
    f(lists:seq(1, 1000), Text, #{N => N || N <- lists:seq(1, 1000)}),
    f({a, {b, "c"}, <<1:3>>}, 1.5, fun() -> Text end),
    self() ! {message, Text, lists:seq(1, 1000)},
    receive {message, _, _} -> ok end,
    catch f(raise, Text, []).
f(raise, Text, _) -> error({reason, Text});
f(A, B, C) -> {C, B, A}.
"""


def events(world, *options):
    """What the lines of a trace say, without time, process and duration."""
    world.write("parts.erl", PARTS.replace("#{N => N || N <- lists:seq(1, 1000)}", "maps:from_keys(lists:seq(1, 1000), x)"))
    status, out, err = world.run("trace", "--calls", "parts:f", *options, "parts.erl")
    assert (status, out) == (0, ""), (status, out, err)
    return [line.split(None, 3)[3].split("  (")[0] for line in err.splitlines()[:-1]]


def test_capture_max_arg(world):
    """arguments, messages, results and reasons are cut to about the size asked for, and show where"""
    lines = events(world, "--returns", "--exceptions", "--messages", "--max-arg", "100")
    assert len(lines) == 8 and all(len(line) < 700 for line in lines), [len(line) for line in lines]
    assert lines[0].startswith("parts:f([1,2,3,") and "|'...']" in lines[0] and 'ab..."' in lines[0] and "'...' => '...'" in lines[0], lines[0]
    assert lines[2].startswith("parts:f({a,{b,\"c\"},<<1:3>>}, 1.5, #Fun<parts.") or lines[2].endswith("'...')"), lines[2]
    message = [line for line in lines if "! {message," in line or "receives {message," in line]
    assert len(message) == 2 and all("..." in line for line in message), lines
    assert "error:{reason," in lines[7] and "..." in lines[7], lines[7]


def test_capture_parts(world):
    """one argument only, no result; a small limit and a log go together"""
    lines = events(world, "--returns", "--arg", "2", "--no-result")
    assert lines[2:4] == ["parts:f('_', 1.5, '_')", "parts:f/3 -> '...'"], lines
    world.run("trace", "--calls", "parts:f", "--returns", "--max-arg", "50", "--format", "strace", "-o", "parts.strace", "parts.erl")
    status, out, _ = world.run("trace", "parts.strace")
    assert status == 0 and "parts:f([1,2," in out and len(out) < 2000, out
    expect_usage_error(world, "trace", "--calls", "parts", "--max-arg", "0", "parts.erl", say="max-arg")
    expect_usage_error(world, "trace", "--calls", "parts", "--arg", "x", "parts.erl", say="arg")
    for pattern, number, say in (("parts", 4, "parts have at most 3 arguments"), ("parts:f/3", 5, "parts:f/3 have at most 3 arguments"),
                                 ("parts:main", 1, "parts:main have at most 0 arguments")):
        expect_usage_error(world, "trace", "--calls", pattern, "--arg", number, "parts.erl", say=f"--arg {number}: calls of {say}")
    expect_usage_error(world, "trace", "--calls", "parts", "--no-args", "--arg", 1, "parts.erl", say="--no-args excludes --arg")


def test_capture_costs_nothing(world):
    """what is left out of a list of 100 MB is neither copied nor walked over"""
    world.write("large.erl", """-module(large).
-export([main/0, f/2]).
main() -> L = lists:seq(1, 6000000), [f(N, L) || N <- lists:seq(1, 300)], ok.
f(N, _) -> N.
""")

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (40, 40))

    for options in (["--max-arg", "64"], ["--arg", "1"], ["--no-args"]):
        status, out, err = world.run("trace", "--max-memory", "1500", "--calls", "large:f", "--returns", *options, "large.erl", preexec_fn=limit)
        assert status == 0 and err.count("\n") == 601 and err.endswith("complete\n"), (options, status, out, err[-300:])


def test_capture_options(world):
    """the same are options of trace:session_create/3, which refuses others"""
    world.write("options.erl", """-module(options).
-export([main/0, f/2]).
main() ->
    [io:format("~p~n", [try trace:session_create(s, self(), [Option]) of _ -> ok catch error:Reason -> Reason end])
     || Option <- [{max_arg, 10}, {max_arg, 0}, {arg, 256}, {arg, 1}, {result, false}, {result, no}, {what, 1}, {uncounted, return_from}, {uncounted, call}]],
    S = trace:session_create(s, self(), [{arg, 2}, {result, false}, {max_arg, 40}]),
    Self = self(),
    Pid = spawn(fun() -> receive go -> f([1], lists:seq(1, 100)), Self ! done end end),
    trace:process(S, Pid, true, [call]),
    trace:function(S, {?MODULE, f, 2}, [{'_', [], [{return_trace}]}], [local]),
    Pid ! go,
    receive done -> ok end,
    [receive M -> io:format("~w~n", [setelement(2, M, pid)]) end || _ <- [1, 2]],
    U = trace:session_create(u, self(), [{max_events, 2}, {uncounted, return_from}, {uncounted, exception_from}]),
    trace:function(U, {?MODULE, f, 2}, [{'_', [], [{return_trace}]}], [local]),
    Caller = spawn(fun() -> receive go -> [f(N, N) || N <- [1, 2, 3]] end end),
    trace:process(U, Caller, true, [call]),
    Caller ! go,
    io:format("~w~n", [until_stopped()]).
until_stopped() -> receive {trace_stopped, Why} -> [Why]; M when element(1, M) =:= trace -> [element(3, M) | until_stopped()] end.
f(A, B) -> {A, B}.
""")
    status, out, err = world.run("run", "options.erl")
    assert (status, err) == (0, ""), (status, err)
    lines = out.splitlines()
    assert lines[:9] == ["ok", "badarg", "badarg", "ok", "ok", "badarg", "badarg", "ok", "badarg"], out
    assert lines[9] == "{trace,pid,call,{options,f,['_',[1,2,3,4|'...']]}}" and lines[10] == "{trace,pid,return_from,{options,f,2},'...'}", out
    assert lines[11] == "[call,return_from,call,max_events]", out
