%% shows element and setelement with each kind of wrong index and tuple
-module(element_indexes).
-include("../support/edge.hrl").

main() ->
    ?T(element(1, {a})),
    ?T(element(0, {a})),
    ?T(element(2, {a})),
    ?T(element(-1, {a})),
    ?T(element(1 bsl 70, {a})),
    ?T(element(1.0, {a})),
    ?T(element(a, {a})),
    ?T(element(1, [a])),
    ?T(element(1, <<1>>)),
    ?T(setelement(1, {a, b}, {c})),
    ?T(setelement(2, {a, b}, <<1:1>>)),
    ?T(setelement(0, {a, b}, x)),
    ?T(setelement(3, {a, b}, x)),
    ?T(setelement(1 bsl 70, {a, b}, x)),
    ?T(setelement(1, a, x)),
    ?T(setelement(1.0, {a}, x)),
    ?T(tuple_size({})),
    ?T(tuple_size([])),
    ?T(tuple_size(#{})),
    ?T(setelement(1, setelement(1, {a}, b), c)),
    ?T(element(300, list_to_tuple(lists:seq(1, 300)))),
    ?T(tuple_size(list_to_tuple(lists:seq(1, 5000)))),
    ok.
