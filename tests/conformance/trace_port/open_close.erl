%% proves O2, O1: a port that is opened and closed by a traced process
%% needs: 27
-module(open_close).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:port(S, new, true, [ports])),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    do(W, fun() -> port_close(P) end),
    show(S, T).
