%% shows erl_error:format_exception: the text of exceptions with explanations of arguments
-module(error_texts).
-export([main/0]).

main() ->
    [io:format("~s~n", [first_lines(F)]) || F <- [fun() -> atom_to_list(id("a")) end, fun() -> element(id(5), {a}) end, fun() -> error(custom) end,
        fun() -> lists:keyfind(a, id(x), []) end, fun() -> throw(ball) end, fun() -> exit(bye) end, fun() -> maps:get(id(k), #{}) end,
        fun() -> binary_to_integer(id(<<"x">>)) end, fun() -> {a, _} = id(b) end, fun() -> id(1) + id(a) end, fun() -> no_such:f() end]],
    ok.

first_lines(F) ->
    try F() catch C:R:S ->
        Text = lists:flatten(erl_error:format_exception(C, R, S)),
        [[L, $\n] || L <- string:split(Text, "\n", all), string:prefix(L, "exception") =/= nomatch orelse string:find(L, "***") =/= nomatch]
    end.

id(X) -> X.
