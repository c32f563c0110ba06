%% shows what system_info/1 says of the sizes of integers and heaps, and errors at the limits
-module(limits_of_terms).
-export([main/0]).

main() ->
    Max = erlang:system_info(max_integer),
    io:format("~p ~p~n", [(Max bsr 4194176) =:= (1 bsl 64) - 1, catch_(fun() -> Max + 1 end)]),
    io:format("~p~n", [[catch_(F) || F <- [fun() -> -Max - 1 end, fun() -> bnot Max end, fun() -> Max bsl 1 end]]]),
    Sizes = erlang:system_info(heap_sizes),
    io:format("~p ~p~n", [lists:sublist(Sizes, 10), length(Sizes)]),
    io:format("~p~n", [lists:last(Sizes)]),
    Digits = lists:duplicate(3000000, $9),
    io:format("~p ~p~n", [string:to_integer(Digits), string:to_integer("12x")]),
    io:format("~p~n", [catch_(fun() -> list_to_integer(Digits, 16) end)]),
    io:format("~p~n", [catch_(fun() -> counters:new(1 bsl 86, []) end)]),
    io:format("~p~n", [catch_(fun() -> atomics:new(1 bsl 86, []) end)]),
    io:format("~p ~p~n", [catch_(fun() -> counters:new(-(1 bsl 86), []) end), catch_(fun() -> atomics:new(0, []) end)]),
    io:format("~p~n", [erlang:system_info(schedulers_active) =:= erlang:system_info(schedulers_online)]).

catch_(F) -> try F() catch error:Reason -> Reason end.
