%% shows what happens to a program whose main raises: exit status 1, output before it is kept
%% exit: 1
-module(main_error).
-export([main/0]).

main() ->
    io:format("before~n"),
    {ok, _} = wrong(),
    io:format("never~n").

wrong() -> {error, reason}.
