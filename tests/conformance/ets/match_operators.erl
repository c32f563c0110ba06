%% shows each operator of two arguments in guards and bodies of match specifications, for numbers at the bounds of small integers
-module(match_operators).
-export([main/0]).

main() ->
    Edges = [0, 1, -1, 2, 7, -8, 255] ++ [S * ((1 bsl B) + D) || B <- [31, 58, 59, 60, 63, 64], D <- [-1, 0, 1], S <- [1, -1]]
        ++ [0.0, -0.0, 1.0, 2.5, 576460752303423488.0, a, [1], {1}, <<1>>],
    Pairs = [{X, Y} || X <- Edges, Y <- Edges],
    [io:format("~w: ~w ~w~n", [Op, guard(Op, Pairs), body(Op, Pairs)])
     || Op <- ['>', '>=', '<', '=<', '=:=', '==', '=/=', '/=', '+', '-', '*', 'div', 'rem', 'band', 'bor', 'bxor', max, min]],
    io:format("~w~n", [[shifted(Op) || Op <- ['bsl', 'bsr']]]),
    Table = ets:new(t, [ordered_set]),
    ets:insert(Table, [{N, N * N - 50} || N <- lists:seq(-20, 20)]),
    io:format("~w~n", [ets:select(Table, [{{'$1', '$2'}, [{'<', {'rem', '$1', 4}, {'div', '$2', 9}}, {'=/=', {'band', '$2', 3}, 1}],
                                           [{{'$1', {'-', '$2', {'+', '$1', '$1'}}}}]}])]),
    io:format("~w~n", [ets:select_count(Table, [{{'$1', '$2'}, [{'>', {'div', 100, '$1'}, '$2'}], [true]}])]),
    ok.

%% How many pairs a guard takes with it as a condition, and with its result compared.
guard(Op, Pairs) ->
    Condition = ets:match_spec_compile([{{'$1', '$2'}, [{Op, '$1', '$2'}], ['$_']}]),
    Known = ets:match_spec_compile([{{'$1', '$2'}, [{'==', {Op, '$1', '$2'}, {Op, '$1', '$2'}}], ['$_']}]),
    {erlang:phash2(ets:match_spec_run(Pairs, Condition)), erlang:phash2(ets:match_spec_run(Pairs, Known))}.

body(Op, Pairs) ->
    Values = ets:match_spec_run(Pairs, ets:match_spec_compile([{{'$1', '$2'}, [], [{Op, '$1', '$2'}]}])),
    Failed = length([V || V <- Values, V =:= 'EXIT']),
    %% What the language itself gives for them.
    Same = [V =:= (try erlang:Op(X, Y) catch error:_ -> 'EXIT' end) || {V, {X, Y}} <- lists:zip(Values, Pairs)],
    {erlang:phash2(Values), Failed, lists:usort(Same)}.

shifted(Op) ->
    Pairs = [{X, Y} || X <- [0, 1, -1, 5, 1 bsl 58, -(1 bsl 59)], Y <- [-70, -1, 0, 1, 3, 58, 59, 64, 70, a]],
    body(Op, Pairs).
