%% shows suspend_process/2 with {asynchronous, Tag}: the message that comes when it is done, what process_info says, dead processes
-module(suspend_asynchronous).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive stop -> ok end end),
    show(erlang:suspend_process(P, [{asynchronous, first}])),
    show(message()),
    show([{Count, Waiting} || {_, Count, Waiting} <- element(2, process_info(self(), suspending))]),
    show(erlang:suspend_process(P, [{asynchronous, [any, term]}])),
    show(message()),
    show(erlang:suspend_process(P, [unless_suspending])),
    show(erlang:suspend_process(P, [{asynchronous, third}, unless_suspending])),
    show(message()),
    show([{Count, Waiting} || {_, Count, Waiting} <- element(2, process_info(self(), suspending))]),
    show(process_info(P, status)),
    [true = erlang:resume_process(P) || _ <- [1, 2]],
    show(process_info(self(), suspending)),
    Monitor = monitor(process, P),
    P ! stop,
    receive {'DOWN', Monitor, process, P, Reason} -> show(Reason) end,
    show(erlang:suspend_process(P, [asynchronous])),
    show(erlang:suspend_process(P, [{asynchronous, dead}])),
    show(message()),
    show(process_info(self(), suspending)),
    [show(catch_error(fun() -> erlang:suspend_process(P, Options) end)) || Options <- [[], [{asynchronous, a, b}], [other], [asynchronous | x]]].

message() -> receive Message -> Message end.
show(Term) -> io:format("~w~n", [Term]).
catch_error(Fun) -> try Fun() catch error:Reason -> Reason end.
