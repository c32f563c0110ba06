%% shows where reports of the machine go: to a process, nowhere, or to `logger`, also when the chosen process has ended.
-module(system_logger).
-export([main/0, log/2]).

main() ->
    ok = logger:remove_handler(default),
    ok = logger:add_handler(here, ?MODULE, #{config => self()}),
    io:format("at first: ~p~n", [name(erlang:system_info(system_logger))]),
    io:format("by the logger: ~p~n", [reported()]),
    io:format("before: ~p~n", [name(erlang:system_flag(system_logger, self()))]),
    io:format("is it us: ~p~n", [erlang:system_info(system_logger) =:= self()]),
    io:format("to us: ~p~n", [reported()]),
    io:format("before: ~p~n", [erlang:system_flag(system_logger, undefined) =:= self()]),
    io:format("to nobody: ~p~n", [reported()]),
    Other = spawn(fun() -> receive stop -> ok end end),
    io:format("before: ~p~n", [erlang:system_flag(system_logger, Other)]),
    Monitor = monitor(process, Other),
    Other ! stop,
    receive {'DOWN', Monitor, process, Other, _} -> ok end,
    io:format("it has ended: ~p~n", [erlang:system_info(system_logger) =:= Other]),
    io:format("by the logger again: ~p~n", [reported()]),
    io:format("then: ~p~n", [erlang:system_info(system_logger)]),
    io:format("an ended process: ~p~n", [catch_error(fun() -> erlang:system_flag(system_logger, Other) end) =:= logger]),
    io:format("then: ~p~n", [erlang:system_info(system_logger) =:= Other]),
    io:format("back: ~p~n", [erlang:system_flag(system_logger, logger) =:= Other]),
    [io:format("~p: ~p~n", [Wrong, catch_error(fun() -> erlang:system_flag(system_logger, Wrong) end)])
     || Wrong <- [user, 1, none, [], "logger"]],
    io:format("at last: ~p~n", [erlang:system_info(system_logger)]).

%% How a process's end by an error is reported.
reported() ->
    {Pid, Monitor} = spawn_monitor(fun() -> error(an_error) end),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end,
    receive
        {log, error, Format, Arguments, #{pid := Pid, error_logger := Tags} = About} ->
            {message, Format, length(Arguments), Tags, lists:sort(maps:keys(About))};
        {event, #{level := error, meta := #{pid := Pid}}} ->
            handler
    after 300 -> nothing
    end.

log(Event, #{config := Pid}) ->
    Pid ! {event, Event}.

catch_error(Fun) ->
    try Fun() catch error:Reason -> {error, Reason} end.

name(Pid) when is_pid(Pid) -> process_info(Pid, registered_name);
name(Name) -> Name.
