%% proves F8: memory counts for the innermost traced function
%% needs: 27
-module(memory_innermost).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Figures = fun() -> [{F, [{N, Words} || {_, N, Words} <- element(2, trace:info(S, {prey, F, 1}, call_memory))]} || F <- [outer, middle, inner], trace:info(S, {prey, F, 1}, call_memory) =/= {call_memory, false}] end,
    trace:function(S, {prey, outer, 1}, true, [call_memory]),
    do(W, fun() -> prey:outer(1) end), say(Figures()),
    trace:function(S, {prey, inner, 1}, true, [call_memory]),
    do(W, fun() -> prey:outer(1) end), say(Figures()),
    trace:function(S, {prey, middle, 1}, true, [call_memory]),
    do(W, fun() -> prey:outer(1) end), say(Figures()).
