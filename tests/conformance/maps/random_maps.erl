%% shows random sequences of map operations against a list of pairs as their model, small and large
-module(random_maps).
-export([main/0]).

main() -> [run(Keys, Steps) || {Keys, Steps} <- [{4, 300}, {20, 500}, {40, 1500}, {200, 3000}, {3000, 9000}]].

run(Keys, Steps) ->
    {Map, Model} = steps(Steps, Keys, 99 + Keys, #{}, []),
    true = lists:sort(maps:to_list(Map)) =:= lists:sort(Model),
    io:format("~w ~w ~w ~w ~w~n", [Keys, maps:size(Map), erlang:phash2(Map), erlang:phash2(lists:sort(Model)), erts_debug:flat_size(Map) > 0]).

steps(0, _, _, Map, Model) -> {Map, Model};
steps(N, Keys, Seed, Map, Model) ->
    Key = key((Seed bsr 33) rem Keys),
    Value = Seed bsr 45,
    {Map1, Model1} = step((Seed bsr 20) rem 9, Key, Value, Map, Model),
    true = maps:size(Map1) =:= length(Model1),
    true = maps:find(Key, Map1) =:= case lists:keyfind(Key, 1, Model1) of {_, V} -> {ok, V}; false -> error end,
    steps(N - 1, Keys, next(Seed), Map1, Model1).

step(W, Key, Value, Map, Model) when W < 3 -> {Map#{Key => Value}, lists:keystore(Key, 1, Model, {Key, Value})};
step(3, Key, _, Map, Model) -> {maps:remove(Key, Map), lists:keydelete(Key, 1, Model)};
step(4, Key, Value, Map, Model) ->
    case lists:keymember(Key, 1, Model) of
        true -> {Map#{Key := Value}, lists:keystore(Key, 1, Model, {Key, Value})};
        false -> {{badkey, Key}, {Map, Model}} = {catch_update(Key, Value, Map), {Map, Model}}, {Map, Model}
    end;
step(5, Key, Value, Map, Model) ->
    Other = maps:from_list([{key(I), Value + I} || I <- lists:seq(0, 7)] ++ [{Key, Value}]),
    {maps:merge(Map, Other), lists:foldl(fun({K, V}, M) -> lists:keystore(K, 1, M, {K, V}) end, Model, maps:to_list(Other))};
step(6, Key, _, Map, Model) ->
    Taken = maps:take(Key, Map),
    case lists:keytake(Key, 1, Model) of
        {value, {_, V}, Rest} -> {V, Map1} = Taken, {Map1, Rest};
        false -> error = Taken, {Map, Model}
    end;
step(7, Key, _, Map, Model) ->
    Bit = erlang:phash2(Key) band 7,
    Keep = fun(K) -> erlang:phash2(K) band 7 =/= Bit end,
    {maps:filter(fun(K, _) -> Keep(K) end, Map), [P || {K, _} = P <- Model, Keep(K)]};
step(8, _, _, Map, Model) ->
    {maps:map(fun(_, V) -> V + 1 end, Map), [{K, V + 1} || {K, V} <- Model]}.

catch_update(Key, Value, Map) -> try Map#{Key := Value} catch error:Reason -> Reason end.

key(N) when N rem 5 =:= 0 -> N * 1.5;
key(N) when N rem 5 =:= 1 -> {N, <<N:32>>};
key(N) when N rem 5 =:= 2 -> N bsl 70;
key(N) when N rem 5 =:= 3 -> integer_to_binary(N);
key(N) -> N.

next(Seed) -> (Seed * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff.
