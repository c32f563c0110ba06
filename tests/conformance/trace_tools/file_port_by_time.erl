%% needs: 27
%% dbg's port to files that change by time: which of them are left when it is closed, also where nothing was written at the end.
-module(file_port_by_time).
-export([main/0]).

main() ->
    catch erl_ddll:load_driver(filename:join(code:priv_dir(runtime_tools), "lib"), trace_file_drv),
    Name = "/tmp/file_port_by_time-" ++ os:getpid() ++ "-",
    try
        %% At most three files, of 200 ms each.
        Port = open_port({spawn, lists:flatten(io_lib:format("trace_file_drv w 0 3 200 ~p n ~s", [length(Name), Name ++ ".log"]))}, [eof]),
        port_command(Port, "first"),
        later(1500),
        port_close(Port),
        Files = filelib:wildcard(Name ++ "*.log"),
        io:format("~p ~p~n", [length(Files), [File || File <- Files, filelib:file_size(File) > 0]])
    after
        [file:delete(F) || F <- filelib:wildcard(Name ++ "*")]
    end.

%% The files change with the clock, so the clock is waited for.
later(Ms) -> receive after Ms -> ok end.
