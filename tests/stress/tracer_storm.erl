%% Workers call and send while tracer modules come and go: logs (sonde_trace_log) are opened, traced to by several sessions at once, closed while
%% they are traced to, forgotten with their sessions, and the module itself is deleted, purged and loaded again.
%% proves S7, T1, T5: a module that is gone, or that removes itself, disturbs neither its tracees nor other tracers.
%%
%%   sonde run tests/stress/tracer_storm.erl [SECONDS [SEED]]       5 seconds, a seed of its own
%%
%% Standard output says whether each log could be read, with each process's events in order, and is the same every time; standard error has the
%% seed and the numbers.
-module(tracer_storm).
-export([main/1, main/0, counted/1]).

-define(WORKERS, 4).
-define(STORMS, 4).

main() -> main([]).

main([]) -> main(["5"]);
main([Seconds]) -> main([Seconds, integer_to_list(erlang:system_time(microsecond) rem 1000000007)]);
main([Seconds, Seed]) ->
    io:format(standard_error, "seed ~s~n", [Seed]),
    Folder = filename:join("/tmp", "tracer_storm." ++ os:getpid()),
    ok = file:make_dir(Folder),
    {module, _} = code:ensure_loaded(sonde_trace_log),
    {module, _} = code:ensure_loaded(sonde_trace_log_file),
    Workers = [spawn_link(fun() -> worker_start() end) || _ <- lists:seq(1, ?WORKERS)],
    lists:foreach(fun({W, Peer}) -> W ! {start, Peer} end, lists:zip(Workers, tl(Workers) ++ [hd(Workers)])),
    Start = fun(N, Fun) -> spawn_monitor(fun() -> rand:seed(exsss, {list_to_integer(Seed), N, 7}), Fun() end) end,
    Storms = [Start(N, fun() -> storm(filename:join(Folder, integer_to_list(N)), Workers, {0, 0}) end) || N <- lists:seq(1, ?STORMS)],
    Reloader = Start(100, fun() -> reload(0) end),
    receive after list_to_integer(Seconds) * 1000 -> ok end,
    Reloads = stop(Reloader),
    Done = [stop(Storm) || Storm <- Storms],
    Made = [begin W ! {stop, self()}, receive {stopped, W, N} -> N end end || W <- Workers],
    [file:delete(File) || File <- filelib:wildcard(filename:join(Folder, "*"))],
    ok = file:del_dir(Folder),
    {Logs, Events} = lists:unzip(Done),
    io:format(standard_error, "calls ~w, logs ~w, events ~w, reloads ~w~n", [lists:sum(Made), lists:sum(Logs), lists:sum(Events), Reloads]),
    io:format("logs: whole~n").

stop({Pid, Monitor}) ->
    Pid ! {stop, self()},
    receive
        {stopped, Pid, Result} -> demonitor(Monitor, [flush]), Result;
        {'DOWN', Monitor, _, _, Reason} -> exit({ended, Reason})
    end.

%% --- those who are traced ---

worker_start() -> receive {start, Peer} -> worker(Peer, 1) end.

worker(Peer, N) ->
    N = ?MODULE:counted(N),
    Peer ! {data, N},
    drain(),
    receive
        {stop, From} -> From ! {stopped, self(), N}
    after 0 -> worker(Peer, N + 1)
    end.

drain() -> receive {data, _} -> drain() after 0 -> ok end.

counted(N) -> N.

%% --- those who trace ---

storm(File, Workers, {Logs, Events}) ->
    receive
        {stop, From} -> From ! {stopped, self(), {Logs, Events}}
    after 0 ->
        Name = File ++ "." ++ integer_to_list(Logs),
        case catch sonde_trace_log:open(Name, #{ring_kb => lists:nth(rand:uniform(3), [16, 64, 1024])}) of
            {ok, Log} ->
                trace_to(Log, Workers),
                Seen = read(Name, Logs),
                ok = file:delete(Name),
                storm(File, Workers, {Logs + 1, Events + Seen});
            %% The module is being loaded again.
            {'EXIT', {Reason, _}} when Reason =:= undef; Reason =:= not_loaded -> storm(File, Workers, {Logs, Events})
        end
    end.

%% A tracer whose module is gone is refused.
trace_to(Log, Workers) ->
    try trace:session_create(storm, sonde_trace_log:tracer(Log), []) of
        Session ->
            Spec = case rand:uniform(2) of 1 -> true; 2 -> [{'_', [], [{return_trace}]}] end,
            trace:function(Session, {?MODULE, counted, 1}, Spec, [local]),
            [trace:process(Session, Worker, true, [call, send, 'receive']) || Worker <- Workers, rand:uniform(3) > 1],
            receive after rand:uniform(20) -> ok end,
            finish(rand:uniform(3), Session, Log)
    catch
        error:_ -> close(Log)
    end.

finish(1, Session, Log) ->
    true = trace:session_destroy(Session),
    close(Log);
%% The log removes itself from the workers.
finish(2, Session, Log) ->
    close(Log),
    receive after rand:uniform(5) -> ok end,
    trace:session_destroy(Session);
%% Both are garbage, and end some time later.
finish(3, _, _) -> erlang:garbage_collect().

%% Without the module of the log, only the log's end as garbage is left.
close(Log) ->
    try {ok, _} = sonde_trace_log:close(Log)
    catch error:_ -> erlang:garbage_collect()
    end.

%% Each process's calls are in order; a log may be without its end, because it is still there or its module was gone.
read(Name, Logs) ->
    try
        {ok, #{ends := Ends, events := Count}, _} = sonde_trace_log_file:fold(Name, fun(E, Last) -> in_order(E, Last, Logs) end, #{}),
        true = lists:member(Ends, [complete, incomplete, no_footer]),
        Count
    catch
        throw:enough -> 0
    end.

%% When time is up, the rest of a log is not read, unless it is the first one: under a sanitizer that takes many times what the storm takes.
in_order({_, Pid, call, {?MODULE, counted, [N]}, _}, Last, Logs) ->
    true = N > maps:get(Pid, Last, 0),
    N band 1023 =:= 0 andalso Logs > 0 andalso is_time_up() andalso throw(enough),
    Last#{Pid => N};
in_order(_, Last, _) -> Last.

is_time_up() -> process_info(self(), message_queue_len) =/= {message_queue_len, 0}.

%% --- the module ---

reload(N) ->
    receive
        {stop, From} -> From ! {stopped, self(), N}
    after rand:uniform(60) ->
        _ = rand:uniform(3) > 1 andalso code:delete(sonde_trace_log),
        purge(),
        {module, _} = code:ensure_loaded(sonde_trace_log),
        reload(N + 1)
    end.

%% Not with code:purge/1, which kills the processes that are in a function of the module.
purge() -> code:soft_purge(sonde_trace_log) orelse begin erlang:yield(), purge() end.
