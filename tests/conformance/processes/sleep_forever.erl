%% shows a receive that has no clauses and no timeout waits, whatever messages its process has or gets, suspended and
%% resumed in between, and is still there for questions and exit signals.
-module(sleep_forever).
-export([main/0]).

main() ->
    From = self(),
    show(empty, fun() -> ok end, 0),
    show(before, fun() -> receive go -> ok end end, 10),
    show(off_heap, fun() -> process_flag(message_queue_data, off_heap), From ! ready end, 10),
    show(after_a_look, fun() -> receive never -> ok after 0 -> ok end end, 10),
    show(in_a_call, fun() -> timer:sleep(1), From ! ready end, 10).

show(What, First, Count) ->
    {P, M} = spawn_monitor(fun() ->
                                   First(),
                                   receive after infinity -> ok end
                           end),
    [P ! {message, N} || N <- lists:seq(1, Count)],
    P ! go,
    waits(P),
    true = erlang:suspend_process(P),
    P ! while_suspended,
    true = erlang:resume_process(P),
    waits(P),
    P ! another,
    waits(P),
    {message_queue_len, Length} = process_info(P, message_queue_len),
    exit(P, enough),
    receive {'DOWN', M, process, P, Reason} -> io:format("~p ~p ~p~n", [What, Length, Reason]) end,
    receive ready -> ok after 0 -> ok end.

%% One that went on running would never be seen waiting.
waits(P) ->
    case process_info(P, [status, current_function]) of
        [{status, waiting}, {current_function, {?MODULE, _, _}}] -> ok;
        _ -> erlang:yield(), waits(P)
    end.
