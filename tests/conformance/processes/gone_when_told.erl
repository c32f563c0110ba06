%% shows that a process is gone for the receiver of a DOWN message, exit signal or trace message about its end
-module(gone_when_told).
-export([main/0]).

-define(ROUNDS, 300).

main() ->
    process_flag(trap_exit, true),
    Table = ets:new(table, []),
    Worker = self(),
    Session = trace:session_create(gone, spawn_link(fun() -> forward(Worker) end), []),
    trace:process(Session, self(), true, [send]),
    [io:format("~p~n", [{How, tally([round(How, Table, Session) || _ <- lists:seq(1, ?ROUNDS)])}])
     || How <- [down, exit, tracer]],
    trace:session_destroy(Session).

%% Nobody is traced by the session whose tracer it is.
forward(Worker) ->
    receive Event -> Worker ! {traced, Event} end,
    forward(Worker).

%% Equal answers of all rounds are shown once, with their number.
tally(Answers) ->
    [{Answer, length([A || A <- Answers, A =:= Answer])} || Answer <- lists:usort(Answers)].

round(How, Table, Session) ->
    Before = erlang:system_info(process_count),
    Pid = ended(How, Session),
    Pid ! message,
    Sent = receive {traced, {trace, _, Event, message, Pid}} -> Event end,
    Answers = [Sent | [try F() catch Class:Reason -> {Class, Reason} end
                       || F <- [fun() -> register(gone_name, Pid) end,
                                fun() -> ets:give_away(Table, Pid, gift) end,
                                fun() -> trace:process(Session, Pid, true, [call]) end,
                                fun() -> process_info(Pid, status) end,
                                fun() -> is_process_alive(Pid) end,
                                fun() -> erlang:system_info(process_count) - Before end,
                                fun() -> lists:member(Pid, processes()) end]]],
    link(Pid),
    Linked = receive {'EXIT', Pid, Reason} -> Reason end,
    forget_all(),
    [{linked, Linked} | Answers].

ended(down, _) ->
    {Pid, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, process, Pid, _} -> Pid end;
ended(exit, _) ->
    Pid = spawn_link(fun() -> ok end),
    receive {'EXIT', Pid, _} -> Pid end;
ended(tracer, Session) ->
    Pid = spawn(fun() -> receive go -> ok end end),
    trace:process(Session, Pid, true, [procs]),
    Pid ! go,
    receive {traced, {trace, Pid, exit, _}} -> Pid end.

forget_all() ->
    receive _ -> forget_all() after 0 -> ok end.
