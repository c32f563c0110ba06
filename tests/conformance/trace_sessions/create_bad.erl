%% proves S1: bad arguments of session_create
%% needs: 27
-module(create_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(),
    Dead = spawn(fun() -> ok end), gone(Dead),
    [say(attempt(fun() -> element(1, trace:session_create(N, X, O)) end)) || {N, X, O} <-
        [{"name", T, []}, {1, T, []}, {name, Dead, []}, {name, nobody, []}, {name, T, x}, {name, T, [x]}, {name, T, [{x, 1}]}, {name, T, [x | y]}, {name, {no_such_module_x, st}, []}, {name, {1, 2}, []},
         {name, {lists, state}, []}, {name, [T], []}]].
