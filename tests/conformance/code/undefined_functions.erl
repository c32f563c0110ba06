%% shows undef for missing modules and functions in every form of call, and that the caller can go on
-module(undefined_functions).
-export([main/0]).

main() ->
    M = list_to_atom("no_such_module_" ++ "a"),
    [io:format("~w~n", [try F() catch error:undef:S -> top(S) end])
     || F <- [fun() -> no_such_module:f() end, fun() -> M:g(1) end, fun() -> apply(M, h, [1, 2]) end, fun() -> lists:nope(x) end,
              fun() -> (fun no_such_module:k/1)(7) end, fun() -> erlang:nope() end]],
    Self = self(),
    P = spawn(fun() -> Self ! {r, catch element(1, catch no_such_module:f())} end),
    receive {r, R} -> io:format("~w ~w~n", [R, is_pid(P)]) end,
    ok.

top([{M, F, A, _} | _]) -> {undef, M, F, A}.
