%% proplists and lists:key* on lists of options.
-module(c_proplists).
-ifndef(SIZE).
-define(SIZE, 150000).
-endif.
-define(SMALL, 5).
-include("bench.hrl").

run(N) ->
    Options = [{list_to_atom("option" ++ integer_to_list(X)), X} || X <- lists:seq(1, 30)] ++ [verbose, {level, 3}],
    loop(N, Options, 0).

loop(0, _, Sum) -> Sum;
loop(N, Options, Sum) ->
    A = proplists:get_value(level, Options, 0),
    B = proplists:get_bool(verbose, Options),
    {value, _, Rest} = lists:keytake(option17, 1, Options),
    C = lists:keyreplace(option20, 1, Rest, {option20, N}),
    {_, V} = lists:keyfind(option20, 1, C),
    D = proplists:get_all_values(option3, C),
    loop(N - 1, Options, (Sum + A + V + length(D) + length([1 || B])) band 16#ffffff).
