%% proves F8: call_memory: words of what a function builds
%% needs: 27
-module(memory_exact).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, five, 5}, true, [call_memory]),
    trace:function(S, {prey, zero, 0}, true, [call_memory]),
    do(W, fun() -> prey:five(1, 2, 3, 4, 5), prey:five(1, 2, 3, 4, 5), prey:zero() end),
    [say({F, [{N, Words} || {_, N, Words} <- element(2, trace:info(S, {prey, F, A}, call_memory))]}) || {F, A} <- [{five, 5}, {zero, 0}]].
