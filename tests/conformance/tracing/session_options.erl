%% proves S1: options of a session that nobody knows are refused, and nothing is created.
%% needs: 27
-module(session_options).
-export([main/0]).

main() ->
    Before = length(trace:session_info(all)),
    [io:format("~p: ~p~n", [Options, outcome(fun() -> trace:session_create(s, self(), Options) end)])
     || Options <- [[foo], foo, [{foo, 1}], [{queue_limit, 0}], [{queue_limit, a}], [{overload, melt}], [{max_events, -1}], [{1, 2}], [[]], #{}]],
    io:format("~p~n", [length(trace:session_info(all)) - Before]).

outcome(F) ->
    try F() of _ -> created catch Class:Reason -> {Class, Reason} end.
