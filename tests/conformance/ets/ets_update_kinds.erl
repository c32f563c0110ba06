%% Updates that keep the size of an object and updates that change it, in objects of few and many elements: small
%% integers, integers that become large and small again, lists and binaries; and updates of which a later part fails.
-module(ets_update_kinds).
-export([main/0]).

main() ->
    [table(Type, Size) || Type <- [set, ordered_set], Size <- [3, 15, 16, 17, 60]],
    ok.

table(Type, Size) ->
    T = ets:new(t, [Type, public]),
    Object = list_to_tuple([key | lists:seq(2, Size)]),
    ets:insert(T, Object),
    io:format("~p of ~p: ~p~n", [Type, Size, [step(T, Step) || Step <- steps(Size)]]),
    [ets:insert(T, setelement(1, Object, {key, N})) || N <- lists:seq(1, 20)],
    [ets:update_counter(T, {key, N}, {Size, 1 bsl (N * 4)}) || N <- lists:seq(1, 20)],
    [ets:update_element(T, {key, N}, [{2, N}, {3, <<N:N>>}]) || N <- lists:seq(1, 20), N rem 2 =:= 0],
    io:format("~p~n", [erlang:phash2(lists:sort(ets:tab2list(T)))]),
    ets:delete(T).

steps(Size) ->
    [{counter, {Size, 1}}, {counter, {Size, 1 bsl 59}}, {counter, {Size, -(1 bsl 59)}}, {counter, [{2, 1}, {Size, 1 bsl 70}, {2, -5}]},
     {counter, {Size, -(1 bsl 70)}}, {counter, [{2, 1}, {Size + 1, 1}]}, {counter, [{2, 1}, {2, 1, 3, 0}]}, {counter, []},
     {element, {2, [a, b]}}, {element, [{2, atom}, {Size, "text"}]}, {counter, {2, 1}}, {element, [{2, 7}, {Size, 1.5}]},
     {counter, {2, 3}}, {element, [{Size, 9}, {1, other}]}, {element, {Size, Size}}, {counter, [{2, 2, 10, 1}, {2, 1}]}].

step(T, {Kind, Change}) ->
    Result = try
                 case Kind of
                     counter -> ets:update_counter(T, key, Change);
                     element -> ets:update_element(T, key, Change)
                 end
             catch error:Reason -> Reason
             end,
    [Object] = ets:lookup(T, key),
    {Result, element(2, Object), element(tuple_size(Object), Object), erlang:phash2(Object)}.
