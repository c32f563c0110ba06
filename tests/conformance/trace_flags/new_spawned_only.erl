%% proves P7: a process that is new to the session tells spawned though its parent is not traced
%% needs: 27
-module(new_spawned_only).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, new, true, [procs]),
    C = name(do(W, fun() -> spawn(erlang, hd, [[1]]) end), child),
    gone(C),
    trace:process(S, new, false, [procs]),
    show(S, T).
