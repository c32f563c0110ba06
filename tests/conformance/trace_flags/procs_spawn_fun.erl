%% proves P7: a process made from a fun starts in erlang:apply/2
%% needs: 27
-module(procs_spawn_fun).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs]),
    gone(do(W, fun() -> spawn(fun erlang:self/0) end)),
    show(S, T).
