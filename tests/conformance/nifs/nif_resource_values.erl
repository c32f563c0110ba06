%% shows what a reference to a resource gives access to, and what is none
-module(nif_resource_values).
-export([main/0]).

main() ->
    Object = nif_objects:make(5),
    Plain = nif_objects:make_plain(6),
    io:format("~p~n", [is_reference(Object)]),
    io:format("~p~n", [nif_objects:value(Object)]),
    [show(fun() -> nif_objects:value(T) end)
     || T <- [Plain, make_ref(), self(), a, 1, <<"bytes">>, [Object], {Object}, fun() -> Object end]],
    show(fun() -> nif_objects:make(not_a_number), made end).

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
