%% shows list_to_tuple, list_to_binary, iolist functions and their errors
-module(conversions).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [list_to_tuple([a, b]), tuple_to_list({1, {2}})]),
    io:format("~w~n", [list_to_binary([1, "ab", [<<"c">>, [[]]], <<>> | <<"d">>])]),
    io:format("~w ~w~n", [iolist_size(["abc", <<"de">>, [1 | <<2>>]]), iolist_to_binary(<<"x">>)]),
    io:format("~w ~w~n", [binary_to_list(<<"abc">>), binary_to_list(<<"abcde">>, 2, 4)]),
    io:format("~w ~w~n", [bitstring_to_list(<<1, 2, 3:3>>), list_to_bitstring([<<1:1>>, <<1:2>>, 255])]),
    Bad = [fun() -> list_to_tuple(a) end, fun() -> list_to_tuple([a | b]) end, fun() -> list_to_binary([256]) end,
           fun() -> list_to_binary(<<"a">>) end, fun() -> list_to_binary([-1]) end, fun() -> iolist_to_binary([a]) end,
           fun() -> iolist_size([<<1:1>>]) end, fun() -> iolist_to_binary([1 | 2]) end, fun() -> binary_to_list(<<1:1>>) end,
           fun() -> binary_to_list(<<1, 2>>, 2, 3) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
