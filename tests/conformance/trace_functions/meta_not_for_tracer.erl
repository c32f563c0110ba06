%% proves F5, P21: what the tracer of a meta pattern calls is not told
%% needs: 27
-module(meta_not_for_tracer).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, sync/1, say/1, say/2]).

main() ->
    W = worker(w), T = worker(t), V = tracer(v),
    S = session(T),
    trace:function(S, {traced, id, 1}, true, [meta]),
    do(T, fun() -> traced:id(by_tracer) end),
    do(W, fun() -> traced:id(by_w) end),
    sync(S),
    Events = do(T, fun() -> (fun F() -> receive E when element(1, E) =:= trace_ts -> [E | F()] after 0 -> [] end end)() end),
    [say(setelement(5, E, now)) || E <- Events],
    stop(V).
