%% shows split_binary, binary_part and part accesses at and over the ends
-module(split_binary_edges).
-include("../support/edge.hrl").

main() ->
    ?T(split_binary(<<"abc">>, 0)),
    ?T(split_binary(<<"abc">>, 3)),
    ?T(split_binary(<<"abc">>, 4)),
    ?T(split_binary(<<"abc">>, -1)),
    ?T(split_binary(<<"abc">>, a)),
    ?T(split_binary(<<"abc", 1:3>>, 2)),
    ?T(split_binary("abc", 1)),
    ?T(binary_part(<<"abcdef">>, 2, 3)),
    ?T(binary_part(<<"abcdef">>, 6, -3)),
    ?T(binary_part(<<"abcdef">>, {1, 2})),
    ?T(binary_part(<<"abcdef">>, {7, 0})),
    ?T(binary_part(<<"abcdef">>, 2, 9)),
    ?T(binary_part(<<"abcdef">>, -1, 1)),
    ?T(binary_part(<<"abcdef">>, 2, -3)),
    ?T(binary_part(<<"abc", 1:1>>, 0, 1)),
    ?T(binary_part(abc, 0, 1)),
    ?T(binary_part(<<"abc">>, a, 1)),
    ?T(binary_part(<<"abc">>, 0, 1 bsl 64)),
    ?T(binary_part(<<"abc">>, {0})),
    ?T(binary:at(<<"abc">>, 3)),
    ?T(binary:at(<<"abc">>, -1)),
    ?T(binary:at(<<"abc", 1:1>>, 0)),
    ?T(binary:first(<<>>)),
    ?T(binary:last(<<>>)),
    ?T(binary:last(<<"xyz">>)),
    ok.
