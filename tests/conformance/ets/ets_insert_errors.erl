%% shows insert, insert_new, lookup, member and delete with what is no object or table
-module(ets_insert_errors).
-include("../support/edge.hrl").

main() ->
    ?T(make(t1, [named_table])),
    ?T(ets:insert(t1, {a, 1})),
    ?T(ets:insert(t1, a)),
    ?T(ets:insert(t1, [{b, 1}, {c, 2}])),
    ?T(ets:insert(t1, [{b, 1} | {c, 2}])),
    ?T(ets:insert(t1, [{d, 1}, e])),
    ?T(ets:lookup(t1, d)),
    ?T(ets:insert(t1, {})),
    ?T(ets:insert(t1, [])),
    ?T(ets:insert_new(t1, {a, 2})),
    ?T(ets:insert_new(t1, [{x, 1}, {a, 2}])),
    ?T(ets:lookup(t1, x)),
    ?T(ets:insert_new(t1, [{x, 1}, {y, 2}])),
    ?T(ets:insert(no_table, {a})),
    ?T(ets:insert(1, {a})),
    ?T(ets:lookup(t1, a)),
    ?T(ets:lookup(t1, 1)),
    ?T(ets:lookup_element(t1, a, 2)),
    ?T(ets:lookup_element(t1, a, 3)),
    ?T(ets:lookup_element(t1, zz, 2)),
    ?T(ets:lookup_element(t1, a, 0)),
    ?T(ets:lookup_element(t1, a, x)),
    ?T(ets:member(t1, a)),
    ?T(ets:member(no_table, a)),
    ?T(ets:delete(t1, zz)),
    ?T(ets:delete_object(t1, {a, 2})),
    ?T(ets:delete_object(t1, {a, 1})),
    ?T(ets:delete_object(t1, a)),
    ?T(ets:take(t1, x)),
    ?T(ets:take(t1, x)),
    ?T(ets:delete_all_objects(t1)),
    ?T(ets:tab2list(t1)),
    ok.

make(N, O) -> N = ets:new(N, O).
