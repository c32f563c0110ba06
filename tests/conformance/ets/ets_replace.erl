%% shows select_replace: guards, several clauses, whole objects, maps; keys that may not change; tables it refuses
-module(ets_replace).
-include("../support/edge.hrl").

main() ->
    ?T(r(set, [{{'$1', '$2'}, [], [{{'$1', {'+', '$2', 1}}}]}])),
    ?T(r(ordered_set, [{{'$1', '$2'}, [{'>', '$2', 1}], [{{'$1', big}}]}])),
    ?T(r(set, [{{'$1', 1}, [], [{{'$1', one}}]}, {{'$1', 2}, [], [{{'$1', two, extra}}]}])),
    ?T(r(set, [{{a, '$1'}, [], [{{a, {{'$1', '$1'}}}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], ['$_']}])),
    ?T(r(set, [{{'$1', '_'}, [], [{{'$1', '$$'}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], [{{'$1', #{k => '$1'}}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], [{{{element, 1, '$_'}, x}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], [{setelement, 2, '$_', set}]}])),
    ?T(r(set, [{{'$1', '_'}, [{'=:=', '$1', none}], [{{'$1', x}}]}])),
    ?T(r(set, [])),
    ?T(r(set, [{{'$1', '_'}, [], [{{other, x}}]}])),
    ?T(r(set, [{{'$1', '$2'}, [], [{{'$2', '$1'}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], ['$1']}])),
    ?T(r(set, [{{'$1', '_'}, [], [{{}}]}])),
    ?T(r(set, [{{'$1', '_'}, [], []}])),
    ?T(r(set, [{{'$1', '_'}, [], [{{'$1', 1}}, {{'$1', 2}}]}])),
    ?T(r(bag, [{{'$1', '$2'}, [], [{{'$1', {'+', '$2', 1}}}]}])),
    ?T(r(duplicate_bag, [{{'$1', '$2'}, [], [{{'$1', {'+', '$2', 1}}}]}])),
    ?T(ets:select_replace(no_table, [])),
    ?T(r(set, bad)),
    ok.

r(Kind, Spec) ->
    T = ets:new(t, [Kind]),
    ets:insert(T, [{a, 1}, {b, 2}, {c, 3}]),
    {ets:select_replace(T, Spec), lists:sort([case O of {K, M} when is_map(M) -> {K, maps:to_list(M)}; _ -> O end || O <- ets:tab2list(T)])}.
