%% shows that a line that does not fit 24 bits is left out of the stack trace
-module(huge_lines).
-export([main/0]).

main() ->
    [io:format("~p~n", [location(F)]) || F <- [fun fits/1, fun too_large/1, fun last/1, fun small/1]].

location(F) ->
    try
        F(x)
    catch
        error:_:Stack -> element(4, hd(Stack))
    end.

-file("lines.erl", 100).
small(X) -> error(X).
-file("lines.erl", 16777214).
fits(X) -> error(X).
-file("lines.erl", 16777215).
last(X) -> error(X).
-file("lines.erl", 100000000).
too_large(X) -> error(X).
