%% Shortest paths in a grid: a gb_set as the queue, maps of tuples.
-module(c_dijkstra).
-ifndef(SIZE).
-define(SIZE, 93).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) -> loop(N - 1, Sum + walk(gb_sets:singleton({0, {0, 0}}), #{{0, 0} => 0})).

walk(Queue, Best) ->
    {{D, {X, Y} = P}, Rest} = gb_sets:take_smallest(Queue),
    if
        P =:= {39, 39} -> D;
        true ->
            {Q, B} = lists:foldl(fun(Next, Acc) -> relax(D, Next, Acc) end, {Rest, Best},
                                 [{X + 1, Y}, {X, Y + 1}, {X - 1, Y}, {X, Y - 1}]),
            walk(Q, B)
    end.

relax(D, {X, Y} = P, {Queue, Best} = Acc) when X >= 0, X < 40, Y >= 0, Y < 40 ->
    New = D + 1 + (X * 7 + Y * 13) rem 9,
    case Best of
        #{P := Old} when Old =< New -> Acc;
        _ -> {gb_sets:add({New, P}, Queue), Best#{P => New}}
    end;
relax(_, _, Acc) -> Acc.
