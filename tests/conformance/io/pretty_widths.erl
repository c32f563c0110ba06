%% shows how io_lib and ~p break terms: widths, indentation, depths, records by a function, limits of characters
-module(pretty_widths).
-export([main/0]).

main() ->
    Term = #{list => lists:seq(1, 12), tuple => {some, "text", <<"binary">>}},
    Record = {point, 10, [{point, 1, "a long text that does not fit"}, {other, 3}]},
    Fields = fun(point, 2) -> [x, y]; (_, _) -> no end,
    [show(io_lib:format("~*p", [W, Record])) || W <- [10, 30, 80]],
    [show(io_lib:print(Record, 1, W, -1)) || W <- [20, 60]],
    show(io_lib:print(Record, 10, 40, -1)),
    show(io_lib:print(Record, 1, 80, 4)),
    [show(io_lib_pretty:print(Record, 1, W, -1, Fields)) || W <- [25, 80]],
    show(io_lib_pretty:print(Record, 1, 80, 5, Fields)),
    show(io_lib:format("~30p", [maps:get(tuple, Term)])),
    show(io_lib:format("~20p", [maps:get(list, Term)])),
    [show(io_lib:format("~p", [lists:seq(1, 100)], [{chars_limit, N}])) || N <- [10, 40]],
    [show(io_lib:format("~w and ~w", [lists:seq(1, 30), {a, b}], [{chars_limit, N}])) || N <- [5, 30, 200]],
    [show(io_lib:format("~ts", [lists:duplicate(50, $x)], [{chars_limit, N}])) || N <- [0, 10]],
    show(io_lib:format("~P ~W", [Record, 6, Record, 6])),
    show(io_lib:format("~lp", ["text"])),
    show(io_lib:format("~20tp", [[{binary, <<"å and ö"/utf8>>}, {bits, <<1, 2, 3:3>>}]])),
    show(io_lib:format("~15p", [[{key, value} | improper]])),
    show(io_lib:format("~12p", ["one two three four five"])),
    show(io_lib:format("~p", [{fun lists:map/2, 'quoted atom', $a, 1.0e10}])).

show(Text) -> io:format("~ts~n--~n", [Text]).
