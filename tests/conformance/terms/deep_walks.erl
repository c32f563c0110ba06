%% shows terms that are nested very deeply go through every native that walks terms: comparison, hashes, copies, the external
%% format, tables, match specifications, text
-module(deep_walks).
-export([main/0]).

-define(DEPTH, 100000).

main() ->
    [walk(Kind, nest(Kind, ?DEPTH, leaf), nest(Kind, ?DEPTH, leaf), nest(Kind, ?DEPTH, other))
     || Kind <- [list, tuple, value, key, fun_, large]],
    keys_of_many().

nest(_, 0, Term) -> Term;
nest(list, N, Term) -> nest(list, N - 1, [Term]);
nest(tuple, N, Term) -> nest(tuple, N - 1, {Term});
nest(value, N, Term) -> nest(value, N - 1, #{a => Term});
nest(key, N, Term) -> nest(key, N - 1, #{Term => 1});
nest(fun_, N, Term) -> nest(fun_, N - 1, fun() -> Term end);
nest(large, N, Term) when N > 2000 -> nest(large, 2000, Term);
nest(large, N, Term) -> nest(large, N - 1, (maps:from_keys(lists:seq(1, 40), 0))#{1 := Term}).

walk(Kind, A, B, C) ->
    io:format("~p: ~p~n", [Kind, [
        A == B, A =:= B, A == C, A < B, (C < A) =/= (A < C), max(A, B) =:= A,
        erlang:phash2(A) =:= erlang:phash2(B),
        map_size(#{A => 1, B => 2, C => 3}),
        length(lists:usort([A, B, C])), lists:member(C, [A, B]), length([A, C] -- [B]),
        sent(A) =:= B, binary_to_term(term_to_binary(A)) =:= B,
        binary_to_term(term_to_binary(A, [compressed])) =:= B, erlang:external_size(A) =:= byte_size(term_to_binary(A)),
        table(set, A, B, C), table(ordered_set, A, B, C), kept(A, B), erts_debug:flat_size(A) =:= erts_debug:flat_size(B)]]).

sent(Term) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({shutdown, Term}) end),
    receive {'DOWN', Monitor, process, Pid, {shutdown, Copy}} -> Copy end.

table(Type, A, B, C) ->
    Table = ets:new(t, [Type]),
    true = ets:insert(Table, [{A, 1}, {C, 2}]),
    Answers = {ets:lookup_element(Table, B, 2), ets:match(Table, {B, '$1'}),
               ets:select(Table, [{{'$1', '$2'}, [{'=:=', '$1', {const, C}}], ['$2']}])},
    ets:delete(Table),
    Answers.

kept(A, B) ->
    persistent_term:put({deep_walks, A}, A),
    Same = persistent_term:get({deep_walks, B}) =:= B,
    persistent_term:erase({deep_walks, B}),
    Same.

%% Each map is a key of the next one, which has keys to sort.
keys_of_many() ->
    Build = fun(Leaf) ->
        lists:foldl(fun(N, Map) -> maps:from_list([{Map, N}, {{Map}, N}, {[N], N}, {N, N}]) end, Leaf, lists:seq(1, 12))
    end,
    {A, B, C} = {Build(#{}), Build(#{}), Build(#{x => 1})},
    io:format("~p~n", [[A == B, A < B, (A < C) =/= (C < A), length(lists:usort([A, B, C]))]]).
