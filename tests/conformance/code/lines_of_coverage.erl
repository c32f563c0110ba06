%% compiled: 29 +line_coverage
%% shows that code with the marks of line coverage (executable_line) does what it does without
-module(lines_of_coverage).
-export([main/0]).

main() ->
    io:format("~w~n", [sum([1, 2, 3], 0)]),
    io:format("~w~n", [shape({square, 3})]),
    io:format("~w~n", [[X * Y || X <- [1, 2], Y <- [3, 4], X + Y > 4]]),
    io:format("~w~n", [catch_all(fun() -> shape(id(none)) end)]),
    io:format("~w~n", [catch_all(fun() -> 1 / id(0) end)]),
    Self = self(),
    spawn_link(fun() -> Self ! sum(lists:seq(1, 1000), 0) end),
    receive Sum -> io:format("~w~n", [Sum]) end.

sum([H | T], Sum) ->
    Next = H + Sum,
    sum(T, Next);
sum([], Sum) ->
    Sum.

shape({square, Side}) when is_integer(Side) ->
    begin
        A = Side,
        A * A
    end;
shape({circle, R}) ->
    if
        R > 1 -> large;
        true -> small
    end.

catch_all(F) ->
    try F()
    catch
        Class:Reason:Trace ->
            [{_, Name, _, Info} | _] = Trace,
            {Class, Reason, Name, proplists:get_value(line, Info)}
    end.

id(X) -> X.
