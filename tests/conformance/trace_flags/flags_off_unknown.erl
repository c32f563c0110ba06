%% proves P1: turning off what is not set, and turning off everything by all
%% needs: 27
-module(flags_off_unknown).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:process(S, W, false, [send])),
    say(trace:process(S, W, true, [procs])),
    say(trace:process(S, W, false, [send, call])),
    say(trace:info(S, W, flags)),
    say(trace:process(S, W, false, [all])),
    say(trace:info(S, W, flags)),
    say(trace:info(S, W, tracer)).
