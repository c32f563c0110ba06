%% proves P1: the flags that all sets, and that it does not set cpu_timestamp
%% needs: 27
-module(flag_all_set).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:process(S, W, true, [all])),
    {flags, F} = trace:info(S, W, flags),
    say(lists:sort(F)),
    say(trace:process(S, W, false, [all])),
    say(trace:info(S, W, flags)).
