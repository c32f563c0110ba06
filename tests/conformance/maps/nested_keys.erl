%% The order of large maps whose keys are tuples with tuples, lists and binaries in them.
-module(nested_keys).
-export([main/0]).

main() ->
    [erlang:display(maps:keys(maps:from_keys([key(Kind, N) || N <- lists:seq(1, 40)], [])))
     || Kind <- lists:seq(1, 14)],
    Mixed = maps:from_list([{key(Kind, N), {Kind, N}} || N <- lists:seq(1, 12), Kind <- lists:seq(1, 14)]),
    erlang:display(maps:size(Mixed)),
    erlang:display([maps:get(key(Kind, N), Mixed) =:= {Kind, N} || N <- [1, 12], Kind <- lists:seq(1, 14)]),
    erlang:display(erlang:phash2(maps:keys(Mixed))).

key(1, N) -> {N, {N + 1}};
key(2, N) -> {{N}, 7};
key(3, N) -> {{N}, {7}};
key(4, N) -> {1, {2, {3, {N}}}};
key(5, N) -> {N, "text"};
key(6, N) -> {[N | 2], 7};
key(7, N) -> {[N, N * 1000], []};
key(8, N) -> {<<"name", N>>, N};
key(9, N) -> {N, <<"name", N:300>>};
key(10, N) -> {<<N:3>>, N};
key(11, N) -> {1, {[[N]], 2}, 3};
key(12, N) -> {1, 2, {}, N};
key(13, N) -> {{}, {{}, N}};
key(14, N) -> {{1, N bsl 70}, 2}.
