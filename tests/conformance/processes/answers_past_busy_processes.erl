%% shows that a question of a process of priority max is answered by a process of any priority while processes of priority high keep
%% all schedulers busy
-module(answers_past_busy_processes).
-export([main/0]).

main() ->
    process_flag(priority, max),
    Waiting = spawn_opt(fun() -> receive stop -> ok end end, [{priority, low}]),
    Running = spawn_opt(fun() -> busy(0) end, [{priority, low}]),
    Busy = [spawn_opt(fun() -> busy(0) end, [{priority, high}]) || _ <- lists:seq(1, 2 * erlang:system_info(schedulers))],
    receive after 100 -> ok end,
    Leader = group_leader(),
    %% Output goes through processes of normal priority: after all.
    Answers = [{Name, answers(Pid, Leader)} || {Name, Pid} <- [{waiting, Waiting}, {running, Running}]],
    [exit(Pid, kill) || Pid <- [Running | Busy]],
    io:format("~p~n", [Answers]).

answers(Pid, Leader) ->
    Ref = make_ref(),
    [{garbage_collect, erlang:garbage_collect(Pid)},
     {garbage_collect_async, begin
                                 async = erlang:garbage_collect(Pid, [{async, Ref}]),
                                 receive {garbage_collect, Ref, Answer} -> Answer end
                             end},
     {check_process_code, erlang:check_process_code(Pid, no_such_module)},
     {is_process_alive, is_process_alive(Pid)},
     {priority, process_info(Pid, priority)},
     {group_leader, group_leader(whereis(init), Pid)},
     {its_leader, process_info(Pid, group_leader) =:= {group_leader, whereis(init)}},
     {group_leader, group_leader(Leader, Pid)},
     {suspend_process, erlang:suspend_process(Pid)},
     {resume_process, erlang:resume_process(Pid)},
     {dead, begin
                Monitor = monitor(process, Dying = spawn_opt(fun() -> receive stop -> ok end end, [{priority, low}])),
                exit(Dying, bang),
                {try group_leader(Leader, Dying) catch error:Reason -> Reason end,
                 receive {'DOWN', Monitor, process, Dying, Why} -> Why end}
            end}].

busy(N) -> busy(N + 1).
