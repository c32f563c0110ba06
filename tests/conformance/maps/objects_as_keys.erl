%% Maps whose keys are tuples or bitstrings of all kinds: each key is found, none that is only like it; and their order.
-module(objects_as_keys).
-export([main/0]).

main() ->
    test("tuples", tuples()),
    test("bitstrings", bitstrings()),
    %% The order of hashes. Those of atoms are not the same in each system.
    Flat = [T || T <- tuples(), not lists:any(fun(E) -> is_atom(E) orelse is_tuple(E) orelse is_map(E) end, tuple_to_list(T))],
    Strings = [lists:seq(From, From + Length) || From <- [1, 100, 250], Length <- [0, 1, 2, 3, 4, 5, 8, 9, 30]],
    io:format("~p~n", [maps:keys(maps:from_keys(bitstrings() ++ Flat ++ Strings ++ [[1 | 2], [300 | 1], [[1], 300, 2]], 0))]).

test(Kind, Keys) ->
    io:format("~p ~s~n", [length(Keys), Kind]),
    [io:format("~p: ~p~n", [Size, summary(check(Size, Keys))]) || Size <- [1, 7, 8, 9, 10, 16, 31, 32, 33]],
    io:format("~p~n", [lists:sort(lists:reverse(Keys))]),
    io:format("~p~n", [lists:sort(fun(A, B) -> {A, 1} =< {B, 1} end, lists:reverse(Keys))]).

tuples() ->
    Elements = [0, 1, -1, 7, 1.0, 0.0, -0.0, 1 bsl 70, -(1 bsl 70), a, b, 'Z', [], [1], "ab", <<>>, <<"x">>, {}, {1}, {1.0}, #{}, #{a => 1}],
    [{E} || E <- Elements] ++ [{b_var, E} || E <- Elements] ++ [{E, b_var} || E <- Elements] ++
        [{b_var, {E, E}} || E <- Elements] ++ [{b_var, N} || N <- lists:seq(100, 130)] ++ [{}, {a, b, c}, {a, b, 1}, {a, b, 1.0}].

%% Short ones and long ones, those that differ in one byte or only in their size, and parts of others.
bitstrings() ->
    Sizes = [0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 63, 64, 65, 70],
    Plain = [binary:copy(<<Byte>>, Size) || Size <- Sizes, Byte <- [0, $a], Size > 0 orelse Byte =:= 0],
    Changed = [<<(binary:copy(<<"a">>, At))/binary, 255, (binary:copy(<<"a">>, Size - At - 1))/binary>> || Size <- Sizes, At <- [0, 7, 8, 63], At < Size],
    Source = list_to_binary(lists:seq(0, 255)),
    Parts = [Part || From <- [0, 1, 97], Size <- [1, 8, 20, 64, 66], Part <- [binary:part(Source, From, Size)]],
    Bits = [<<1:1>>, <<0:1>>, <<1:2>>, <<"a", 1:3>>, <<"aaaaaaa", 3:7>>, <<"aaaaaaaa", 3:7>>, <<"aaaaaaaaaaaaaaa", 0:1>>],
    Shifted = [Part || Size <- [3, 8, 24, 513], <<_:5, Part:Size/bitstring, _/bitstring>> <- [Source]],
    lists:usort(Plain ++ Changed ++ Parts ++ Bits ++ Shifted).

%% Of each run of so many keys a map; every key is looked for in it, and put, updated and taken.
check(Size, Keys) ->
    [check_one(lists:sublist(Keys, From, Size), Keys) || From <- lists:seq(1, length(Keys) - Size + 1, 3)].

check_one(Own, Keys) ->
    Map = maps:from_list([{K, {value, K}} || K <- Own]),
    true = map_size(Map) =:= length(Own),
    [begin
         IsOwn = lists:any(fun(Other) -> Other =:= K end, Own),
         Copy = copy(K),
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

%% An equal key that is another object; a bitstring as a part of a larger one, too.
copy(K) when is_bitstring(K), bit_size(K) rem 3 =:= 0 ->
    Size = bit_size(K),
    <<_:7, Copy:Size/bitstring, _/bitstring>> = <<0:7, K/bitstring, 0:1024>>,
    Copy;
copy(K) -> binary_to_term(term_to_binary(K)).

summary(Results) -> {length(Results), length([x || true <- lists:append(Results)])}.
