%% shows what is refused by re: patterns with reason and place, options, subjects
-module(re_errors).
-export([main/0]).

main() ->
    [io:format("~s: ~p~n", [R, re:compile(R)]) || R <- ["a(b", "a[", "*a", "a\\", "(?<n>a)(?<n>b)", "a{2,1}", "[z-a]", "a)", "\\1"]],
    [io:format("~w ~0p ~w~n", [F, A, result(F, A)]) || {F, A} <- [
        {compile, [foo]}, {compile, ["a", [foo]]}, {compile, ["a", foo]}, {compile, ["a", [global]]}, {run, ["x", "a("]}, {run, [foo, "a"]}, {run, ["x", {foo}]},
        {run, ["x", "x", [foo]]}, {run, ["x", "x", [{offset, -1}]]}, {run, ["x", "x", [{capture, foo, list}]]},
        {run, ["x", "x", [{capture, all, foo}]]}, {run, [<<1:3>>, "x"]}, {inspect, [foo, namelist]}]],
    {ok, C} = re:compile("a"),
    io:format("~w ~w~n", [result(run, ["xa", C, [caseless]]), result(inspect, [C, foo])]),
    io:format("~p~n", [re:run("x", "a(", [report_errors])]),
    io:format("~p~n", [re:run(lists:duplicate(30, $a), "(a+)*b", [{match_limit, 10}, report_errors])]),
    io:format("~p~n", [re:run(lists:duplicate(30, $a), "(a+)*b", [{match_limit, 10}])]).

result(F, A) ->
    try apply(re, F, A)
    catch error:R:St ->
        [{re, F, _, I} | _] = St,
        {R, case proplists:get_value(error_info, I) of #{cause := C} -> C; _ -> none end}
    end.
