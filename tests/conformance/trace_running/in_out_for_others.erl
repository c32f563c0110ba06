%% proves P8, P10: a waiting process that does something for another starts and stops running, even while it is suspended
%% needs: 27
%% skip: yield a time slice that ends between two instructions is one more `out` and `in`
-module(in_out_for_others).
-export([main/0]).

main() -> [of_flag(Flag) || Flag <- [running, running_procs]], ok.

of_flag(Flag) ->
    Session = trace:session_create(for_others, self(), []),
    Tracee = spawn(fun waiting/0),
    wait_until_waiting(Tracee),
    1 = trace:process(Session, Tracee, true, [Flag]),
    Do = fun(What, Count, Fun) -> Fun(), io:format("~p ~0p~n", [What, events(Count)]) end,
    Do(message, 2, fun() -> Tracee ! message end),
    [Do(Item, 2, fun() -> process_info(Tracee, Item) end) || Item <- [current_stacktrace, messages, links, dictionary]],
    Do(check_process_code, 2, fun() -> erlang:check_process_code(Tracee, lists) end),
    Do(garbage_collect, 2, fun() -> garbage_collect(Tracee) end),
    Do(minor, 2, fun() -> garbage_collect(Tracee, [{type, minor}]) end),
    Do(group_leader, 0, fun() -> group_leader(self(), Tracee) end),
    Do(suspend, 0, fun() -> erlang:suspend_process(Tracee) end),
    Do(check_suspended, 2, fun() -> erlang:check_process_code(Tracee, lists) end),
    Do(collect_suspended, 2, fun() -> garbage_collect(Tracee) end),
    Do(resume, 2, fun() -> erlang:resume_process(Tracee) end),
    Do(link, 2, fun() -> link(Tracee) end),
    Do(unlink, 2, fun() -> unlink(Tracee) end),
    Do(exit_normal, 2, fun() -> exit(Tracee, normal) end),
    Do(is_alive, 0, fun() -> is_process_alive(Tracee) end),
    Do(more_flags, 0, fun() -> trace:process(Session, Tracee, true, [send]) end),
    Do(kill, 1, fun() -> exit(Tracee, kill) end),
    trace:session_destroy(Session).

waiting() -> receive stop -> ok; _ -> waiting() end.

wait_until_waiting(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> receive after 1 -> wait_until_waiting(Pid) end
    end.

%% So many, and those that come soon after.
events(Count) ->
    receive {trace, _, Tag, _} -> [Tag | events(Count - 1)]
    after if Count > 0 -> 5000; true -> 20 end -> []
    end.
