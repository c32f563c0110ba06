%% shows tuples from empty to large: made, changed, compared, converted, and record functions on tuples that are none
-module(tuples_and_records_of_all_sizes).
-include("../support/edge.hrl").
-record(r, {a = 1, b, c = []}).

main() ->
    Sizes = [0, 1, 2, 255, 256, 5000],
    ?T([tuple_size(erlang:make_tuple(N, x)) || N <- Sizes]),
    ?T([erlang:make_tuple(3, x, L) || L <- [[], [{1, a}], [{3, c}, {1, a}, {3, d}]]]),
    ?T([erlang:make_tuple(3, x, L) || L <- [[{4, a}]]]),
    ?T([erlang:make_tuple(3, x, L) || L <- [[{0, a}]]]),
    ?T(erlang:make_tuple(3, x, [bad])),
    ?T(erlang:make_tuple(-1, x)),
    ?T([lists:sum(tuple_to_list(list_to_tuple(lists:seq(1, N)))) || N <- Sizes]),
    ?T(list_to_tuple([a | b])),
    ?T([element(N, list_to_tuple(lists:seq(1, N))) || N <- Sizes, N > 0]),
    ?T(setelement(2, {a, b, c}, {x})),
    ?T(setelement(4, {a, b, c}, x)),
    ?T(lists:sort([{b}, {a, a}, {}, {a}, {1.0, a}, {1, b}, {a, b, c}])),
    ?T(#r{b = 2}),
    ?T((#r{b = 2})#r{a = 5, c = x}),
    ?T(begin #r{b = B} = #r{b = 7}, B end),
    ?T((id({r, 1, 2}))#r.a),
    ?T((id({s, 1, 2, 3}))#r.a),
    ?T((id(a))#r{a = 2}),
    ?T([is_record(id(T), r) || T <- [#r{}, {r, 1}, {s, 1, 2, 3}, r]]),
    ?T([is_record(id(T), r, 4) || T <- [#r{}, {r, 1}]]),
    ?T(is_record(id(#r{}), id("r"))),
    ?T({#r.b, record_info(fields, r), record_info(size, r)}),
    ?T(lists:keyfind(7, #r.b, [#r{b = 6}, #r{b = 7, a = found}])),
    ok.

id(X) -> X.
