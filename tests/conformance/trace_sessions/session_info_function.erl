%% proves S5: session_info of functions, events and on_load
%% needs: 27
-module(session_info_function).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S1 = session(one, T), S2 = session(two, T),
    Names = fun(undefined) -> undefined; (L) -> lists:sort([N || {N, _} <- L]) end,
    trace:function(S1, {traced, id, 1}, true, [local]),
    trace:function(S2, {traced, id, 1}, true, [call_count]),
    trace:function(S2, {traced, ext, 1}, true, [global]),
    trace:function(S1, on_load, true, [local]),
    trace:send(S1, [{'_', [], []}], []),
    [say({X, Names(trace:session_info(X))}) || X <- [{traced, id, 1}, {traced, ext, 1}, {traced, ext, 2}, {traced, nothing, 0}, {nomodule, nothing, 0}, on_load, send, 'receive']],
    [trace:session_destroy(S) || S <- [S1, S2]].
