%% shows binary:match and matches with scopes, several patterns and compiled ones
-module(binary_module_match).
-include("../support/edge.hrl").

main() ->
    ?T(binary:match(<<"abcabc">>, <<"bc">>)),
    ?T(binary:match(<<"abcabc">>, <<"bc">>, [{scope, {2, 4}}])),
    ?T(binary:match(<<"abcabc">>, <<"bc">>, [{scope, {6, -4}}])),
    ?T(binary:match(<<"abc">>, <<"x">>)),
    ?T(binary:match(<<"abc">>, [<<"c">>, <<"bc">>])),
    ?T(binary:match(<<"abc">>, [<<"b">>, <<"bc">>])),
    ?T(binary:match(<<"abc">>, <<>>)),
    ?T(binary:match(<<"abc">>, [])),
    ?T(binary:match(<<>>, <<"a">>)),
    ?T(binary:match(<<"abc">>, <<"b">>, [{scope, {0, 9}}])),
    ?T(binary:match(<<"abc">>, <<"b">>, [{scope, {-1, 1}}])),
    ?T(binary:match(<<"abc">>, <<"b">>, [bad])),
    ?T(binary:match("abc", <<"b">>)),
    ?T(binary:match(<<1:1>>, <<"b">>)),
    ?T(binary:matches(<<"aaaa">>, <<"aa">>)),
    ?T(binary:matches(<<"abcd">>, [<<"ab">>, <<"abc">>, <<"cd">>])),
    ?T(binary:matches(<<"abcd">>, [<<"x">>, <<>>])),
    ?T(binary:matches(<<"banana">>, <<"ana">>)),
    ?T(binary:matches(<<"banana">>, binary:compile_pattern(<<"an">>))),
    ?T(binary:matches(<<"banana">>, binary:compile_pattern([<<"an">>, <<"na">>]))),
    ?T(binary:compile_pattern([])),
    ?T(binary:compile_pattern([<<"a">> | <<"b">>])),
    ?T(binary:compile_pattern(a)),
    ?T(binary:match(<<"abc">>, {bm, make_ref()})),
    ?T(length(binary:matches(binary:copy(<<"xyz">>, 10000), <<"zx">>))),
    ok.
