%% proves P7, P18: the child's own view: spawned first, then its links
%% needs: 27
-module(spawned_of_child).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs, set_on_spawn]),
    C = do(W, fun() -> spawn_link(erlang, hd, [[x]]) end),
    gone(name(C, child), W),
    show(S, T).
