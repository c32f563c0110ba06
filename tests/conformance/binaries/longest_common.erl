%% shows binary:longest_common_prefix and suffix, with one, many and wrong lists
-module(longest_common).
-include("../support/edge.hrl").

main() ->
    ?T(binary:longest_common_prefix([<<"erlang">>, <<"ergonomy">>])),
    ?T(binary:longest_common_prefix([<<"erlang">>, <<"perl">>])),
    ?T(binary:longest_common_prefix([<<"same">>])),
    ?T(binary:longest_common_prefix([<<>>, <<"a">>])),
    ?T(binary:longest_common_prefix([<<"abc">>, <<"abc">>, <<"abcd">>])),
    ?T(binary:longest_common_prefix([])),
    ?T(binary:longest_common_prefix([<<"a">>, <<1:1>>])),
    ?T(binary:longest_common_prefix([a])),
    ?T(binary:longest_common_prefix([<<"a">> | b])),
    ?T(binary:longest_common_prefix(a)),
    ?T(binary:longest_common_suffix([<<"erlang">>, <<"fang">>])),
    ?T(binary:longest_common_suffix([<<"abc">>, <<"xbc">>, <<"c">>])),
    ?T(binary:longest_common_suffix([<<"same">>, <<"same">>])),
    ?T(binary:longest_common_suffix([<<>>, <<>>])),
    ?T(binary:longest_common_suffix([])),
    ?T(binary:longest_common_suffix([<<"a">>, "a"])),
    ?T(binary:longest_common_suffix([<<"a">>, <<1:7>>])),
    ok.
