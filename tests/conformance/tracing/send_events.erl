%% proves P2: messages sent to pids, names, dead processes, to oneself and by a reply
%% needs: 27
-module(send_events).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(), V = worker(),
    Dead = worker(),
    stop(Dead),
    register(target, V),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [send]),
    do(W, fun() -> V ! {hello, 1}, target ! {hello, 2}, self() ! {hello, self()}, Dead ! lost, ok end),
    do(W, fun() -> erlang:send(V, {hello, 3}, [noconnect]), {target, node()} ! {hello, 4}, [receive M -> M end] end),
    do(W, fun() -> try nobody ! x catch error:badarg -> caught end end),
    delivered(S),
    trace:process(S, W, false, [send]),
    do(W, fun() -> V ! {hello, 5} end),
    delivered(S),
    print(events(T), [{W, w}, {V, v}, {Dead, dead}]),
    ok.
