%% proves P13: cpu_timestamp goes with all only
%% needs: 27
-module(cpu_timestamp).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    [say(attempt(fun() -> trace:process(S, P, H, [cpu_timestamp, send]) end)) || P <- [W, new, existing], H <- [true, false]],
    say(trace:info(S, W, flags)).
