%% proves P2: messages to a process that is gone, and to names that are not there
%% needs: 27
-module(flag_send_dead).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Dead = name(spawn(fun() -> ok end), dead),
    gone(Dead),
    trace:process(S, W, true, [send]),
    say(do(W, fun() -> Dead ! lost, erlang:send(Dead, lost_too), attempt(fun() -> no_such_name ! x end) end)),
    say(do(W, fun() -> {no_such_name, node()} ! y end)),
    show(S, T).
