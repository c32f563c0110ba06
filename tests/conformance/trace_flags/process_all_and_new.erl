%% proves P1, P18: all means existing and new
%% needs: 27
-module(process_all_and_new).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, all, true, [set_on_spawn]),
    V = worker(v),
    say([trace:info(S, P, flags) || P <- [W, V, new]]),
    trace:process(S, all, false, [set_on_spawn]),
    say([trace:info(S, P, flags) || P <- [W, V, new]]).
