%% shows lists:subtract, delete, uniq, prefix, suffix, member and others that compare
-module(lists_set_operations).
-include("../support/edge.hrl").

main() ->
    ?T(lists:subtract([1, 2, 3, 2], [2])),
    ?T(lists:subtract([1, 1.0], [1.0])),
    ?T(lists:subtract([a | b], [])),
    ?T(lists:subtract([], [a | b])),
    ?T(lists:delete(2, [1, 2, 3, 2])),
    ?T(lists:delete(2.0, [1, 2])),
    ?T(lists:delete(z, [a])),
    ?T(lists:delete(z, [a | b])),
    ?T(lists:uniq([1, a, 1.0, a, 1])),
    ?T(lists:uniq(fun(X) -> X rem 3 end, [1, 2, 3, 4, 5])),
    ?T(lists:uniq([a | b])),
    ?T(lists:prefix([1], [1, 2])),
    ?T(lists:prefix([], [])),
    ?T(lists:prefix([1.0], [1])),
    ?T(lists:prefix([1, 2], [1])),
    ?T(lists:suffix([2], [1, 2])),
    ?T(lists:suffix([2, 1], [1])),
    ?T(lists:suffix([], [a])),
    ?T(lists:member(x, [a, x | y])),
    ?T(lists:member(x, [a | x])),
    ?T(lists:max([1, a, 2.0])),
    ?T(lists:min([1, a, 2.0])),
    ?T(lists:max([])),
    ?T(lists:min([a | b])),
    ?T(lists:sum([1, 2.5, 1 bsl 70])),
    ?T(lists:sum([a])),
    ok.
