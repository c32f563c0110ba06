%% shows calls that occupy dirty schedulers: on which they run, how they end, and what others see of their processes
-module(dirty_calls).
-include("../support/edge.hrl").

main() ->
    ?T([erlang:apply(erts_debug, F, [scheduler, type]) || F <- [dirty_cpu, dirty_io]]),
    ?T([erts_debug:dirty(Kind, scheduler, type) || Kind <- [normal, dirty_cpu, dirty_io]]),
    ?T([raised(Reason) || Reason <- [badarg, undef, badarith, system_limit, noproc, notsup, other, "text"]]),
    ?T([erts_debug:F(reschedule, 40) || F <- [dirty_cpu, dirty_io]]),
    ?T(catch_stack(fun() -> erts_debug:dirty_cpu(reschedule, 41) end)),
    ?T(lists:usort(erts_debug:dirty_io(copy, {a, [b]}))),
    ?T(catch_stack(fun() -> erts_debug:dirty_io(wait, forever) end)),
    ?T(catch_stack(fun() -> erts_debug:dirty(dirty, wait, 1) end)),
    ?T(waiting(erlang:system_info(dirty_io_schedulers))),
    ?T(ended()),
    ?T(limited(erlang:system_info(dirty_cpu_schedulers))).

raised(Reason) ->
    try erts_debug:dirty_cpu(error, Reason)
    catch error:Why:Stack -> {Why, first(Stack)}
    end.

catch_stack(Fun) ->
    try Fun() catch error:Why:Stack -> {Why, first(Stack)} end.

first([{M, F, Arguments, _} | _]) -> {M, F, Arguments}.

%% More calls than threads: the last one waits for one of them.
waiting(Threads) ->
    Self = self(),
    Calls = [spawn(fun() -> erts_debug:dirty_io(alive_waitexitingonly, Self) end) || _ <- lists:seq(1, Threads)],
    [receive {alive, Pid} -> ok end || Pid <- Calls],
    Last = spawn(fun() -> erts_debug:dirty_io(send, Self), Self ! done end),
    Before = until(Last, runnable),
    Running = [process_info(Pid, [status, current_function]) || Pid <- Calls],
    [exit(Pid, kill) || Pid <- Calls],
    receive {ok, Last} -> ok end,
    receive done -> ok end,
    {Before, lists:usort(Running)}.

until(Pid, Status) ->
    case process_info(Pid, [status, registered_name]) of
        [{status, Status} | _] -> Status;
        _ -> until(Pid, Status)
    end.

%% A process ends at once; what it refers to stays until its call is over.
ended() ->
    Self = self(),
    Large = binary:copy(<<"x">>, 1000),
    Pid = spawn(fun() -> erts_debug:dirty_cpu(alive_waitexiting, Self), io:format("~p", [Large]) end),
    receive {alive, Pid} -> ok end,
    exit(Pid, kill),
    Ended = {is_process_alive(Pid), process_info(Pid, status), [Count || {_, 1000, Count} <- binaries(), Count > 1]},
    1000 = byte_size(Large),  % the caller refers to it until here
    Ended.

binaries() -> element(2, process_info(self(), binary)).

limited(Threads) ->
    Threads = erlang:system_flag(dirty_cpu_schedulers_online, 1),
    One = erlang:system_info(dirty_cpu_schedulers_online),
    done = in_turn(5),
    1 = erlang:system_flag(dirty_cpu_schedulers_online, Threads),
    {One =< Threads, erlang:system_info(dirty_cpu_schedulers_online) =:= Threads}.

in_turn(N) ->
    Calls = [spawn_monitor(fun() -> ok = erts_debug:dirty_cpu(wait, 1) end) || _ <- lists:seq(1, N)],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Calls],
    done.
