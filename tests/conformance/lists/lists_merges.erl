%% shows lists:merge, umerge, merge3 and their forms with funs and keys
-module(lists_merges).
-include("../support/edge.hrl").

main() ->
    ?T(lists:merge([1, 3, 5], [2, 4])),
    ?T(lists:merge([1, 1.0], [1.0, 1])),
    ?T(lists:umerge([1, 2], [1, 2, 3])),
    ?T(lists:merge([[3], [1], [2]])),
    ?T(lists:umerge([[1], [1], [2]])),
    ?T(lists:merge3([1, 4], [2, 5], [3, 6])),
    ?T(lists:umerge3([1], [1], [1, 2])),
    ?T(lists:merge(fun(A, B) -> A >= B end, [3, 1], [4, 2])),
    ?T(lists:umerge(fun(A, B) -> A =< B end, [1, 2], [2])),
    ?T(lists:keymerge(2, [{a, 1}], [{b, 0}, {c, 1}])),
    ?T(lists:ukeymerge(1, [{a, 1}], [{a, 2}, {b, 3}])),
    ?T(lists:keymerge(3, [{a, 1}], [{b, 2}])),
    ?T(lists:merge(a, [1])),
    ?T(lists:merge([1, 2 | x], [3])),
    ok.
