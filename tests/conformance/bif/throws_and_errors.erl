%% shows erlang:error/1,2,3, exit/1, throw/1 and raise/3 with odd arguments
-module(throws_and_errors).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:error({a, [1]})),
    ?T(erlang:error(badarg, none)),
    ?T(catch_error(fun() -> erlang:error(r, [1, 2]) end)),
    ?T(catch_error(fun() -> erlang:error(r, none) end)),
    ?T(catch_error(fun() -> erlang:error(r, [1, 2], [{error_info, #{cause => x}}]) end)),
    ?T(erlang:error(r, [1], [bad])),
    ?T(erlang:error(r, [1], bad)),
    ?T(exit(normal)),
    ?T(exit({a, b})),
    ?T(throw(#{})),
    ?T(throw([])),
    ?T(erlang:raise(error, r, [])),
    ?T(erlang:raise(exit, r, [])),
    ?T(erlang:raise(throw, r, [])),
    ?T(erlang:raise(bad, r, [])),
    ?T(erlang:raise(error, r, bad)),
    ?T(erlang:raise(error, r, [bad])),
    ?T(erlang:raise(error, r, [{m, f, 1, []}])),
    ?T(erlang:raise(error, r, [{m, f, 1, [{line, 7}]}])),
    ?T(erlang:raise(error, r, [{m, f, a, []}])),
    ?T(erlang:raise(error, r, [{m, f, 1, []} | x])),
    ?T(catch_error(fun() -> erlang:raise(error, r, [{m, f, [x], [{line, 3}]}]) end)),
    ?T((catch erlang:raise(throw, 7, []))),
    ?T((catch exit(a))),
    ?T(element(1, (catch error(a)))),
    ok.

catch_error(F) -> try F() catch error:R:S -> [{M, N, A, I} | _] = S, {R, M, N =/= '', A, lists:keydelete(line, 1, lists:keydelete(file,
        1, I))} end.
