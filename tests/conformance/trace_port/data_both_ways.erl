%% proves O2: commands to a port and data from it
%% needs: 27
-module(data_both_ways).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary, stream]) end),
    name(P, cat),
    trace:port(S, P, true, [send, 'receive']),
    do(W, fun() -> P ! {self(), {command, <<"hello">>}}, receive {P, {data, D}} -> D end end),
    do(W, fun() -> port_command(P, <<"again">>), receive {P, {data, D}} -> D end end),
    do(W, fun() -> P ! {self(), close}, receive {P, closed} -> ok end end),
    show(S, T).
