%% shows that bad formats raise badarg, with too few, too many and wrong arguments
-module(format_errors).
-export([main/0]).

main() ->
    [io:format("~w~n", [try io_lib:format(F, A) of X -> {ok, lists:flatten(X)} catch error:R -> R end])
     || {F, A} <- [{"~w", []}, {"~w", [1, 2]}, {"~z", [1]}, {"~s", [abc]}, {"~s", [1]}, {"~b", [a]}, {"~c", ["x"]}, {"~f", [1]}, {"x", [1]},
                   {"~", []}, {<<"~w">>, [1]}, {atom, []}, {"~s", [[256]]}, {"~ts", [[256]]}, {"~p", not_a_list}]],
    io:format("~w~n", [try io:format("~w~n", [1, 2]) catch error:R -> R end]),
    ok.
