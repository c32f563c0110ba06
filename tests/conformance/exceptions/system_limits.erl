%% shows operations that raise system_limit
-module(system_limits).
-export([main/0]).

main() ->
    Calls = [fun() -> list_to_atom(lists:duplicate(300, $a)) end, fun() -> 1 bsl (1 bsl 40) end, fun() -> <<0:(1 bsl 70)>> end, fun() -> binary:copy(<<1>>, 1 bsl 62) end,
             fun() -> binary_to_atom(binary:copy(<<"a">>, 256)) end, fun() -> <<(id(<<>>))/binary, 0:(id(1 bsl 68))>> end,
             fun() -> erlang:list_to_existing_atom(lists:duplicate(300, $a)) end],
    [io:format("~w~n", [try F(), no_error catch C:R -> {C, R} end]) || F <- Calls],
    ok.

id(X) -> X.
