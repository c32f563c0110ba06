%% proves S8, F12: bad arguments of erlang:trace/3
%% needs: 27
-module(flags_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(), W = worker(w),
    Dead = spawn(fun() -> ok end), gone(Dead),
    [say(attempt(fun() -> erlang:trace(P, H, F) end)) || {P, H, F} <- [{W, true, [nothing]}, {W, true, send}, {W, maybe_so, [send]}, {Dead, true, [send]}, {W, true, [{tracer, x}]},
        {W, true, [{tracer, Dead}]}, {W, true, [{tracer, no_module, state}]}, {W, true, [send | x]}, {W, true, [{tracer}]}, {x, true, [send]}, {W, true, [{other, T}]}, {W, true, [cpu_timestamp]}]],
    say(erlang:trace_info(W, flags)).
