%% shows ets:lookup_element/3,4 of each element of objects that hold terms of all kinds, one after the other and one in another, after changes, and with parts that are referred to many times
-module(elements_of_objects).
-export([main/0]).

main() ->
    Terms = terms(),
    Objects = [list_to_tuple([N | Part]) || {N, Part} <- lists:zip(lists:seq(1, length(Terms)), parts(Terms))],
    [io:format("~w: ~w~n", [Type, elements(Type, Objects)]) || Type <- [set, ordered_set, bag, duplicate_bag]],
    changed(),
    shared(),
    released().

%% Each term as the first element, followed by those behind it.
parts([]) -> [];
parts([_ | Rest] = Terms) -> [Terms | parts(Rest)].

terms() ->
    Large = binary:copy(<<"0123456789">>, 100),
    Fun = fun(X) -> {X, Large} end,
    [a, 7, 1 bsl 70, -(1 bsl 200), 2.5, [], [1, [2, {3}], "four" | five], {}, {{{}}}, {a, Large, [Large]}, <<>>, <<"short">>, <<5:3>>, Large,
     binary:part(Large, 3, 200), binary:part(Large, 1, 5), <<(binary:part(Large, 1, 99))/binary, 1:1>>, self(), make_ref(), Fun, fun lists:map/2,
     #{}, #{k => [v], "key" => Large}, maps:from_list([{N, {N, [N]}} || N <- lists:seq(1, 100)]), [Large, Large | Large], "text",
     lists:seq(1, 300), list_to_tuple(lists:seq(1, 300)), z].

elements(Type, Objects) ->
    Table = ets:new(t, [Type]),
    true = ets:insert(Table, Objects),
    Wrong = [{N, Position} || Object <- Objects, N <- [element(1, Object)], Position <- lists:seq(1, tuple_size(Object)),
                              result(Type, element(Position, Object)) =/= ets:lookup_element(Table, N, Position)],
    Defaults = [ets:lookup_element(Table, N, 2, none) =:= none || N <- [0, 1, length(Objects), length(Objects) + 1]],
    garbage_collect(),
    ets:delete(Table),
    {Wrong, Defaults}.

result(Type, Term) when Type =:= set; Type =:= ordered_set -> Term;
result(_, Term) -> [Term].

changed() ->
    Table = ets:new(t, [set]),
    ets:insert(Table, {k, [1, 2], 10, {x}, "end"}),
    ets:update_element(Table, k, {2, {new, [list, {with, terms}]}}),
    ets:update_element(Table, k, [{4, <<"a binary">>}, {5, #{a => 1}}]),
    ets:update_counter(Table, k, {3, 1 bsl 65}),
    io:format("changed: ~w~n", [[ets:lookup_element(Table, k, N) || N <- lists:seq(1, 5)]]),
    Bag = ets:new(t, [bag]),
    ets:insert(Bag, [{k, [N], {N}} || N <- [1, 2, 3]]),
    io:format("bag: ~w ~w~n", [lists:sort(ets:lookup_element(Bag, k, 2)), lists:sort(ets:lookup_element(Bag, k, 3))]).

%% The copy would have six million words if each reference were a copy.
shared() ->
    Doubled = lists:foldl(fun(_, T) -> {T, T} end, "bottom", lists:seq(1, 20)),
    Table = ets:new(t, [set]),
    ets:insert(Table, {k, Doubled, [x, y], Doubled, {z}}),
    io:format("shared: ~w ~w ~w~n", [depth(ets:lookup_element(Table, k, 2)), depth(ets:lookup_element(Table, k, 4)),
                                    [ets:lookup_element(Table, k, N) || N <- [1, 3, 5]]]).

depth({T, T2}) when is_tuple(T), is_tuple(T2) -> 1 + depth(T2);
depth({"bottom", "bottom"}) -> 1.

%% What has been looked up stays when the table is gone.
released() ->
    Table = ets:new(t, [set]),
    [ets:insert(Table, {N, [N], binary:copy(<<N>>, 1000), {N, binary:copy(<<N>>, 300)}}) || N <- lists:seq(1, 50)],
    All = [[ets:lookup_element(Table, N, P) || P <- [2, 3, 4]] || N <- lists:seq(1, 50)],
    ets:delete(Table),
    garbage_collect(),
    io:format("released: ~w~n", [[N || [[N], B, {N, C}] <- All, B =:= binary:copy(<<N>>, 1000), C =:= binary:copy(<<N>>, 300)] =:=
                                     lists:seq(1, 50)]).
