%% shows proc_lib: start with acknowledgement, failing starts, initial call, ancestors, crash of a started process
%% reports: ignored
-module(proc_lib_starts).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    {ok, P} = proc_lib:start_link(erlang, apply, [fun() -> proc_lib:init_ack({ok, self()}), loop() end, []]),
    io:format("~w ~w~n", [is_pid(P), proc_lib:translate_initial_call(P)]),
    Self = self(),
    P ! {ancestors, Self},
    receive {ancestors, A} -> io:format("~w~n", [A =:= [Self]]) end,
    io:format("~w~n", [proc_lib:start(erlang, apply, [fun() -> exit(early) end, []])]),
    io:format("~w~n", [proc_lib:start(erlang, apply, [fun() -> receive after infinity -> ok end end, []], 20)]),
    Q = proc_lib:spawn_link(fun() -> error(crash) end),
    receive {'EXIT', Q, {R, _}} -> io:format("~w~n", [R]) end,
    P ! stop,
    receive {'EXIT', P, R2} -> io:format("~w~n", [R2]) end,
    ok.

loop() ->
    receive
        {ancestors, From} -> From ! {ancestors, get('$ancestors')}, loop();
        stop -> ok
    end.
