%% shows lists:max, min, sum, concat, duplicate and join of empty, mixed and improper lists
-module(lists_extremes).
-include("../support/edge.hrl").

main() ->
    ?T(lists:max([])),
    ?T(lists:max([1, a, "s", {t}])),
    ?T(lists:min([#{}, <<>>, []])),
    ?T(lists:max([1, 1.0])),
    ?T(lists:min([1.0, 1])),
    ?T(lists:sum([])),
    ?T(lists:sum([1, 2.5, 1 bsl 64])),
    ?T(lists:sum([1, a])),
    ?T(lists:sum([1 | 2])),
    ?T(lists:concat([a, 1, 2.5, "str", ['in', list]])),
    ?T(lists:concat([{t}])),
    ?T(lists:duplicate(0, a)),
    ?T(lists:duplicate(-1, a)),
    ?T(lists:duplicate(3, [x])),
    ?T(lists:join(x, [])),
    ?T(lists:join(x, [a])),
    ?T(lists:join(x, [a, b, c])),
    ?T(lists:join(x, [a | b])),
    ok.
