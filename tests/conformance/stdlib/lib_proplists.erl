%% shows proplists: lookups, expansion, normalising and what is no pair
-module(lib_proplists).
-include("../support/edge.hrl").

main() ->
    ?T(proplists:get_value(a, [{a, 1}, {a, 2}])),
    ?T(proplists:get_value(b, [b])),
    ?T(proplists:get_value(c, [], d)),
    ?T(proplists:get_value(a, [{a, 1, 2}, {a, x}])),
    ?T(proplists:get_value(a, [{a, 1} | b])),
    ?T(proplists:get_value(z, [{a, 1} | b])),
    ?T(proplists:get_bool(a, [a])),
    ?T(proplists:get_bool(a, [{a, yes}])),
    ?T(proplists:get_all_values(a, [{a, 1}, a, {a, 3}])),
    ?T(proplists:get_keys([{b, 1}, a, {b, 2}])),
    ?T(proplists:lookup(a, [b, a])),
    ?T(proplists:lookup(c, [a])),
    ?T(proplists:lookup_all(a, [{a, 1}, a])),
    ?T(proplists:is_defined(x, [{x, 1}])),
    ?T(proplists:delete(a, [a, {b, 1}, {a, 2}])),
    ?T(proplists:append_values(a, [{a, [1, 2]}, {b, 0}, {a, 3}])),
    ?T(proplists:compact([{a, true}, {b, false}])),
    ?T(proplists:unfold([a, {b, 1}])),
    ?T(proplists:property({a, true})),
    ?T(proplists:property(a, 2)),
    ?T(proplists:substitute_aliases([{color, colour}], [{color, red}, color])),
    ?T(proplists:substitute_negations([{no_x, x}], [no_x, {no_x, false}])),
    ?T(proplists:expand([{a, [b, c]}], [a, d])),
    ?T(proplists:normalize([{c, 1}, a], [{aliases, [{c, cc}]}, {expand, [{a, [{x, 1}]}]}])),
    ?T(proplists:split([{a, 1}, b, {c, 2}], [a, c])),
    ?T(proplists:to_map([{1, x}, junk], [{negations, []}])),
    ?T(proplists:from_map(#{a => 1})),
    ok.
