%% shows what the four types of tables keep of objects with the same key, and in which order
%% needs: 27
-module(ets_kinds).
-export([main/0]).

main() ->
    [show(Type) || Type <- [set, ordered_set, bag, duplicate_bag]].

show(Type) ->
    T = ets:new(kinds, [Type]),
    true = ets:insert(T, [{a, 1}, {a, 2}, {a, 3}, {a, 1}, {1, x}, {1.0, y}]),
    io:format("~w ~w ~w~n", [Type, ets:info(T, type), ets:info(T, size)]),
    io:format("  a ~w~n  1 ~w~n  1.0 ~w~n", [ets:lookup(T, a), ets:lookup(T, 1), ets:lookup(T, 1.0)]),
    io:format("  ~w ~w~n", [ets:member(T, 1.0), ets:member(T, b)]),
    io:format("  ~w~n", [lists:sort(ets:tab2list(T))]),
    true = ets:delete_object(T, {a, 1}),
    io:format("  ~w~n", [ets:lookup(T, a)]),
    io:format("  ~w ~w~n", [ets:take(T, a), ets:take(T, a)]),
    io:format("  ~w~n", [[ets:insert_new(T, O) || O <- [{a, 9}, {a, 9}, [{b, 1}, {c, 1}], [{b, 2}, {d, 1}], []]]]),
    io:format("  ~w ~w~n", [lists:sort(ets:tab2list(T)), ets:info(T, size)]),
    true = ets:delete_all_objects(T),
    io:format("  ~w ~w~n", [ets:tab2list(T), ets:info(T, size)]),
    ets:delete(T).
