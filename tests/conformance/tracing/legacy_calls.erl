%% proves S8, P4: erlang:trace/3 and trace_pattern, the caller as the tracer
-module(legacy_calls).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    W = worker(),
    io:format("~w~n", [erlang:trace(W, true, [call])]),
    io:format("~w~n", [erlang:trace_pattern({traced, ext, '_'}, true)]),
    io:format("~w~n", [erlang:trace_pattern({traced, local, 1}, true, [local])]),
    do(W, fun() -> traced:ext(1), traced:ext(a, b), traced:calls_local(3), traced:fact(1) end),
    delivered(legacy),
    print(flush(), [{W, w}]),
    io:format("~w~n", [erlang:trace(W, false, [call])]),
    do(W, fun() -> traced:ext(2) end),
    delivered(legacy),
    io:format("~w~n", [flush()]),
    ok.

flush() -> receive M -> [M | flush()] after 0 -> [] end.
