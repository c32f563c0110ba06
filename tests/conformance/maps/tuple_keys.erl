%% Maps whose keys are tuples of all kinds: each key is found, none that is only like it.
-module(tuple_keys).
-export([main/0]).

main() ->
    Keys = keys(),
    io:format("~p keys~n", [length(Keys)]),
    [io:format("~p: ~p~n", [Size, summary(check(Size, Keys))]) || Size <- [1, 7, 8, 9, 10, 16, 31, 32, 33]].

keys() ->
    Elements = [0, 1, -1, 7, 1.0, 0.0, -0.0, 1 bsl 70, -(1 bsl 70), a, b, 'Z', [], [1], "ab", <<>>, <<"x">>, {}, {1}, {1.0}, #{}, #{a => 1}],
    [{E} || E <- Elements] ++ [{b_var, E} || E <- Elements] ++ [{E, b_var} || E <- Elements] ++
        [{b_var, {E, E}} || E <- Elements] ++ [{b_var, N} || N <- lists:seq(100, 130)] ++ [{}, {a, b, c}, {a, b, 1}, {a, b, 1.0}].

%% Of each run of so many keys a map; every key is looked for in it, and put, updated and taken.
check(Size, Keys) ->
    [check_one(lists:sublist(Keys, From, Size), Keys) || From <- lists:seq(1, length(Keys) - Size + 1, 3)].

check_one(Own, Keys) ->
    Map = maps:from_list([{K, {value, K}} || K <- Own]),
    true = map_size(Map) =:= length(Own),
    [begin
         IsOwn = lists:any(fun(Other) -> Other =:= K end, Own),
         Copy = binary_to_term(term_to_binary(K)),
         IsOwn = is_map_key(Copy, Map),
         case Map of
             #{Copy := V} -> true = IsOwn andalso V =:= {value, K};
             _ -> false = IsOwn
         end,
         Put = Map#{Copy => new},
         new = maps:get(K, Put),
         true = map_size(Put) =:= length(Own) + (case IsOwn of true -> 0; false -> 1 end),
         IsOwn = try map_size(Map#{Copy := new}) > 0 catch error:{badkey, K} -> false end,
         Map2 = maps:remove(Copy, Put),
         false = is_map_key(K, Map2),
         IsOwn
     end || K <- Keys].

summary(Results) -> {length(Results), length([x || true <- lists:append(Results)])}.
