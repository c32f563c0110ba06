%% proves F5: meta tells of every process, with a timestamp, whatever its flags
%% needs: 27
-module(meta_any_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:function(S, {traced, id, 1}, true, [meta]),
    do(W, fun() -> traced:id(w) end), do(V, fun() -> traced:id(v) end), traced:id(main),
    trace:process(S, W, true, [call, arity, silent]),
    do(W, fun() -> traced:id(again) end),
    show(S, T).
