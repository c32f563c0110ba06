%% proves F6: self tail calls, body recursion, calls through apply, funs and spawn are all counted, once each
%% needs: 27
-module(call_count_tail).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    io:format("~w~n", [trace:function(S, {traced, '_', '_'}, true, [call_count])]),
    traced:tail(1000),
    traced:fact(50),
    traced:many(200),
    traced:calls_local(1),
    apply(traced, ext, [1]),
    lists:foreach(fun traced:ext/1, [1, 2, 3]),
    {_, M} = spawn_monitor(traced, ext, [5]),
    receive {'DOWN', M, _, _, _} -> ok end,
    catch traced:fail(x),
    traced:catcher(y),
    [io:format("~w ~w~n", [{F, A}, element(2, trace:info(S, {traced, F, A}, call_count))])
     || {F, A} <- [{tail, 1}, {fact, 1}, {many, 1}, {id, 1}, {calls_local, 1}, {local, 1}, {ext, 1}, {ext, 2}, {fail, 1}, {catcher, 1}]],
    ok.
