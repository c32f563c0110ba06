%% shows numbers read from short texts, and searches for keys of one word and for elements to take away, equal and exactly equal ones
-module(short_texts_and_keys).
-export([main/0]).

main() ->
    [io:format("~s ~p ~p ~p ~p~n", [Text | numbers_of(Text)]) || Text <- texts()],
    Tuples = [{1.0, a}, {x, b}, {2, c}, {[], d}, {3.5, e}, {"s", f}, {1 bsl 70, g}, {-0.0, h}, {0, i}],
    [io:format("~p ~p ~p~n", [Key, lists:keyfind(Key, 1, Tuples), lists:keymember(Key, 1, [{x}, y, {1.0}])])
     || Key <- [1, 1.0, 2, 2.0, x, [], 3, 3.5, "s", 1 bsl 70, float(1 bsl 70), 0, 0.0, -0.0, <<>>]],
    List = lists:seq(1, 200),
    [io:format("~p~n", [length(List -- Taken)]) || Taken <- [[1, 1, 2], [1.0, 2], ["a"], [200, 0], [{1}, 3, 5.0]]],
    io:format("~p~n", [(["a", {1, 2}, 3.0, 3 | List] -- [{1, 2}, "a", 3]) =:= [3.0 | List]]),
    io:format("~p~n", [lists:sublist([{1}, {1}, 1.0, 1, 1.0 | List] -- [1.0, {1}, {1}, {1}], 4)]).

texts() ->
    ["", "-", "+", "-0", "+0", "0", "+5", "-5", "--5", "+-1", "1 ", " 1", "1a", "a1", "0x10", "1_000", "00000000000000000000012",
     "99999999999999999", "-99999999999999999", "100000000000000000", "576460752303423487", "576460752303423488",
     "-576460752303423488", "-576460752303423489", "12345678901234567890123"].

numbers_of(Text) ->
    Binary = list_to_binary(Text),
    [try F() catch Class:Reason -> {Class, Reason} end
     || F <- [fun() -> binary_to_integer(Binary) end, fun() -> list_to_integer(Text) end, fun() -> binary_to_integer(Binary, 10) end,
              fun() -> binary_to_integer(Binary, 16) end]].
