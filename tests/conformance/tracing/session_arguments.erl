%% proves S1: what session_create refuses, and that names need not be unique
%% needs: 27
-module(session_arguments).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(),
    dead = dead = begin P = spawn(fun() -> ok end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> dead end end,
    Bad = [fun() -> trace:session_create("name", T, []) end, fun() -> trace:session_create(a, not_a_pid, []) end,
           fun() -> trace:session_create(a, T, [option]) end, fun() -> trace:session_create(a, T, x) end,
           fun() -> trace:session_create(a, {no_such_tracer_module, state}, []) end, fun() -> trace:session_create(1, T, []) end],
    io:format("~w~n", [[error_of(F) || F <- Bad]]),
    A = trace:session_create(same, T, []),
    B = trace:session_create(same, T, []),
    io:format("~w ~w~n", [A =:= B, trace:session_destroy(A)]),
    io:format("~w~n", [trace:info(B, new, flags)]),
    io:format("~w~n", [trace:session_destroy(B)]),
    io:format("~w~n", [error_of(fun() -> trace:session_destroy(not_a_session) end)]),
    ok.
