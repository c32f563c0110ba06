%% shows proplists: compact forms, expansions, aliases and undefined keys
-module(proplists_forms).
-include("../support/edge.hrl").

main() ->
    ?T(proplists:get_value(a, [{a, 1}, {a, 2}])),
    ?T(proplists:get_value(a, [a])),
    ?T(proplists:get_value(a, [{a, 1, 2}], none)),
    ?T(proplists:get_value(a, [x | a])),
    ?T(proplists:get_bool(a, [{a, 1}])),
    ?T(proplists:get_bool(a, [b, a])),
    ?T(proplists:get_all_values(a, [a, {b}, {a, 1}])),
    ?T(proplists:lookup(a, [{a}, {a, 1}])),
    ?T(proplists:lookup_all(a, [a, {a, 1, 2}])),
    ?T(proplists:append_values(a, [{a, [1]}, {a, 2}, a])),
    ?T(proplists:compact([{a, true}, {b, false}])),
    ?T(proplists:unfold([a, {b, 1}])),
    ?T(proplists:property({a, true})),
    ?T(proplists:property(a, 1)),
    ?T(proplists:delete(a, [a, {a, 1}, b])),
    ?T(proplists:get_keys([a, a])),
    ?T(proplists:is_defined(a, [{a}])),
    ?T(proplists:substitute_aliases([{colour, color}], [{colour, 1}, colour])),
    ?T(proplists:substitute_negations([{no_x, x}], [no_x, {no_x, false}])),
    ?T(proplists:expand([{a, [b, {c, 1}]}], [a, d])),
    ?T(proplists:normalize([no_a], [{negations, [{no_a, a}]}])),
    ?T(proplists:split([{a, 1}, b, {c, 2}], [a, b])),
    ?T(proplists:to_map([a, {b, 2}]) =:= #{a => true, b => 2}),
    ok.
