%% proves E1, O2: trace:send/3 with false is for ports too, its match specs and trace:recv/3 are for processes only; no flag of a
%% process passes on to the ports that it opens
%% needs: 27
-module(port_filters).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, name/2, session/1, show/2, show/3, say/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    Echo = fun() -> do(W, fun() -> port_command(P, "x"), receive {P, {data, _}} -> ok end, erlang:port_info(P, connected) end), show(S, T) end,
    trace:port(S, P, true, [send, 'receive']),
    trace:send(S, false, []), Echo(),
    trace:recv(S, false, []), Echo(),
    trace:send(S, [{['_', '_'], [], [{message, more}]}], []),
    trace:recv(S, [{['_', '_', '_'], [], [{message, more}]}], []), Echo(),
    trace:process(S, W, true, [set_on_spawn, set_on_link, procs, ports]),
    Q = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(Q, other),
    do(W, fun() -> port_close(Q) end),
    show(S, T, fun(E) -> element(3, E) =/= send end).
