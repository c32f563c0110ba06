%% proves S7: when the tracer dies, tracing of its processes ends silently
%% needs: 27
-module(tracer_dies).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call, send]),
    trace:function(S, {traced, ext, 1}, true, [local]),
    do(W, fun() -> traced:ext(1) end),
    delivered(S),
    io:format("~w~n", [length(events(T))]),
    M = monitor(process, T),
    exit(T, kill),
    receive {'DOWN', M, _, _, _} -> ok end,
    io:format("~w~n", [do(W, fun() -> traced:ext(2) end)]),
    io:format("~w~n", [error_of(fun() -> trace:info(S, W, flags) end)]),
    io:format("~w~n", [is_process_alive(W)]),
    ok.
