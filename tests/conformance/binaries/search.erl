%% shows binary:match, matches, split, replace with one and many patterns, scopes and compiled patterns
-module(search).
-export([main/0]).

main() ->
    T = <<"the quick brown fox jumps over the lazy dog">>,
    io:format("~w ~w ~w~n", [binary:match(T, <<"fox">>), binary:match(T, <<"cat">>), binary:match(T, [<<"dog">>, <<"quick">>])]),
    io:format("~w~n", [binary:matches(T, <<"the">>)]),
    io:format("~w~n", [binary:matches(T, [<<"o">>, <<"ov">>, <<"u">>])]),
    io:format("~p~n", [binary:split(T, <<" ">>)]),
    io:format("~p~n", [binary:split(T, [<<" ">>, <<"o">>], [global, trim_all])]),
    io:format("~p~n", [binary:replace(T, <<"the">>, <<"a">>, [global])]),
    io:format("~p~n", [binary:replace(T, [<<"quick">>, <<"lazy">>], <<"[]">>, [global, {insert_replaced, 1}])]),
    C = binary:compile_pattern([<<"over">>, <<"jump">>]),
    io:format("~w~n", [binary:matches(T, C)]),
    io:format("~w~n", [binary:match(T, <<"the">>, [{scope, {3, 40}}])]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> binary:match(T, <<>>) end, fun() -> binary:split(a, <<"x">>) end]]]),
    ok.
