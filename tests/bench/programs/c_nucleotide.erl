%% k-nucleotide of the benchmarks game: parts of a binary counted in a map.
-module(c_nucleotide).
-ifndef(SIZE).
-define(SIZE, 23).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Data = << <<(element(1 + (X * X + X bsr 3) band 3, {$a, $c, $g, $t}))>> || X <- lists:seq(1, 6000) >>,
    loop(N, Data, 0).

loop(0, _, Sum) -> Sum;
loop(N, Data, Sum) ->
    Counts = [maps:size(count(Data, K, 0, #{})) || K <- [1, 2, 4, 6]],
    loop(N - 1, Data, Sum + lists:sum(Counts)).

count(Data, K, At, Map) when At + K =< byte_size(Data) ->
    Part = binary:part(Data, At, K),
    count(Data, K, At + 1, Map#{Part => maps:get(Part, Map, 0) + 1});
count(_, _, _, Map) -> Map.
