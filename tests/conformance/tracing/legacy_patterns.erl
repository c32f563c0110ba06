%% proves S8, F1, F6, F10: erlang:trace_pattern/2,3 with all types
-module(legacy_patterns).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    P = fun(A, B, C) -> error_of(fun() -> erlang:trace_pattern(A, B, C) end) end,
    io:format("~w~n", [[P({traced, ext, 1}, true, []), P({traced, ext, '_'}, true, [local]), P({traced, ext, '_'}, false, [local]),
        P({traced, ext, '_'}, false, [global]), P({traced, '_', '_'}, true, [call_count])]]),
    traced:many(10),
    io:format("~w~n", [erlang:trace_info({traced, id, 1}, call_count)]),
    io:format("~w~n", [P({traced, id, 1}, pause, [call_count])]),
    traced:many(10),
    io:format("~w~n", [erlang:trace_info({traced, id, 1}, call_count)]),
    io:format("~w~n", [P({traced, id, 1}, restart, [call_count])]),
    traced:many(5),
    io:format("~w~n", [erlang:trace_info({traced, id, 1}, call_count)]),
    io:format("~w~n", [P({traced, '_', '_'}, false, [call_count])]),
    io:format("~w~n", [erlang:trace_info({traced, id, 1}, call_count)]),
    io:format("~w~n", [[P({'_', id, 1}, true, []), P({traced, '_', 1}, true, []), P(traced, true, []), P({traced, id, 1}, true, [x]),
        P({traced, id, 1}, nonsense, []), P({traced, none, 1}, true, [])]]),
    io:format("~w~n", [erlang:trace_pattern({traced, id, 1}, true)]),
    ok.
