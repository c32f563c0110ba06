%% proves S7, T2: a sonde_trace_log that is closed takes no events and removes itself; one that nobody refers to is closed
%% needs: 27
-module(trace_log_ends).
-export([main/0, f/1]).

main() ->
    scratch_folder:with(fun(Folder) ->
        closed(filename:join(Folder, "closed.strace")),
        closed_meanwhile(filename:join(Folder, "meanwhile.strace")),
        two(filename:join(Folder, "one.strace"), filename:join(Folder, "two.strace")),
        forgotten(filename:join(Folder, "forgotten.strace")),
        refused(Folder),
        unread(filename:join(Folder, "pipe"))
    end).

closed(File) ->
    {ok, Log} = sonde_trace_log:open(File),
    #{is_open := true, events := 0} = sonde_trace_log:info(Log),
    erlang:trace(self(), true, [call, {tracer, sonde_trace_log, Log}]),
    1 = erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    f(1),
    {ok, #{is_open := false, events := 1}} = sonde_trace_log:close(Log),
    {ok, #{events := 1}} = sonde_trace_log:close(Log),
    f(2),
    io:format("~w ~w~n", [erlang:trace_info(self(), flags), maps:get(events, sonde_trace_log:info(Log))]),
    1 = erlang:trace_pattern({?MODULE, f, 1}, false, [local]),
    io:format("~w~n", [calls(File)]).

%% A process that has waited since: its next time slice ends the trace, though nothing happens that the log would get.
closed_meanwhile(File) ->
    {ok, Log} = sonde_trace_log:open(File),
    Pid = spawn(fun echo/0),
    pong = ask(Pid),
    1 = erlang:trace(Pid, true, [send, {tracer, sonde_trace_log, Log}]),
    pong = ask(Pid),
    {ok, #{events := 1, dropped := 0}} = sonde_trace_log:close(Log),
    pong = ask(Pid),
    io:format("~w ~w~n", [erlang:trace_info(Pid, flags), maps:get(events, sonde_trace_log:info(Log))]).

echo() -> receive {ping, From} -> From ! pong, echo() end.

ask(Pid) ->
    Pid ! {ping, self()},
    receive Answer -> Answer end.

two(File1, File2) ->
    Logs = [begin
        {ok, Log} = sonde_trace_log:open(File),
        Session = trace:session_create(two, sonde_trace_log:tracer(Log), []),
        1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
        1 = trace:process(Session, self(), true, [call]),
        {Session, Log}
    end || File <- [File1, File2]],
    [f(N) || N <- lists:seq(1, 5)],
    [trace:session_destroy(Session) || {Session, _} <- Logs],
    [{ok, #{events := 5}} = sonde_trace_log:close(Log) || {_, Log} <- Logs],
    io:format("~w~n", [[calls(File1), calls(File2)]]).

forgotten(File) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        {ok, Log} = sonde_trace_log:open(File),
        erlang:trace(self(), true, [call, {tracer, sonde_trace_log, Log}]),
        1 = erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
        f(7)
    end),
    receive {'DOWN', Monitor, process, Pid, normal} -> ok end,
    erlang:trace_pattern({?MODULE, f, 1}, false, [local]),
    io:format("~w~n", [wait_for_end(File)]).

%% The process has gone; its log is freed some time after.
wait_for_end(File) ->
    case sonde_trace_log_file:fold(File, fun(_, N) -> N + 1 end, 0) of
        {ok, #{ends := complete}, N} -> N;
        _ -> erlang:yield(), wait_for_end(File)
    end.

refused(Folder) ->
    io:format("~w~n", [sonde_trace_log:open(filename:join([Folder, "no", "folder"]))]),
    io:format("~w~n", [[try sonde_trace_log:open(Name, Options) catch Class:Reason -> {Class, Reason} end ||
                           {Name, Options} <- [{"x", #{ring_kb => 5}}, {"x", #{ring_kb => 12}}, {"x", #{threads => 0}}, {"x", #{more => 1}},
                                               {"x\0y", #{}}, {{}, #{}}]]]),
    io:format("~w~n", [[try F(make_ref()) catch error:R -> R end || F <- [fun sonde_trace_log:info/1, fun sonde_trace_log:close/1]]]),
    Empty = filename:join(Folder, "empty"),
    ok = file:write_file(Empty, ""),
    io:format("~w~n", [[sonde_trace_log_file:fold(File, fun(_, A) -> A end, a) || File <- [Empty, filename:join(Folder, "none")]]]).

%% A named pipe that no process reads, for a log and for a recorder, which goes on.
unread(Pipe) ->
    "" = os:cmd("mkfifo " ++ Pipe),
    {ok, Recorder} = sonde_trace_log:record(1000000, 0, self()),
    io:format("~w ~w~n", [sonde_trace_log:open(Pipe), sonde_trace_log:snapshot(Recorder, Pipe)]),
    io:format("~w~n", [sonde_trace_log:snapshot(Recorder, Pipe ++ "_not")]).

calls(File) ->
    {ok, #{ends := complete}, Calls} = sonde_trace_log_file:fold(File, fun({_, _, call, {?MODULE, f, [N]}, _}, Ns) -> [N | Ns] end, []),
    lists:reverse(Calls).

f(X) -> X.
