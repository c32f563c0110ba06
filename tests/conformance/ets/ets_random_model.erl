%% shows that tables of all types agree with a model in lists after thousands of operations
-module(ets_random_model).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [Type, run(Type, 4000)]) || Type <- [set, ordered_set, bag, duplicate_bag]].

run(Type, N) ->
    T = ets:new(model, [Type, public]),
    run(Type, T, [], 12345, N).

run(Type, T, Model, _, 0) ->
    same(Type, T, Model),
    {length(Model), ets:info(T, size), erlang:phash2(Model)};
run(Type, T, Model, Seed0, N) ->
    Seed = (Seed0 * 1103515245 + 12345) band 16#7fffffff,
    K = (Seed bsr 8) rem 97,
    V = (Seed bsr 16) rem 5,
    Model1 = case (Seed bsr 4) rem 8 of
        0 -> ets:delete(T, K), [O || O = {K1, _} <- Model, K1 =/= K];
        1 -> ets:delete_object(T, {K, V}), [O || O <- Model, O =/= {K, V}];
        2 -> true = ets:take(T, K) =:= [O || O = {K1, _} <- Model, K1 =:= K], [O || O = {K1, _} <- Model, K1 =/= K];
        3 when N rem 500 =:= 0 -> ets:delete_all_objects(T), [];
        _ -> ets:insert(T, {K, V}), add(Type, {K, V}, Model)
    end,
    true = ets:lookup(T, K) =:= [O || O = {K1, _} <- Model1, K1 =:= K],
    N rem 250 =:= 0 andalso same(Type, T, Model1),
    run(Type, T, Model1, Seed, N - 1).

add(bag, O, Model) -> case lists:member(O, Model) of true -> Model; false -> Model ++ [O] end;
add(duplicate_bag, O, Model) -> Model ++ [O];
add(_, {K, V}, Model) -> [O || O = {K1, _} <- Model, K1 =/= K] ++ [{K, V}].

same(_, T, Model) ->
    true = lists:sort(ets:tab2list(T)) =:= lists:sort(Model),
    true = lists:sort(ets:select(T, [{'_', [], ['$_']}])) =:= lists:sort(Model),
    true = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 2}], [true]}]) =:= length([x || {_, V} <- Model, V > 2]),
    true = ets:info(T, size) =:= length(Model).
