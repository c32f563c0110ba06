%% proves S8, S2: the static session beside two others
%% needs: 27
-module(beside_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T0 = tracer(t0), T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    erlang:trace(W, true, [call, {tracer, T0}]),
    [trace:process(S, W, true, [call, arity]) || S <- [S1, S2]],
    erlang:trace_pattern({traced, id, 1}, true, [local]),
    trace:function(S1, {traced, id, 1}, true, [global]),
    trace:function(S2, {traced, ext, 1}, true, [local]),
    do(W, fun() -> traced:id(1), traced:ext(2) end),
    say(t0), show(legacy, T0), say(t1), show(S1, T1), say(t2), show(S2, T2),
    say([erlang:trace_info({traced, id, 1}, traced), trace:info(S1, {traced, id, 1}, traced), trace:info(S2, {traced, id, 1}, traced)]).
