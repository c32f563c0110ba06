%% shows apply/2,3, calls through funs, modules and their errors
-module(apply_calls).
-include("../support/edge.hrl").

main() ->
    ?T(apply(lists, reverse, [[1, 2]])),
    ?T(apply(fun(X) -> X + 1 end, [1])),
    ?T(apply(fun lists:reverse/1, [[a]])),
    ?T(apply(lists, reverse, [[1] | x])),
    ?T(apply(lists, reverse, x)),
    ?T(apply(lists, "reverse", [])),
    ?T(apply(1, f, [])),
    ?T(apply(fun(X) -> X end, [1 | 2])),
    ?T(apply(lists, no_such_function, [1, 2])),
    ?T(apply(no_such_module, f, [])),
    ?T(apply(erlang, '+', [1, 2])),
    ?T(apply(erlang, apply, [erlang, abs, [-1]])),
    ?T(apply(erlang, element, [2, {a}])),
    ?T(apply(maps, get, [k, #{k => v}])),
    ?T((hd([fun erlang:abs/1]))(-3)),
    ?T((case 1 of 1 -> lists end):reverse([a, b])),
    ?T({lists, reverse}:f()),
    ?T((fun() -> erlang:apply(fun erlang:'++'/2, [[1], [2]]) end)()),
    ?T(apply(lists, reverse, lists:duplicate(300, x))),
    ok.
