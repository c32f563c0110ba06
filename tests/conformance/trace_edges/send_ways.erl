%% proves P2: erlang:send/3, send_nosuspend and aliases
%% needs: 27
-module(send_ways).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive']),
    do(W, fun() ->
        A = alias(), A ! by_alias, receive by_alias -> ok end,
        unalias(A), A ! by_dead_alias,
        erlang:send_nosuspend(self(), nosuspend), receive nosuspend -> ok end,
        ok
    end),
    show(S, T).
