%% proves M3: process_dump answers a binary about the process
%% needs: 27
-module(process_dump_action).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{'_', [], [{message, {process_dump}}]}], [local]),
    do(W, fun() -> traced:id(1) end),
    sync(S),
    [say({is_binary(D), byte_size(D) > 50}) || {trace, _, call, _, D} <- take(T)].
