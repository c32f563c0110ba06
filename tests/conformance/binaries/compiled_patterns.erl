%% shows binary:compile_pattern and the searches that take it, with what it refuses
-module(compiled_patterns).
-include("../support/edge.hrl").

main() ->
    ?T(binary:match(<<"abcabc">>, binary:compile_pattern(<<"ca">>))),
    ?T(binary:matches(<<"abcabc">>, binary:compile_pattern([<<"a">>, <<"bc">>]))),
    ?T(binary:split(<<"a,b;c">>, binary:compile_pattern([<<",">>, <<";">>]), [global])),
    ?T(binary:replace(<<"aXbX">>, binary:compile_pattern(<<"X">>), <<"--">>, [global])),
    ?T(binary:compile_pattern(<<>>)),
    ?T(binary:compile_pattern([])),
    ?T(binary:compile_pattern([<<>>])),
    ?T(binary:compile_pattern([<<"a">>, <<>>])),
    ?T(binary:compile_pattern(a)),
    ?T(binary:compile_pattern([a])),
    ?T(binary:compile_pattern(<<1:1>>)),
    ?T(binary:compile_pattern([<<"a">> | b])),
    ?T(binary:match(<<"abc">>, <<>>)),
    ?T(binary:match(<<"abc">>, {bm, make_ref()})),
    ?T(binary:match(<<"abc">>, <<"c">>, [{scope, {0, 2}}])),
    ?T(binary:match(<<"abc">>, <<"c">>, [{scope, {3, -1}}])),
    ?T(binary:match(<<"abc">>, <<"c">>, [{scope, {0, 4}}])),
    ?T(binary:match(<<"abc">>, <<"c">>, [bad])),
    ?T(binary:match(<<"abc">>, <<"c">>, bad)),
    ?T(binary:match(<<1:9>>, <<"c">>)),
    ?T(binary:matches(<<"aaaa">>, <<"aa">>)),
    ?T(binary:matches(<<"abcd">>, [<<"b">>, <<"bcd">>, <<"bc">>])),
    ?T(binary:matches(<<>>, <<"a">>)),
    ?T(binary:matches(<<"abab">>, <<"ab">>, [{scope, {1, 3}}])),
    ok.
