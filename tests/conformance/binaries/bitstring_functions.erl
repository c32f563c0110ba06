%% shows bit_size byte_size size on bitstrings and binary_part, and binary: copy, at, first, last, list conversions
-module(bitstring_functions).
-export([main/0]).

main() ->
    B = id(<<1, 2, 3:5>>),
    io:format("~w ~w ~w ~w~n", [bit_size(B), byte_size(B), size(B), is_binary(B)]),
    io:format("~w ~w~n", [binary_part(<<"abcdef">>, 1, 3), binary_part(<<"abcdef">>, {6, -2})]),
    io:format("~w ~w ~w ~w~n", [binary:at(<<"abc">>, 1), binary:first(<<"abc">>), binary:last(<<"abc">>), binary:copy(<<"ab">>, 3)]),
    io:format("~w ~w~n", [binary:bin_to_list(<<"abc">>, 1, 2), binary:list_to_bin([1, [2, <<3>>]])]),
    io:format("~w ~w ~w~n", [binary:encode_unsigned(258), binary:encode_unsigned(258, little), binary:decode_unsigned(<<1, 2>>)]),
    io:format("~w ~w~n", [binary:longest_common_prefix([<<"abcd">>, <<"abx">>]), binary:longest_common_suffix([<<"xcd">>, <<"cd">>])]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> binary_part(<<"abc">>, 2, 2) end, fun() -> byte_size(a) end,
        fun() -> binary:at(<<"abc">>, 3) end, fun() -> binary:first(<<>>) end, fun() -> binary:copy(a, 1) end,
        fun() -> binary_part(B, 0, 1) end, fun() -> split_binary(<<"a">>, 2) end, fun() -> binary:copy(<<"a">>, -1) end]]]),
    ok.

id(X) -> X.
