%% proves P1: an empty list of flags sets nothing
%% needs: 27
-module(flag_empty_list).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:process(S, W, true, [])),
    say(trace:info(S, W, flags)),
    say(trace:info(S, W, tracer)),
    say(trace:process(S, W, false, [])),
    do(W, fun() -> self() ! x end),
    show(S, T).
