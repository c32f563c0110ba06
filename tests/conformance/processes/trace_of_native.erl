%% shows what process_info tells of a process that waits inside of a native
-module(trace_of_native).
-export([main/0, read/1]).

main() ->
    Name = "/tmp/sonde_trace_of_native_" ++ os:getpid(),
    os:cmd("mkfifo " ++ Name),
    Pid = spawn(?MODULE, read, [Name]),
    show(Pid, 100000),
    os:cmd("timeout 5 sh -c ': > " ++ Name ++ "'"),
    file:delete(Name).

read(Name) ->
    {ok, File} = prim_file:open(Name, [read]),
    {done, File}.

show(Pid, N) when N > 0 ->
    case process_info(Pid, [status, current_function, current_location, current_stacktrace]) of
        [{status, running}, {current_function, {prim_file, open_nif, 2}} = Function, Location, {current_stacktrace, Trace}] ->
            io:format("~p~n~p~n~p~n", [Function, Location, [{M, F, A} || {M, F, A, _} <- Trace]]);
        _ ->
            erlang:yield(),
            show(Pid, N - 1)
    end.
