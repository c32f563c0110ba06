%% proves P4: large and shared terms as arguments and results
%% needs: 27
-module(big_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> L = lists:seq(1, 2000), traced:id([L, L]), traced:id(binary:copy(<<"x">>, 5000)), traced:id(1 bsl 2000), ok end),
    sync(S),
    [say({element(3, E), erlang:phash2(setelement(2, E, x))}) || E <- take(T)].
