%% shows error, exit, throw, raise, nif_error and their arguments
-module(exceptions_raised).
-include("../support/edge.hrl").

main() ->
    ?T(error(reason)),
    ?T(error(reason, [a, b])),
    ?T(error(reason, none)),
    ?T(error(reason, [x], bad)),
    ?T(error({deep, [reason]})),
    ?T(exit(normal)),
    ?T(exit({a, b})),
    ?T(throw(ball)),
    ?T(throw([1 | 2])),
    ?T(erlang:raise(error, r, [])),
    ?T(erlang:raise(exit, r, [{m, f, 1, []}])),
    ?T(erlang:raise(throw, r, [{m, f, [a], [{file, "x"}, {line, 3}]}])),
    ?T(erlang:raise(bad, r, [])),
    ?T(erlang:raise(error, r, [bad])),
    ?T(erlang:raise(error, r, x)),
    ?T(erlang:raise(error, r, [{m, f, a}])),
    ?T(erlang:nif_error(not_loaded)),
    ?T(erlang:nif_error(not_loaded, [x])),
    ?T(stack(fun() -> erlang:raise(error, r, [{m, f, 2}, {m, g, [a], [{line, 1}]}]) end)),
    ?T(catch throw(caught)),
    ?T(catch exit(out)),
    ?T(element(1, catch error(out))),
    ?T(element(1, element(2, catch error(out)))),
    ?T((fun() -> try error(a) catch error:a -> try throw(b) catch throw:b -> c end end end)()),
    ?T((fun() -> try ok after io:format("after ") end end)()),
    ?T((fun() -> try throw(x) of _ -> never catch Y -> {got, Y} after io:format("cleaned ") end end)()),
    ok.

stack(F) -> try F() catch _:_:S -> E = hd(S), {element(1, E), element(2, E), element(3, E)} end.
