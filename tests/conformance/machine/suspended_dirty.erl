%% shows the status of a process that is suspended while a dirty scheduler works for it
-module(suspended_dirty).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun() -> erts_debug:dirty_io(wait, 1000), exit(done) end),
    until(Pid, running),
    erlang:suspend_process(Pid, [asynchronous]),
    io:format("~p~n", [process_info(Pid, [current_function, status])]),
    until(Pid, suspended),
    erlang:resume_process(Pid),
    receive {'DOWN', Ref, process, Pid, Reason} -> io:format("~p~n", [Reason]) end.

until(Pid, Status) ->
    case process_info(Pid, [current_function, status]) of
        [{current_function, {erts_debug, dirty_io, 2}}, {status, Status}] when Status =:= running -> ok;
        [_, {status, Status}] when Status =:= suspended -> ok;
        _ -> until(Pid, Status)
    end.
