%% compiled: 29
%% shows what operations on native records raise, for records that have other fields, names or modules
-module(native_record_errors).
-export([main/0]).
-record #point{x = 1, y = 2}.
-import(show_record, [show/1, attempt/1]).

main() ->
    Values = [
        id(#point{}),
        records:create(?MODULE, point, [{x, 4}], #{is_exported => true}),
        records:create(?MODULE, point, [{z, 7}, {y, 6}, {x, 5}], #{is_exported => false}),
        records:create(other, point, [{x, 8}, {y, 9}], #{is_exported => true}),
        records:create(other, point, [{x, 8}, {y, 9}], #{is_exported => false}),
        records:create(other, thing, [{x, 8}], #{is_exported => true}),
        {point, 1, 2}, 17],
    Operations = [
        {read, fun read/1}, {read_any, fun read_any/1}, {read_other, fun read_other/1},
        {update, fun update/1}, {update_any, fun update_any/1}, {update_other, fun update_other/1},
        {unknown, fun unknown/1}, {match, fun match/1}, {match_any, fun match_any/1},
        {match_other, fun match_other/1}, {select, fun select/1}, {guard, fun guard/1}],
    [io:format("~0p ~0p: ~0p~n", [Name, show(V), attempt(fun() -> F(V) end)]) || {Name, F} <- Operations, V <- Values],
    io:format("~0p~n", [attempt(fun() -> #nowhere:point{x = 1} end)]),
    io:format("~0p~n", [attempt(fun() -> #lists:point{x = 1} end)]).

read(R) -> R#point.y.
read_any(R) -> R#_.y.
read_other(R) -> R#other:point.y.
update(R) -> R#point{y = new}.
update_any(R) -> R#_{y = new}.
update_other(R) -> R#other:point{y = new, x = newer}.
unknown(R) -> R#_{x = new, w = newer}.
match(R) -> #point{x = X, y = Y} = R, {X, Y}.
match_any(R) -> #_{y = Y, x = X} = R, {X, Y}.
match_other(R) -> #other:point{x = X} = R, X.

select(R) ->
    case R of
        #point{y = Y, x = X} -> {mine, X, Y};
        #other:point{x = X} -> {other, X};
        #other:thing{} -> thing;
        #point{} -> mine;
        #_{} -> some;
        _ -> none
    end.

guard(R) when R#point.y > 1 -> yes;
guard(R) when R#other:thing.x > 1 -> thing;
guard(_) -> no.

id(X) -> X.
