%% shows compiled patterns: their tuple, use by several processes, in tables, names
-module(re_compiled).
-export([main/0]).

main() ->
    {ok, {re_pattern, 1, 0, 0, _}} = re:compile("a(b)c"),
    {ok, {re_pattern, 1, 1, 0, _}} = re:compile("a(b)c", [unicode]),
    {ok, {re_pattern, 0, 0, 1, _}} = re:compile("a", [{newline, crlf}]),
    {ok, R} = re:compile("(?<year>\\d{4})-(?<month>\\d\\d)", [caseless]),
    io:format("~p~n", [re:inspect(R, namelist)]),
    io:format("~p~n", [re:run("on 2024-05.", R, [{capture, [month, year], list}])]),
    Self = self(),
    [spawn(fun() -> Self ! {I, re:run("2024-05 " ++ integer_to_list(I), R, [{capture, all_names, binary}])} end) || I <- [1, 2, 3]],
    io:format("~p~n", [[receive {I, X} -> X end || I <- [1, 2, 3]]]),
    T = ets:new(t, []),
    ets:insert(T, {r, R}),
    erlang:garbage_collect(),
    io:format("~p~n", [re:run("1999-12", ets:lookup_element(T, r, 2))]),
    io:format("~p~n", [[re:run(S, R, [{capture, none}]) || S <- ["1234-56", "x", <<"5555-66">>]]]).
