%% Conway's life: live cells as keys of a map, neighbours counted in another.
-module(c_life).
-ifndef(SIZE).
-define(SIZE, 210).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> maps:size(step(N, maps:from_keys([{X, Y} || X <- lists:seq(1, 40), Y <- lists:seq(1, 40), (X * 7 + Y * 3) rem 5 < 2], on))).

step(0, Cells) -> Cells;
step(N, Cells) ->
    Counts = maps:fold(fun({X, Y}, on, Acc) ->
        lists:foldl(fun(P, M) -> M#{P => maps:get(P, M, 0) + 1} end, Acc,
                    [{X + DX, Y + DY} || DX <- [-1, 0, 1], DY <- [-1, 0, 1], {DX, DY} =/= {0, 0}])
    end, #{}, Cells),
    Next = maps:fold(fun(P, 3, M) -> M#{P => on};
                        (P, 2, M) when is_map_key(P, Cells) -> M#{P => on};
                        (_, _, M) -> M
                     end, #{}, Counts),
    step(N - 1, Next).
