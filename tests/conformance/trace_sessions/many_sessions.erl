%% proves S1, S2: a hundred sessions on one process and one function
%% needs: 27
-module(many_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    W = worker(w),
    Sessions = [begin T = tracer(list_to_atom("t" ++ integer_to_list(N))), {N, T, session(list_to_atom("s" ++ integer_to_list(N)), T)} end || N <- lists:seq(1, 100)],
    [begin trace:process(S, W, true, [call]), trace:function(S, {traced, id, 1}, [{[N], [], [{message, {const, N}}]}], [local]), trace:function(S, {traced, id, 1}, true, [call_count]) end || {N, _, S} <- Sessions],
    do(W, fun() -> [traced:id(X) || X <- lists:seq(1, 100)] end),
    [sync(S) || {_, _, S} <- Sessions],
    say([N || {N, T, _} <- Sessions, [E || {trace, _, call, _, E} <- take(T)] =/= [N]]),
    say(lists:usort([trace:info(S, {traced, id, 1}, call_count) || {_, _, S} <- Sessions])),
    [trace:session_destroy(S) || {_, _, S} <- Sessions],
    say(trace:session_info(all)).
