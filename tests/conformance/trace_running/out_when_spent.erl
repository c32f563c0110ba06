%% proves P8: a busy process is scheduled out in its loop
%% needs: 27
-module(out_when_spent).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [running]),
    do(W, fun() -> prey:spin(100000) end),
    sync(S),
    Where = [F || {trace, _, out, F} <- take(T)],
    say(lists:member({prey, spin, 1}, Where)).
