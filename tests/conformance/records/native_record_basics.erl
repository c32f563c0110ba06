%% compiled: 29
%% shows native records of the running module: defaults, creating, reading, updating, matching, guards
-module(native_record_basics).
-export([main/0, point/2, point3/3]).
-record #point{x = 0, y, label = none}.
-record #empty{}.
-record #all{int = 1, minus = -300, wide = 123456789012345678901234567890, edge = 1 bsl 40, nil = [], atom = true,
             string = "abc", float = 1.5, bin = <<"b">>, map = #{}, list = [1, {2}]}.
-record #tree{value, left = nil, right = nil}.
-export_record([point, tree]).
-import(show_record, [show/1]).

main() ->
    P = id(point(1, 2)),
    p(P),
    p(id(#empty{})),
    p(id(#all{})),
    p(id(#all{string = "x", int = id(2), list = [id(a)]})),
    p({P#point.x, P#point.y, P#point.label, P#_.y}),
    p(P#point{x = id(10)}),
    p(P#point{label = P, y = id(b), x = id(c)}),
    p(P#_{label = id(d)}),
    p([kind(T) || T <- [P, P#point{x = 0}, id(#empty{}), id(#tree{value = 1}), {point, 1, 2, none}, 17, [], #{}]]),
    p([guard(T) || T <- [P, P#point{y = 7}, id(#tree{value = 9}), id(#empty{}), point]]),
    p([is_record(P), is_record(P, point), is_record(P, empty), is_record(P, ?MODULE, point), is_record({point}, point)]),
    p([test(P, M, N) || {M, N} <- [{?MODULE, point}, {?MODULE, empty}, {point, 4}, {other, point}]]),
    p([is_tuple(P), is_map(P), is_list(P), is_atom(P), is_function(P), is_binary(P)]),
    Tree = lists:foldl(fun insert/2, nil, [5, 2, 8, 1, 9, 3]),
    p(Tree),
    p(flatten(Tree)),
    p(swap(P)),
    p(both(P, P#point{x = 3})),
    p(point3(1, 2, 3)).

point(X, Y) -> #point{x = X, y = Y}.
point3(X, Y, L) -> #point{label = L, y = Y, x = X}.

kind(#point{x = 0}) -> origin;
kind(#point{x = X, y = Y}) -> {point, X, Y};
kind(#empty{}) -> empty;
kind(#_{value = V}) -> {value, V};
kind(_) -> no.

guard(R) when R#point.y =:= 7; is_integer(R#_.value) -> seven_or_integer;
guard(R) when is_record(R, point) -> point;
guard(R) when is_record(R) -> record;
guard(_) -> no.

test(R, Module, Name) -> is_record(R, Module, Name).

%% The source of the fields is the destination of the first.
swap(#point{x = X, y = Y} = P) -> P#point{x = Y, y = X}.

both(#point{x = X, y = Y, label = L}, #point{x = X2, y = Y}) -> [X, X2, Y, L].

insert(V, nil) -> #tree{value = V};
insert(V, #tree{value = W, left = L} = T) when V < W -> T#tree{left = insert(V, L)};
insert(V, #tree{right = R} = T) -> T#tree{right = insert(V, R)}.

flatten(nil) -> [];
flatten(#tree{value = V, left = L, right = R}) -> flatten(L) ++ [V | flatten(R)].

p(T) -> io:format("~0p~n", [show(T)]).

id(X) -> X.
