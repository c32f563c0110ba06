%% proves S2, S3: other sessions go on when one is destroyed
%% needs: 27
-module(destroy_leaves_others).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, show/2, show/3, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    [begin trace:process(S, W, true, [call, send]), trace:function(S, {traced, id, 1}, [{'_', [], [{return_trace}]}], [local]), trace:function(S, {traced, id, 1}, true, [call_count]) end || S <- [S1, S2]],
    do(W, fun() -> traced:id(1) end),
    trace:session_destroy(S1),
    do(W, fun() -> traced:id(2) end),
    say(trace:info(S2, {traced, id, 1}, call_count)),
    sync(S2),
    say(t1), [say(E) || E <- take(T1)],
    say(t2), show(S2, T2).
