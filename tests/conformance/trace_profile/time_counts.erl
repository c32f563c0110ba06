%% proves F7: call_time counts calls per process
%% needs: 27
-module(time_counts).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2, normal/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    [trace:process(S, P, true, [call]) || P <- [W, V]],
    trace:function(S, {traced, id, 1}, true, [call_time]),
    do(W, fun() -> traced:many(10) end), do(V, fun() -> traced:many(5) end), traced:id(main),
    {call_time, L} = trace:info(S, {traced, id, 1}, call_time),
    say(lists:sort([{normal(P), C, is_integer(Sec), is_integer(Us)} || {P, C, Sec, Us} <- L])).
