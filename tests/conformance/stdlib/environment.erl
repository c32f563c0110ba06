%% shows os:getenv, putenv, unsetenv, type
-module(environment).
-export([main/0]).

main() ->
    io:format("~w~n", [os:getenv("NO_SUCH_VARIABLE_HERE")]),
    io:format("~p~n", [os:getenv("NO_SUCH_VARIABLE_HERE", "default")]),
    io:format("~w ~p~n", [os:putenv("CONFORMANCE_VARIABLE", "value λ"), os:getenv("CONFORMANCE_VARIABLE") =:= "value λ"]),
    io:format("~w ~w~n", [os:unsetenv("CONFORMANCE_VARIABLE"), os:getenv("CONFORMANCE_VARIABLE")]),
    io:format("~w~n", [element(1, os:type())]),
    io:format("~w~n", [is_list(os:getpid()) andalso list_to_integer(os:getpid()) > 0]),
    ok.
