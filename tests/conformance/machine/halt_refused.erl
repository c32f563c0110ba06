%% halt/0,1,2 with what is no status, or no list of options, raises badarg and ends nothing.
-module(halt_refused).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [Arguments, halted(Arguments)])
     || Arguments <- [[3, [foo]], [3, foo], [3, [{flush, perhaps}]], [3, [{flush, true} | foo]], [3, [{flush, true}, foo]],
                      [3, [{flush_timeout, -1}]], [3, [{flush_timeout, soon}]], [3, [{flush, true, 1}]],
                      [-1, []], [foo, []], [3.0, []], [<<"foo">>, []], [[1, foo], []], [[1 | 2], []], [[foo]], [{3}]]],
    ok.

halted(Arguments) ->
    try apply(erlang, halt, Arguments) catch Class:Reason -> {Class, Reason} end.
