%% shows I/O data of many small parts, more than is collected at once, with long binaries first, late and between.
-module(long_iodata).
-export([main/0]).

main() ->
    Part = << <<(X rem 251)>> || X <- lists:seq(1, 100) >>,
    <<_:3, Odd:99/binary, _/bits>> = Part,
    Long = binary:copy(Part, 9),
    show("small", [1, Part, [2, [Odd | <<"tail">>]], [], <<>>]),
    show("borders", [lists:duplicate(N, $a) || N <- lists:seq(1, 300)]),
    show("parts", lists:duplicate(700, Part)),
    show("unaligned", lists:duplicate(700, Odd)),
    show("late", [lists:duplicate(500, Part), Long, lists:seq(0, 255), Part | Odd]),
    show("first", [Long, lists:duplicate(500, [Part, 7])]),
    show("between", [[Part, Long, 1, 2, 3, Odd] || _ <- lists:seq(1, 200)]),
    show("bytes", [[N band 255 || N <- lists:seq(1, 1500)], Long, [N band 127 || N <- lists:seq(1, 3000)]]),
    show("many", twice([Part, 1, 2, 3], 16)),
    show("more", [twice(lists:seq(1, 64), 17), Long, twice([Odd], 4)]),
    [io:format("~p ~p~n", [Name, bad(L)]) || {Name, L} <-
        [{odd, [Part, <<1:3>>]}, {odd_tail, [Part | <<1:9>>]}, {atom, lists:duplicate(600, Part) ++ [a]},
         {late, [Long, twice([Part], 6), 256]}, {negative, [-1]}, {float, [[[1.0]]]}, {number, 5}]],
    io:format("~p~n", [iolist_to_binary(erlang:iolist_to_iovec([twice([Part], 5), Long])) =:= iolist_to_binary([twice([Part], 5), Long])]).

twice(L, 0) -> L;
twice(L, N) -> twice([L, L], N - 1).

show(Name, L) ->
    B = iolist_to_binary(L),
    B = list_to_binary([L]),
    true = iolist_size(L) =:= byte_size(B),
    io:format("~s ~p ~p ~p~n", [Name, byte_size(B), erlang:crc32(B), erlang:crc32(L) =:= erlang:crc32(B)]).

bad(L) ->
    [try F(L), fine catch error:E -> E end
     || F <- [fun erlang:iolist_to_binary/1, fun erlang:list_to_binary/1, fun erlang:iolist_size/1]].
