%% shows what selects of one clause reject at once: other arities and elements, guards with constants.
-module(ets_first_tests).
-export([main/0]).

main() ->
    Values = [0, 3, -3, 40, 41, 3.0, 40.5, 1 bsl 70, -(1 bsl 70), a, <<"3">>, [3], {3}, #{}, self()],
    Objects = [{K, V} || {K, V} <- lists:enumerate(Values)] ++
              [{100 + K, V, K rem 3} || {K, V} <- lists:enumerate(Values)] ++
              [{200, 3, x, y}, {201}, {202, {3, 40}, 1}, {203, 3, 0.0}],
    Kinds = [set, bag, duplicate_bag, ordered_set],
    [kind(Kind, Objects) || Kind <- Kinds],
    many().

kind(Kind, Objects) ->
    T = ets:new(t, [Kind]),
    ets:insert(T, Objects),
    Guards = [[{Op, '$2', 3}] || Op <- ['>', '>=', '<', '=<', '=:=', '==', '=/=', '/=']] ++
             [[{'<', 3, '$2'}], [{'==', '$2', 3.0}], [{'>', '$2', 1 bsl 69}], [{'<', '$2', '$1'}],
              [{'+', '$2', 1}], [{'-', '$2', 3}], [{'=:=', {'band', '$2', 1}, 1}],
              [{'=<', '$2', 40}, {'>', '$2', -1}], [{'not', {'>', '$2', 3}}],
              [{'>', '$2', 3, 4}] ],
    Heads = [{'$1', '$2'}, {'$1', '$2', 1}, {'$1', '$2', 0}, {'_', '$2', '$1'}],
    [show({Kind, Head, Guard}, fun() -> ets:select(T, [{Head, Guard, ['$1']}]) end)
     || Head <- Heads, Guard <- Guards],
    show({Kind, constants}, fun() -> ets:match_object(T, {'_', 3, 0}) end),
    show({Kind, constants4}, fun() -> ets:match_object(T, {'_', 3, x, y}) end),
    show({Kind, one}, fun() -> ets:match_object(T, {'_'}) end),
    show({Kind, none}, fun() -> ets:match_object(T, {'_', '_', 7}) end),
    show({Kind, float}, fun() -> ets:match(T, {'$1', '_', 0.0}) end),
    show({Kind, same}, fun() -> ets:match_object(T, {'_', {'$1', 40}, 1}) end),
    show({Kind, whole}, fun() -> ets:select(T, [{'$1', [{'<', {tuple_size, '$1'}, 2}], ['$_']}]) end),
    show({Kind, two}, fun() -> ets:select(T, [{{'$1', 3}, [], [{{two, '$1'}}]},
                                              {{'$1', '_', 2}, [{'>', '$1', 110}], ['$_']}]) end),
    show({Kind, count}, fun() -> [ets:select_count(T, [{{'_', '$2', 1}, [{'>', '$2', 3}], [true]}])] end),
    show({Kind, run}, fun() -> ets:match_spec_run([{a, 3}, b, [], {1, 3, 4}, {c, 4}, {d, 3}],
                          ets:match_spec_compile([{{'$1', 3}, [], ['$1']}])) end),
    show({Kind, delete}, fun() -> [ets:select_delete(T, [{{'_', '$2', 1}, [{'>', '$2', 3}], [true]}])] end),
    show({Kind, left}, fun() -> ets:match(T, {'$1', '_', 1}) end),
    ets:delete(T).

show(What, F) ->
    R = try F() catch C:E -> {C, E} end,
    io:format("~0p: ~w~n", [What, if is_list(R) -> sorted([hide(X) || X <- R]); true -> R end]).

%% 0 and 0.0 have no order of their own.
sorted(L) -> [X || {X, _} <- lists:sort([{X, is_float(X)} || X <- L])].

hide(P) when is_pid(P) -> pid;
hide(T) when is_tuple(T) -> list_to_tuple([hide(X) || X <- tuple_to_list(T)]);
hide([H | T]) -> [hide(H) | hide(T)];
hide(X) -> X.

%% Objects of a bag stay in their order and together, and a limit is kept.
many() ->
    T = ets:new(t, [bag]),
    ets:insert(T, [{K rem 400, K, K rem 5} || K <- lists:seq(1, 4000)]),
    All = ets:select(T, [{{'$1', '$2', 3}, [], [{{'$1', '$2'}}]}]),
    io:format("~p ~p~n", [length(All), lists:sum([V || {_, V} <- All])]),
    io:format("~p~n", [lists:all(fun({_, Vs}) -> Vs =:= lists:sort(Vs) end,
                                 maps:to_list(maps:groups_from_list(fun({K, _}) -> K end, fun({_, V}) -> V end, All)))]),
    Together = [K || {K, _} <- All],
    io:format("~p~n", [length(runs(Together)) =:= length(lists:usort(Together))]),
    {Parts, Sum} = parts(ets:select(T, [{{'$1', '$2', 3}, [], ['$2']}], 7), [], 0),
    io:format("~p ~p~n", [lists:usort(Parts) -- [7], Sum]),
    io:format("~p~n", [ets:select_delete(T, [{{'_', '$1', 3}, [{'=<', '$1', 3000}], [true]}])]),
    io:format("~p ~p~n", [ets:info(T, size), length(ets:match(T, {'_', '$1', 3}))]),
    ets:safe_fixtable(T, true),
    io:format("~p~n", [ets:select_delete(T, [{{'_', '$1', 3}, [{'>', '$1', 3500}], [true]}])]),
    io:format("~p ~p~n", [ets:info(T, size), length(ets:match(T, {'_', '$1', 3}))]),
    ets:safe_fixtable(T, false),
    io:format("~p ~p~n", [ets:info(T, size), length(ets:match(T, {'_', '$1', 3}))]),
    S = ets:new(t, [set]),
    ets:insert(S, [{K, K rem 5} || K <- lists:seq(1, 2000)]),
    io:format("~p~n", [ets:select_replace(S, [{{'$1', 3}, [{'<', '$1', 1000}], [{{'$1', {'+', '$1', 1}}}]}])]),
    io:format("~p~n", [lists:sum([A || {_, A} <- ets:tab2list(S)])]).

runs([A, A | T]) -> runs([A | T]);
runs([A | T]) -> [A | runs(T)];
runs([]) -> [].

parts('$end_of_table', Counts, Sum) -> {Counts, Sum};
parts({Found, Next}, Counts, Sum) ->
    Count = case Next of '$end_of_table' -> Counts; _ -> [length(Found) | Counts] end,
    parts(ets:select(Next), case ets:select(Next) of '$end_of_table' -> Counts; _ -> Count end, Sum + lists:sum(Found)).
