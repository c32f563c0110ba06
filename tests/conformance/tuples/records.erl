%% shows records: construction, defaults, update (one and several fields), match, is_record, badrecord
-module(records).
-export([main/0]).
-record(point, {x = 0, y = 0, tag}).
-record(line, {from = #point{}, to = #point{x = 1, y = 1}, style = solid, width = 1.0}).

main() ->
    P = #point{x = 3},
    L = #line{to = P, style = dashed},
    io:format("~w~n~w~n", [P, L]),
    io:format("~w ~w ~w~n", [P#point.x, (L#line.to)#point.x, #line.style]),
    io:format("~w~n", [L#line{from = P, width = 2}]),
    io:format("~w~n", [move(L#line.from, 5, 6)]),
    io:format("~w ~w~n", [is_record(P, point), is_record(L, point)]),
    io:format("~w ~w~n", [record_info(size, line), record_info(fields, point)]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> (id(L))#point.x end, fun() -> (id({point, 1}))#point{x = 1} end,
        fun() -> (id(a))#line.from end]]]),
    ok.

move(#point{x = X, y = Y} = P, Dx, Dy) when X >= 0 -> P#point{x = X + Dx, y = Y + Dy, tag = moved}.

id(X) -> X.
