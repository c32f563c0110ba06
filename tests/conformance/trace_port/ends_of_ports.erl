%% proves O2: how a port ends: closed, told to exit, with its owner, with its program
%% needs: 27
-module(ends_of_ports).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, name/2, session/1, show/2, show/3, stop/1, gone/1]).

main() ->
    T = tracer(), S = session(T),
    ended(S, T, a, fun(W, P) -> do(W, fun() -> port_close(P) end) end),
    ended(S, T, b, fun(W, P) -> do(W, fun() -> P ! {self(), close}, receive {P, closed} -> ok end end) end),
    ended(S, T, c, fun(_, P) -> X = worker(x), do(X, fun() -> exit(P, because) end) end),
    ended(S, T, d, fun(W, P) -> do(W, fun() -> unlink(P) end), X = worker(y), do(X, fun() -> link(P), exit(because) end) end),
    ended(S, T, e, fun(W, _) -> stop(W) end),
    ended(S, T, f, fun(W, P) -> do(W, fun() -> register(some_port, P) end), do(W, fun() -> port_close(P) end) end),
    trace:port(S, new, true, [ports]),
    W = worker(w),
    P = do(W, fun() -> open_port({spawn, "true"}, []) end),
    name(P, true),
    gone(monitor(port, P)),
    show(S, T).

%% The events of a port of a worker, both named by Name, that F ends.
ended(S, T, Name, F) ->
    W = worker({owner, Name}),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, {port, Name}),
    do(W, fun() -> port_command(P, "x"), receive {P, {data, _}} -> ok end end),
    trace:port(S, P, true, [ports, running_ports, send, 'receive']),
    Monitor = monitor(port, P),
    F(W, P),
    gone(Monitor),
    show(S, T, fun(E) -> not lists:member(element(4, E), [monitor]) end).
