%% compiled: 29
%% shows the functions of the module records, and is_record/1, 2, 3, with right and wrong arguments
-module(native_record_functions).
-export([main/0]).
-import(show_record, [attempt/1]).

main() ->
    Yes = #{is_exported => true},
    R = records:create(a, b, [{x, 1}, {y, 2}], Yes),
    [call(create, Arguments) || Arguments <- [
        [a, b, [{z, 3}, {x, 1}, {y, 2}], Yes], [a, b, [], #{is_exported => false}], [a, b, [{c, d}, e], Yes],
        [a, b, [{c, d} | e], Yes], [a, b, [{c, d}, {c, e}], Yes], [a, b, [{c, d}, {1, e}], Yes], [a, b, [{1, e}, 2], Yes],
        [a, 1, [], Yes], [2, b, [], Yes], [a, b, [], #{is_exported => 1}], [a, b, [], #{exported => true}],
        [a, b, [], #{}], [a, b, [], []], [a, b, c, Yes], [a, b, [{c, d, e}], Yes]]],
    [call(update, Arguments) || Arguments <- [
        [R, a, b, #{}], [R, a, b, #{y => 3}], [R, a, b, #{y => 3, x => 4}], [R, c, '_', #{y => 3}], [R, 1, '_', #{z => 3}],
        [R, a, c, #{y => 3}], [R, c, b, #{y => 3}], [R, a, 1, #{}], [R, 1, b, #{}], [1, a, b, #{}], [R, a, b, []],
        [R, a, b, #{1 => 1}]]],
    [call(get, Arguments) || Arguments <- [[x, R], [y, R], [z, R], [1, R], [x, {a, b}]]],
    [call(F, [T]) || F <- [get_module, get_name, get_field_names, is_exported], T <- [R, {a, b}, #{}, a]],
    [call(get_definition, Arguments) || Arguments <- [[a, b], [1, b], [a, 1]]],
    [is(Arguments) || Arguments <- [
        [R], [{a, b}], [R, b], [R, a], [{b, 1}, b], [R, 1], [R, a, b], [R, a, c], [R, c, b], [R, b, 3], [{b, 1}, b, 2]]],
    Many = records:create(m, n, [{list_to_atom("f" ++ integer_to_list(N)), N} || N <- lists:seq(1, 200)], Yes),
    io:format("~0p~n", [lists:sum([records:get(F, Many) || F <- records:get_field_names(Many)])]),
    Changed = records:update(Many, m, n, maps:from_list([{F, 0} || F <- records:get_field_names(Many), records:get(F, Many) rem 3 =:= 0])),
    io:format("~0p~n", [lists:sum([records:get(F, Changed) || F <- records:get_field_names(Changed)])]).

call(F, Arguments) -> io:format("~0p: ~0p~n", [F, attempt(fun() -> apply(records, F, Arguments) end)]).
is(Arguments) -> io:format("~0p~n", [attempt(fun() -> apply(erlang, is_record, Arguments) end)]).
