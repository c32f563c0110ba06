%% shows maps that code makes of keys it names: in any order, twice, of all kinds, too many for a flat map, while the collector runs
-module(new_maps).
-export([main/0]).

main() ->
    [show(Name, make(Name, X), X) || Name <- names(), X <- [1, 1 bsl 70, "text"]],
    io:format("~p~n", [lists:usort([is_right(N, N * 2, [N]) || N <- lists:seq(1, 20000)])]),
    io:format("~p~n", [[in_guard(X) || X <- [#{x => 1, y => 2}, #{x => 1}, none]]]),
    io:format("~p~n", [lists:usort([kept(lists:seq(1, N rem 50), N) || N <- lists:seq(1, 3000)])]),
    ok.

names() -> [one, order, kinds, twice, floats, nested, thirty_two, thirty_three, expression].

make(one, X) -> #{a => X};
make(order, X) -> #{d => 4, b => X, a => 1, c => X};
make(kinds, X) -> #{[] => nil, 17 => X, -3 => minus, a => X, 1 bsl 80 => big, {t} => tuple, <<"b">> => X};
make(twice, X) -> #{a => 1, b => X, a => X, b => 2};
make(floats, X) -> #{1.0 => X, 1 => int, 0.0 => X};
make(nested, X) -> #{outer => #{inner => #{x => X, y => [X]}, z => X}, list => [#{x => X}]};
make(thirty_two, X) ->
    #{1 => X, 2 => X, 3 => X, 4 => X, 5 => X, 6 => X, 7 => X, 8 => X, 9 => X, 10 => X, 11 => X, 12 => X, 13 => X, 14 => X, 15 => X, 16 => X,
      17 => X, 18 => X, 19 => X, 20 => X, 21 => X, 22 => X, 23 => X, 24 => X, 25 => X, 26 => X, 27 => X, 28 => X, 29 => X, 30 => X, 31 => X, 32 => X};
make(thirty_three, X) ->
    #{1 => X, 2 => X, 3 => X, 4 => X, 5 => X, 6 => X, 7 => X, 8 => X, 9 => X, 10 => X, 11 => X, 12 => X, 13 => X, 14 => X, 15 => X, 16 => X,
      17 => X, 18 => X, 19 => X, 20 => X, 21 => X, 22 => X, 23 => X, 24 => X, 25 => X, 26 => X, 27 => X, 28 => X, 29 => X, 30 => X, 31 => X, 32 => X,
      33 => X};
make(expression, X) -> M = #{a => X, b => 0}, M#{b := X, c => M#{a => 1}}.

%% The same map, whatever made it: all that can tell maps apart says so. Maps have no order that may be printed.
show(Name, Map, X) ->
    Other = maps:from_list(lists:reverse(maps:to_list(Map))),
    io:format("~p ~p ~0p~n", [Name, X, in_order(Map)]),
    [true, true, true, true] = [Map =:= Other, erlang:phash2(Map) =:= erlang:phash2(Other), term_to_binary(Map) =:= term_to_binary(Other),
                                maps:merge(Map, Other) =:= Map].

in_order(Map) when is_map(Map) -> {map, lists:sort([{Key, in_order(Value)} || {Key, Value} <- maps:to_list(Map)])};
in_order([Head | Tail]) -> [in_order(Head) | in_order(Tail)];
in_order(Term) -> Term.

is_right(A, B, C) ->
    #{c := X, a := Y, b := Z} = M = #{b => B, c => C, a => A},
    {X =:= C, Y =:= A, Z =:= B, map_size(M), is_map_key(d, M#{d => 1})}.

in_guard(M) when M =:= #{y => 2, x => 1} -> same;
in_guard(#{x := 1}) -> other;
in_guard(_) -> none.

%% Values in y registers and x registers while the heap is full.
kept(List, N) ->
    First = #{list => List, n => N},
    Second = #{n => length(List), first => First, sum => lists:sum(List)},
    #{first := #{list := Same}, sum := Sum, n := Length} = Second,
    Same =:= List andalso Sum =:= Length * (Length + 1) div 2.
