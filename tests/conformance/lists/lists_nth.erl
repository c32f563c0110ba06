%% shows lists:nth/2, nthtail/2, last/1 and droplast/1 at their edges
-module(lists_nth).
-include("../support/edge.hrl").

main() ->
    ?T(lists:nth(1, [a])),
    ?T(lists:nth(3, [a, b, c])),
    ?T(lists:nth(0, [a])),
    ?T(lists:nth(2, [a])),
    ?T(lists:nth(1.0, [a])),
    ?T(lists:nth(2, [a | b])),
    ?T(lists:nthtail(0, [a])),
    ?T(lists:nthtail(1, [a])),
    ?T(lists:nthtail(2, [a])),
    ?T(lists:nthtail(1, [a | b])),
    ?T(lists:nthtail(0, x)),
    ?T(lists:last([a, b])),
    ?T(lists:last([])),
    ?T(lists:last([a | b])),
    ?T(lists:droplast([a, b, c])),
    ?T(lists:droplast([])),
    ?T(lists:droplast([a | b])),
    ok.
