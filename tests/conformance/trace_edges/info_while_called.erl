%% proves F6, F13: reading a counter while others call
%% needs: 27
-module(info_while_called).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {traced, id, 1}, true, [call_count]),
    Ws = [spawn_monitor(fun() -> traced:many(5000) end) || _ <- [1, 2, 3]],
    Rising = fun F(Last, 0) -> Last; F(Last, N) -> {call_count, C} = trace:info(S, {traced, id, 1}, call_count), true = C >= Last, F(C, N - 1) end,
    Rising(0, 20),
    [receive {'DOWN', M, _, _, _} -> ok end || {_, M} <- Ws],
    say(trace:info(S, {traced, id, 1}, call_count)).
