%% proves P2: a message to oneself, by pid, by name, and by send/2,3
%% needs: 27
-module(flag_send_self).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send]),
    do(W, fun() ->
        register(me, self()),
        self() ! by_pid, me ! by_name, erlang:send(self(), by_send), erlang:send(me, by_send_name, [noconnect]),
        {me, node()} ! by_node
    end),
    show(S, T).
