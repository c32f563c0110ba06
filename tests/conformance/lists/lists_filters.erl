%% shows lists:filter, filtermap, partition, all, any, search and their odd answers
-module(lists_filters).
-include("../support/edge.hrl").

main() ->
    ?T(lists:filter(fun(X) -> X > 1 end, [1, 2, 3])),
    ?T(lists:filter(fun(X) -> X end, [true, false, true])),
    ?T(lists:filter(fun(X) -> X end, [1])),
    ?T(lists:filter(fun(_) -> true end, [1 | 2])),
    ?T(lists:filtermap(fun(1) -> true; (2) -> {true, two}; (_) -> false end, [1, 2, 3])),
    ?T(lists:filtermap(fun(X) -> X end, [{true, a}, {false, b}])),
    ?T(lists:partition(fun(X) -> X rem 2 =:= 0 end, [1, 2, 3, 4])),
    ?T(lists:partition(fun(X) -> X end, [x])),
    ?T(lists:all(fun(X) -> X > 0 end, [])),
    ?T(lists:all(fun(X) -> X end, [true, yes])),
    ?T(lists:any(fun(X) -> X > 0 end, [])),
    ?T(lists:any(fun(X) -> X end, [false, yes])),
    ?T(lists:any(fun erlang:is_atom/1, [1 | a])),
    ?T(lists:search(fun(X) -> X > 1 end, [1, 2, 3])),
    ?T(lists:search(fun(X) -> X > 9 end, [1, 2, 3])),
    ?T(lists:search(fun(X) -> X end, [1])),
    ?T(lists:flatmap(fun(X) -> [X, X] end, [1, 2])),
    ?T(lists:flatmap(fun(X) -> X end, [a])),
    ?T(lists:flatmap(fun(X) -> X end, [[1], 2])),
    ok.
