%% Runs the work of a benchmark program again and again for some time. usage: peak MODULE N MILLISECONDS.
%% Prints {peak, [{Begin, End}, ...]} for the repetitions, in microseconds of system time.
-module(peak).
-export([main/1]).

main([Module, N, Milliseconds]) ->
    Stop = now_us() + 1000 * list_to_integer(Milliseconds),
    Times = repeat(list_to_existing(Module), list_to_integer(N), Stop, []),
    io:format("{peak,~w}~n", [lists:reverse(Times)]).

list_to_existing(Module) ->
    {module, Loaded} = code:ensure_loaded(list_to_atom(Module)),
    Loaded.

repeat(Module, N, Stop, Times) ->
    Begin = now_us(),
    {Pid, Ref} = spawn_monitor(fun() -> Module:run(N) end),
    receive {'DOWN', Ref, process, Pid, normal} -> ok end,
    End = now_us(),
    case End >= Stop of
        true -> [{Begin, End} | Times];
        false -> repeat(Module, N, Stop, [{Begin, End} | Times])
    end.

now_us() -> erlang:system_time(microsecond).
