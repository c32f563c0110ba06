%% shows that main/1 gets the command line as strings
%% args: one two=2 -x --long --

-module(arguments).
-export([main/1]).

main(Args) ->
    io:format("~w ~p~n", [length(Args), Args]).
