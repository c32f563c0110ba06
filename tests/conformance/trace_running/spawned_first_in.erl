%% proves P8, P18: a new process: its first in, where it begins
%% needs: 27
-module(spawned_first_in).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [set_on_spawn, running, procs]),
    C = name(do(W, fun() -> spawn(prey, zero, []) end), child),
    gone(C),
    show(S, T, fun(E) -> element(2, E) =:= C end).
