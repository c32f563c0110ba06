%% proves F12, M6: deep terms in heads and bodies
%% needs: 27
-module(spec_deep).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Deep = lists:foldl(fun(_, Acc) -> {Acc} end, '$1', lists:seq(1, 200)),
    Value = lists:foldl(fun(_, Acc) -> {Acc} end, core, lists:seq(1, 200)),
    say(trace:function(S, {traced, id, 1}, [{[Deep], [], [{message, '$1'}]}], [local])),
    do(W, fun() -> traced:id(Value) end),
    sync(S),
    [say(E) || {trace, _, call, _, E} <- take(T)].
