%% shows that bags hold what was inserted, in that order for each key, through insertions and deletions in any order
-module(bags_at_random).
-export([main/0]).

-define(KEYS, 12).

main() ->
    rand:seed(exsss, 17),
    [io:format("~w~n", [run(Type, Keypos, 1500)]) || Type <- [bag, duplicate_bag], Keypos <- [1, 2]].

%% Without fixations: OTP 27 counts the objects of fixed bags wrong then, and crashes.
run(Type, Keypos, Times) ->
    T = ets:new(t, [Type, {keypos, Keypos}]),
    {Model, Counts} = lists:foldl(fun(N, State) -> step(T, Type, Keypos, N, State) end, {[], #{}}, lists:seq(1, Times)),
    {Type, Keypos, length(Model), check(T, Keypos, Model), erlang:phash2(Model), lists:sort(maps:to_list(Counts))}.

step(T, Type, Keypos, N, {Model, Counts}) ->
    What = element(rand:uniform(15), {insert, insert, insert, insert, insert, insert, insert, insert_some, insert_some,
                                      delete_object, delete_object, delete_object, delete, match_delete, take}),
    {Next, Answer} = change(What, T, Type, Keypos, Model),
    _ = [ok = check(T, Keypos, Next) || N rem 25 =:= 0],
    {Next, maps:update_with({What, Answer}, fun(C) -> C + 1 end, 1, Counts)}.

change(insert, T, Type, Keypos, Model) ->
    Object = object(Keypos),
    {insert(Type, Object, Model), ets:insert(T, Object)};
change(insert_some, T, Type, Keypos, Model) ->
    Objects = [object(Keypos) || _ <- lists:seq(1, rand:uniform(6))],
    {lists:foldl(fun(O, M) -> insert(Type, O, M) end, Model, Objects), ets:insert(T, Objects)};
change(delete_object, T, _, Keypos, Model) ->
    Object = object(Keypos),
    {[O || O <- Model, O =/= Object], ets:delete_object(T, Object)};
change(delete, T, _, Keypos, Model) ->
    Key = key(),
    {[O || O <- Model, element(Keypos, O) =/= Key], ets:delete(T, Key)};
change(match_delete, T, _, _, Model) ->
    Value = value(),
    ets:match_delete(T, {Value, '_'}),
    ets:match_delete(T, {'_', Value}),
    {[O || {A, B} = O <- Model, A =/= Value, B =/= Value], done};
change(take, T, _, Keypos, Model) ->
    Key = key(),
    {Taken, Rest} = lists:partition(fun(O) -> element(Keypos, O) =:= Key end, Model),
    {Rest, ets:take(T, Key) =:= Taken}.

insert(bag, Object, Model) ->
    case lists:member(Object, Model) of
        true -> Model;
        false -> Model ++ [Object]
    end;
insert(duplicate_bag, Object, Model) -> Model ++ [Object].

object(1) -> {key(), value()};
object(2) -> {value(), key()}.

key() -> {key, rand:uniform(?KEYS)}.
value() -> element(rand:uniform(6), {1, 1.0, "text", <<"text">>, {key, 1, 2}, #{a => 1}}).

check(T, Keypos, Model) ->
    Same = [ets:lookup(T, {key, K}) =:= [O || O <- Model, element(Keypos, O) =:= {key, K}] || K <- lists:seq(1, ?KEYS)],
    Members = [ets:member(T, {key, K}) =:= lists:keymember({key, K}, Keypos, Model) || K <- lists:seq(1, ?KEYS)],
    true = ets:info(T, size) =:= length(Model),
    %% by their bytes: 1 and 1.0 have no order
    Sorted = fun(Objects) -> lists:sort([term_to_binary(O, [deterministic]) || O <- Objects]) end,
    true = Sorted(ets:tab2list(T)) =:= Sorted(Model),
    case lists:usort(Same ++ Members) of
        [true] -> ok;
        _ -> {wrong, Same, Members}
    end.
