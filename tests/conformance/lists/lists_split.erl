%% shows lists:split, splitwith, nthtail, last, droplast and prefixes at the ends
-module(lists_split).
-include("../support/edge.hrl").

main() ->
    ?T(lists:split(0, [a])),
    ?T(lists:split(2, [a, b])),
    ?T(lists:split(3, [a, b])),
    ?T(lists:split(-1, [a])),
    ?T(lists:split(1, [a | b])),
    ?T(lists:splitwith(fun is_atom/1, [a, 1, b])),
    ?T(lists:splitwith(fun(_) -> 1 end, [a])),
    ?T(lists:nthtail(0, [a])),
    ?T(lists:nthtail(2, [a])),
    ?T(lists:last([])),
    ?T(lists:last([a, b])),
    ?T(lists:last([a | b])),
    ?T(lists:droplast([])),
    ?T(lists:droplast([a, b])),
    ?T(lists:prefix([], [])),
    ?T(lists:prefix([a], [a | b])),
    ?T(lists:suffix([b], [a, b])),
    ?T(lists:suffix([a, b, c], [b, c])),
    ok.
