%% shows ets:foldl, foldr, init_table, table and test_ms: order, what they refuse, exceptions of funs
-module(ets_folds_and_tables).
-include("../support/edge.hrl").

main() ->
    ?T(on(fun(T) -> ets:foldl(fun({K, _}, A) -> [K | A] end, [], T) end)),
    ?T(on(fun(T) -> ets:foldr(fun({K, _}, A) -> [K | A] end, [], T) end)),
    ?T(on(fun(T) -> ets:foldl(fun({K, _}, A) -> ets:delete(T, K + 1), [K | A] end, [], T) end)),
    ?T(on(fun(T) -> {catch ets:foldl(fun(_, _) -> throw(out) end, [], T), ets:info(T, fixed)} end)),
    ?T(on(fun(T) -> ets:foldl(fun(_) -> ok end, [], T) end)),
    ?T(on(fun(T) -> {ets:init_table(T, parts([[{7, x}, {8, y}], [{9, z}]])), ets:tab2list(T)} end)),
    ?T(on(fun(T) -> ets:init_table(T, fun(read) -> bad; (close) -> ok end) end)),
    ?T(on(fun(T) -> qlc:e(ets:table(T)) end)),
    ?T(on(fun(T) -> qlc:e(ets:table(T, {traverse, {select, [{{'$1', '_'}, [{'>', '$1', 2}], ['$1']}]}})) end)),
    ?T(on(fun(T) -> qlc:e(ets:table(T, [{n_objects, 1}, {traverse, last_prev}])) end)),
    ?T(on(fun(T) -> ets:table(T, [bad]) end)),
    ?T(ets:test_ms({a, 1}, [{{'$1', '$2'}, [{is_atom, '$1'}], [{{'$2', '$1'}}]}])),
    ?T(ets:test_ms({a, 1}, [{{'$1', '$1'}, [], [x]}])),
    ?T(ets:test_ms({a, 1}, [{{'$1'}, [], [x]}, {'_', [], ['$_']}])),
    ?T(element(1, ets:test_ms({a}, [{{'$1'}, [{nonsense, 1}], [x]}]))),
    ?T(ets:match_spec_run([{1, a}, {2, b}, other], ets:match_spec_compile([{{'$1', '_'}, [{'>', '$1', 1}], ['$1']}, {other, [], [it]}]))),
    ?T(ets:match_spec_run([{1}], not_compiled)),
    ?T(ets:is_compiled_ms(ets:match_spec_compile([]))),
    ok.

on(F) -> T = ets:new(t, [ordered_set]), ets:insert(T, [{1, a}, {2, b}, {3, c}, {4, d}]), F(T).
parts([]) -> fun(read) -> end_of_input; (close) -> closed end;
parts([Part | Rest]) -> fun(read) -> {Part, parts(Rest)}; (close) -> closed end.
