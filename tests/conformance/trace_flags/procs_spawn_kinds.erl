%% proves P7: spawn as told for funs, functions, links, monitors and options
%% needs: 27
-module(procs_spawn_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs]),
    Wait = fun(P) -> name(P, child), gone(P, W) end,
    Wait(do(W, fun() -> spawn(erlang, self, []) end)),
    Wait(do(W, fun() -> spawn(erlang, max, [a, b]) end)),
    Wait(do(W, fun() -> spawn_link(lists, sort, [[]]) end)),
    Wait(element(1, do(W, fun() -> spawn_monitor(lists, sort, [[]]) end))),
    Wait(do(W, fun() -> spawn_opt(lists, sort, [[]], [{priority, high}]) end)),
    Wait(do(W, fun() -> spawn(node(), lists, sort, [[]]) end)),
    show(S, T).
