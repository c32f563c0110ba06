%% proves F12, M1: an expression that is nested too deeply is system_limit, and an error text of match_spec_test/3
%% skip: gc terms nested a million deep, collected at each level
-module(nested_too_deeply).
-export([main/0]).

main() ->
    Spec = [{['$1'], [nested(1000000)], []}],
    {error, [{error, Text} | _]} = erlang:match_spec_test([1], Spec, trace),
    io:format("~s ~w~n", [lists:sublist(Text, 44), length(Text) =< 99]),
    {error, [{error, Other} | _]} = erlang:match_spec_test({1}, [{{'$1'}, [nested(1000000)], ['$1']}], table),
    io:format("~s~n", [lists:sublist(Other, 44)]),
    io:format("~w~n", [try erlang:trace_pattern({?MODULE, '_', '_'}, Spec, []) catch error:Reason -> Reason end]).

nested(0) -> true;
nested(N) -> {'or', {'=:=', N, '$1'}, nested(N - 1)}.
