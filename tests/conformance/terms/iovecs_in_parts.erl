%% proves that term_to_iovec does not copy the contents of binaries that are not on a heap: where the list is divided
-module(iovecs_in_parts).
-export([main/0]).

main() ->
    Terms = [{10, b(10)}, {64, b(64)}, {65, b(65)}, {two, {b(65), b(65)}}, {mixed, [b(65), x, b(64), b(300)]},
             {part_of_65, binary:part(b(1000), 3, 65)}, {part_of_64, binary:part(b(1000), 3, 64)}, {whole_part, binary:part(b(100), 0, 100)},
             {bits, <<(b(100))/binary, 3:3>>}, {bits_in_a_list, [<<(b(100))/binary, 3:3>>, x]}, {unaligned, tl_bits(b(100))},
             {much, {x, b(100000), lists:seq(1, 5000), b(65)}}, {no_binaries, lists:duplicate(3000, abc)}, {many, lists:duplicate(30, b(70))},
             {map, #{a => b(80)}}, {same, same(b(90))}, {closure, closure(b(80))}, {empty, b(0)}],
    [io:format("~w ~w~n", [Name, sizes(erlang:term_to_iovec(T), T)]) || {Name, T} <- Terms],
    % A binary, whatever its documentation says.
    [io:format("compressed ~w~n", [byte_size(erlang:term_to_iovec(T, [{compressed, Level}]))]) || T <- [a, b(1000)], Level <- [1, 6]],
    io:format("not compressed ~w~n", [length(erlang:term_to_iovec([b(100), b(100)], [{compressed, 0}]))]),
    {_, B} = {x, b(100000)},
    [_, Same | _] = erlang:term_to_iovec([B]),
    io:format("shared ~w~n", [binary:referenced_byte_size(Same) =:= 100000 andalso Same =:= B]).

sizes(Parts, T) when is_function(T) -> [iolist_to_binary(Parts) =:= term_to_binary(T), length(Parts)];
sizes(Parts, T) ->
    Whole = term_to_binary(T),
    Whole = iolist_to_binary(Parts),
    Sizes = [byte_size(P) || P <- Parts],
    lists:sublist(Sizes, 12).

b(N) -> list_to_binary(lists:duplicate(N, 7)).
tl_bits(B) -> <<_:1, Rest/bits>> = B, Rest.
same(B) -> [B, B, B].
closure(B) -> fun() -> B end.
