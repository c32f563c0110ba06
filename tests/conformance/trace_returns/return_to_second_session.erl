%% proves P6, S2: return_to frames of two sessions do not mix
%% needs: 27
-module(return_to_second_session).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    trace:function(S1, {prey, '_', '_'}, true, [local]),
    trace:function(S2, {prey, middle, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S1, W, true, [call, return_to]),
    trace:process(S2, W, true, [call, return_to]),
    do(W, fun() -> prey:outer(1) end),
    say(one), show(S1, T1), say(two), show(S2, T2).
