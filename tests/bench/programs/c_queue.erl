%% The queue module, as a breadth-first walk over an implicit graph.
-module(c_queue).
-ifndef(SIZE).
-define(SIZE, 110).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) -> loop(N - 1, Sum + walk(queue:from_list([1]), #{1 => true}, 0)).

walk(Queue, Seen, Count) ->
    case queue:out(Queue) of
        {{value, X}, Rest} ->
            {Q, S} = lists:foldl(fun(Y, {Q0, S0}) when Y =< 4000, not is_map_key(Y, S0) -> {queue:in(Y, Q0), S0#{Y => true}};
                                    (_, Acc) -> Acc
                                 end, {Rest, Seen}, [2 * X, 3 * X, X + 5]),
            walk(Q, S, Count + 1);
        {empty, _} -> Count
    end.
