%% proves O2, P2: a traced process that talks to a port
%% needs: 27
-module(process_sends_to_port).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    trace:process(S, W, true, [send, 'receive']),
    do(W, fun() -> P ! {self(), {command, <<"x">>}}, receive {P, {data, <<"x">>}} -> ok end end),
    do(W, fun() -> port_close(P) end),
    show(S, T).
