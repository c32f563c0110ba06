%% shows ets:select with guards, bodies and variables, and specs that it refuses
-module(ets_match_specs).
-include("../support/edge.hrl").

main() ->
    ?T(sel([{{'$1', '_', '_'}, [], ['$1']}])),
    ?T(sel([{{'$1', '$2', '_'}, [{'>', '$2', 1}], [{{'$2', '$1'}}]}])),
    ?T(sel([{'$1', [], ['$_']}, {'_', [], [x]}])),
    ?T(sel([{{'_', '$1', '_'}, [{is_integer, '$1'}, {'=:=', {'rem', '$1', 2}, 1}], ['$$']}])),
    ?T(sel([{{'$1', '_', '$3'}, [{'==', {element, 1, '$3'}, {const, x}}], [#{k => '$1'}]}])),
    ?T(sel([{{'_', '$1', '_'}, [], [{'+', '$1', 1}, true]}])),
    ?T(sel([{{'$1', '_', '_'}, [{'orelse', {'==', '$1', a}, {'==', '$1', c}}], [['$1', '$1']]}])),
    ?T(sel([{{'$1', '$1', '_'}, [], [same]}])),
    ?T(sel([{{'$1', '_', '_'}, [{hd, '$1'}], ['$1']}])),
    ?T(sel([{{'$1', '_', '_'}, [{nope, '$1'}], ['$1']}])),
    ?T(sel([{{'$1', '_', '_'}, [], []}])),
    ?T(sel([{{'$1', '_', '_'}, [], ['$2']}])),
    ?T(sel([])),
    ?T(sel(bad)),
    ?T(sel([bad])),
    ?T(ets:test_ms({a, 1}, [{{'$1', '$2'}, [], [{{'$2', '$1'}}]}])),
    ?T(ets:test_ms({a, 1}, [{{'$1'}, [], [yes]}])),
    ?T(element(1, ets:test_ms({a, 1}, [{{'$1'}, [bad], [yes]}]))),
    ?T(ets:is_compiled_ms(x)),
    ?T(ets:match_spec_run([{1}, {2}, x], ets:match_spec_compile([{{'$1'}, [], ['$1']}]))),
    ?T(ets:match_spec_run([a | b], ets:match_spec_compile([{'_', [], [ok]}]))),
    ?T(ets:match_spec_compile(x)),
    ok.

sel(Spec) -> T = ets:new(t, [ordered_set]), ets:insert(T, [{a, 1, {x}}, {b, 2, {y}}, {c, 3, {x}}]), ets:select(T, Spec).
