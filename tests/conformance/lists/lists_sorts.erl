%% shows lists:sort/1,2, usort/1,2 and merges on mixed and improper input
-module(lists_sorts).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sort([3, a, 1.5, {x}, [], <<1>>, "s", 1, self, 1.0])),
    ?T(lists:sort([])),
    ?T(lists:sort([b | a])),
    ?T(lists:sort(x)),
    ?T(lists:sort([1, 2 | 3])),
    ?T(lists:sort(fun(A, B) -> A >= B end, [1, 3, 2])),
    ?T(lists:sort(fun(_, _) -> true end, [c, a, b])),
    ?T(lists:sort(fun(_, _) -> false end, [c, a, b])),
    ?T(lists:sort(fun(_, _) -> other end, [2, 1])),
    ?T(lists:usort([1, 1.0, 1, 2, 2.0])),
    ?T(lists:usort(fun(A, B) -> element(1, A) =< element(1, B) end, [{1, a}, {0, b}, {1, c}])),
    ?T(lists:merge([[1, 4], [2, 5], [3, 6]])),
    ?T(lists:merge([])),
    ?T(lists:merge3([1], [1], [1])),
    ?T(lists:umerge([1, 2], [2, 3])),
    ?T(lists:umerge([[1, 3], [2, 3], [3]])),
    ?T(lists:merge(fun(A, B) -> A >= B end, [3, 1], [4, 2])),
    ?T(lists:umerge(fun(A, B) -> A =< B end, [1.0, 2], [1, 3])),
    ?T(lists:sort([2.0, 2, 2.0, 2])),
    ?T(lists:usort([[2], [1], [2], [1, 1]])),
    ok.
