%% shows make_tuple/2,3, append_element, insert_element, delete_element, list conversion and large tuples
-module(building).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [erlang:make_tuple(3, x), erlang:make_tuple(4, d, [{2, two}, {4, four}, {2, again}])]),
    io:format("~w ~w~n", [erlang:append_element({a}, b), erlang:append_element({}, x)]),
    io:format("~w ~w ~w~n", [erlang:insert_element(1, {a, b}, x), erlang:insert_element(3, {a, b}, x), erlang:delete_element(2, {a, b, c})]),
    Big = list_to_tuple(lists:seq(1, 5000)),
    Changed = setelement(2500, Big, x),
    io:format("~w ~w ~w ~w~n", [tuple_size(Big), element(5000, Big), element(2500, Big), element(2500, Changed)]),
    io:format("~w~n", [lists:sum(tuple_to_list(Big))]),
    Bad = [fun() -> erlang:make_tuple(-1, a) end, fun() -> erlang:make_tuple(2, d, [{3, x}]) end, fun() -> erlang:make_tuple(a, a) end,
           fun() -> erlang:append_element(a, b) end, fun() -> erlang:insert_element(4, {a, b}, x) end,
           fun() -> erlang:delete_element(1, {}) end, fun() -> tuple_to_list([]) end, fun() -> erlang:make_tuple(1 bsl 24, a) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
