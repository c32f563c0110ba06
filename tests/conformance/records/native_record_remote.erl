%% compiled: 29
%% shows native records that another module exports, after it was loaded, changed and deleted
-module(native_record_remote).
-export([main/0]).
-import_record(native_record_basics, [point]).
-import(show_record, [show/1, attempt/1]).

main() ->
    {module, _} = code:ensure_loaded(native_record_basics),
    p(fun() -> #point{x = id(1), y = id(2)} end),
    p(fun() -> #native_record_basics:point{y = id(2)} end),
    p(fun() -> #native_record_basics:tree{value = id(root)} end),
    p(fun() -> #point{x = id(1)} end),
    p(fun() -> #point{x = id(1), w = id(1)} end),
    p(fun() -> #native_record_basics:empty{} end),
    p(fun() -> #native_record_basics:nothing{} end),
    R = native_record_basics:point(3, 4),
    p(fun() -> R#point.y end),
    p(fun() -> R#point{y = id(5), label = R} end),
    p(fun() -> #point{x = X, label = L} = R, {X, L} end),
    p(fun() -> [is_record(R, native_record_basics, point), is_record(R, point), is_record(R, native_record_basics, tree)] end),
    p(fun() -> records:get_definition(native_record_basics, point) end),
    p(fun() -> records:get_definition(native_record_basics, empty) end),
    p(fun() -> records:get_definition(native_record_basics, nothing) end),
    p(fun() -> records:create(native_record_basics, point, [{x, 3}, {y, 4}, {label, none}], #{is_exported => true}) =:= R end),
    true = code:delete(native_record_basics),
    p(fun() -> #point{x = id(1), y = id(2)} end),
    p(fun() -> records:get_definition(native_record_basics, point) end),
    p(fun() -> R end),
    code:purge(native_record_basics),
    garbage_collect(),
    p(fun() -> {R, R#point.x, R#point{x = id(7)}} end),
    {module, _} = code:ensure_loaded(native_record_basics),
    p(fun() -> native_record_basics:point(3, 4) =:= R end),
    p(fun() -> #point{x = id(1), y = id(2)} end).

p(F) -> io:format("~0p~n", [attempt(F)]).

id(X) -> X.
