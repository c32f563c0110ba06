%% proves O2: names and links of a port
%% needs: 27
-module(links_and_names).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    trace:port(S, P, true, [ports]),
    do(W, fun() -> register(cat_port, P), unregister(cat_port) end),
    do(V, fun() -> link(P), unlink(P) end),
    do(W, fun() -> unlink(P) end),
    do(W, fun() -> port_close(P) end),
    show(S, T).
