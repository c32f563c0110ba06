%% shows lists:flatten, flatlength, append, concat, join, duplicate
-module(lists_flatten).
-include("../support/edge.hrl").

main() ->
    ?T(lists:flatten([1, [2, [3, [], [[4]]]], 5])),
    ?T(lists:flatten([])),
    ?T(lists:flatten([a | b])),
    ?T(lists:flatten(a)),
    ?T(lists:flatten([[a], b], [tail])),
    ?T(lists:flatten([a], tail)),
    ?T(lists:flatlength([1, [2, [3]], []])),
    ?T(lists:flatlength([a | b])),
    ?T(lists:append([[1], [], [2, 3]])),
    ?T(lists:append([[1], 2])),
    ?T(lists:append([[1], 2, [3]])),
    ?T(lists:append([], x)),
    ?T(lists:concat([a, 1, "s", 2.5, -3])),
    ?T(lists:concat([{a}])),
    ?T(lists:concat(['åä', 1 bsl 65])),
    ?T(lists:join(x, [1, 2, 3])),
    ?T(lists:join(x, [])),
    ?T(lists:join(x, [1])),
    ?T(lists:join(x, [1 | 2])),
    ?T(lists:duplicate(3, a)),
    ?T(lists:duplicate(0, a)),
    ?T(lists:duplicate(-1, a)),
    ?T(lists:reverse([1, 2 | 3])),
    ?T(lists:reverse([1], 2)),
    ?T(lists:reverse(x)),
    ok.
