%% proves P7: a registered process gives its name up when it ends
%% needs: 27
-module(procs_register_exit).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs]),
    do(W, fun() -> register(named, self()) end),
    stop(W),
    show(S, T).
