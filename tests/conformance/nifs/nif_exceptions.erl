%% shows exceptions that C code raises: class, reason, stack
-module(nif_exceptions).
-export([main/0]).

main() ->
    [io:format("~0p~n", [what(fun() -> nif_terms:raise(T) end)]) || T <- [badarg, {my, "reason"}, 7, [list]]],
    io:format("~0p~n", [what(fun() -> nif_terms:pending({why, 1}) end)]),
    io:format("~0p~n", [what(fun() -> nif_terms:text(abc, many) end)]),
    io:format("~0p~n", [what(fun() -> nif_terms:nothing(1) end)]).

what(F) ->
    try F() catch Class:Reason:Stack -> {Class, Reason, [setelement(4, Frame, []) || Frame <- lists:sublist(Stack, 2)]} end.
