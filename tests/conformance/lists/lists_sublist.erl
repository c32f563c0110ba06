%% shows lists:sublist/2,3, split/2, splitwith/2, takewhile and dropwhile
-module(lists_sublist).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sublist([a, b, c], 2)),
    ?T(lists:sublist([a, b, c], 5)),
    ?T(lists:sublist([a, b, c], 0)),
    ?T(lists:sublist([a, b, c], -1)),
    ?T(lists:sublist([a, b, c], 2, 1)),
    ?T(lists:sublist([a, b, c], 4, 1)),
    ?T(lists:sublist([a, b, c], 5, 1)),
    ?T(lists:sublist([a, b, c], 0, 1)),
    ?T(lists:sublist([a | b], 1)),
    ?T(lists:sublist([a | b], 2)),
    ?T(lists:split(1, [a, b])),
    ?T(lists:split(0, [])),
    ?T(lists:split(3, [a, b])),
    ?T(lists:split(-1, [a])),
    ?T(lists:split(1, [a | b])),
    ?T(lists:splitwith(fun erlang:is_atom/1, [a, 1, b])),
    ?T(lists:splitwith(fun erlang:is_atom/1, [a | b])),
    ?T(lists:takewhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
    ?T(lists:dropwhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
    ?T(lists:takewhile(fun(_) -> maybe_not end, [1])),
    ?T(lists:dropwhile(fun(_) -> 1 end, [1])),
    ok.
