% ran: tuples that are changed while maps, the dictionary, tables and messages refer to them. Compiled by OTP 27 to assembly, where the hint
% of update_record became `inplace`, and reserve/0 began with {test_heap,60000,0}: so no collection comes before the changes.
-module(mutant).
-export([maps/1, dictionary/1, tables/1]).
maps(_) ->
    reserve(),
    Small = keys(20),
    S = maps:from_list([{K, 1} || K <- Small]),
    Keys = keys(100),
    M = maps:from_list([{K, 1} || K <- Keys]),
    set_all(Small, 7),
    set_all(Keys, 7),
    A = maps:put({7, 7}, 2, maps:put({3, 3}, 3, M)),
    B = maps:merge(M, maps:from_list([{K, 2} || K <- keys(60)])),
    C = maps:merge(S, maps:from_list([{K, 2} || K <- keys(30)])),
    D = maps:remove({7, 7}, maps:remove({3, 3}, M)),
    E = maps:merge(A, B),
    F = lists:foldl(fun(K, X) -> maps:put(K, 4, X) end, E, keys(300)),
    G = lists:foldl(fun(K, X) -> maps:remove(K, X) end, F, keys(300)),
    All = [S, M, A, B, C, D, E, F, G],
    {erlang:phash2(All), binary_to_term(term_to_binary(All)) =:= All, maps:to_list(G), maps:intersect(A, B), lists:sort(All)}.
dictionary(_) ->
    reserve(),
    Keys = keys(100),
    [put(K, K) || K <- Keys],
    set_all(Keys, 7),
    [put(K, K) || K <- keys(200)],
    {[erase(K) || K <- Keys], [erase(K) || K <- keys(200)], get()}.
tables(_) ->
    reserve(),
    Keys = keys(100),
    T = ets:new(t, []),
    F = fun() -> Keys end,
    self() ! Keys,
    ets:insert(T, Keys),
    set_all(Keys, 7),
    ets:insert(T, Keys),
    R = receive X -> X end,
    erlang:garbage_collect(),
    {F(), R, ets:tab2list(T)}.
keys(N) -> keys(N, []).
keys(0, L) -> L;
keys(N, L) -> keys(N - 1, [{N, N} | L]).
set_all([], _) -> ok;
set_all([K | L], V) -> _ = set(K, V), set_all(L, V).
set(T, V) -> setelement(1, T, V).
reserve() -> ok.
