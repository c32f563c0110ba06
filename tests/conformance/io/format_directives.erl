%% shows the directives of io:format through the real group leader
-module(format_directives).
-export([main/0]).

main() ->
    io:format("plain~n"),
    io:format("~~ ~c ~3c ~5.2c|~n", [$a, $b, $c]),
    io:format("[~5w] [~-5w] [~5..0w] [~p]~n", [abc, abc, 42, [x]]),
    io:format("[~3w] [~3s] [~.3s]~n", [abcdef, "abcdef", "abcdef"]),
    io:format("~w ~p ~s~n", [<<"text">>, <<"text">>, <<"text">>]),
    io:format("no arguments ~~~n", []),
    io:format(<<"a binary format ~w~n">>, [1]),
    io:format('an atom format ~w~n', [2]),
    ok.
