%% proves P21: a traced process may change its own flags
%% needs: 27
-module(flags_on_self_by_worker).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    do(W, fun() ->
        self() ! before_it,
        trace:process(S, self(), true, [send]),
        self() ! during,
        trace:process(S, self(), false, [send]),
        self() ! after_it
    end),
    show(S, T).
