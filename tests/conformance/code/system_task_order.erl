%% shows in which order a process does what others ask it to do between its time slices, and which requests are refused
-module(system_task_order).
-export([main/0]).

main() ->
    process_flag(priority, high),
    process_flag(scheduler, 1),
    Pid = spawn_opt(fun() -> receive stop -> ok end end, [{scheduler, 1}]),
    ask(Pid, low, 0, 1),
    ask(Pid, normal, 0, 10),
    ask(Pid, low, 2, 4),
    ask(Pid, normal, 11, 26),
    print(answers(32)),
    ask(Pid, normal, 0, 2),
    ask(Pid, low, 0, 1),
    print(answers(5)),
    %% What was sent before comes first.
    exit(Pid, kill),
    Ref = make_ref(),
    async = erlang:garbage_collect(Pid, [{async, Ref}]),
    print(receive {garbage_collect, Ref, Answer} -> Answer end),
    print([refused(fun() -> erts_internal:request_system_task(Of, Priority, Task) end)
           || {Of, Priority, Task} <- [{self(), normal, {unknown, 1}}, {self(), urgent, {system_task_test, 1}},
                                       {self(), normal, system_task_test}, {self(), normal, {garbage_collect}},
                                       {none, normal, {system_task_test, 1}}]]).

ask(Pid, Priority, First, Last) ->
    [ok = erts_internal:request_system_task(Pid, Priority, {system_task_test, {Priority, N}}) || N <- lists:seq(First, Last)].

answers(0) -> [];
answers(N) -> receive {system_task_test, Id, true} -> [Id | answers(N - 1)] end.

refused(Fun) ->
    try Fun() catch Class:Reason -> {Class, Reason} end.

print(Term) -> io:format("~p~n", [Term]).
