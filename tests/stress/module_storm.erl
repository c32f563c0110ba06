%% Workers call and send while sessions trace them to a tracer module whose answers change at random: it traces, discards, removes itself, blocks,
%% raises, returns rubbish; and the module is upgraded, deleted, purged and loaded again meanwhile.
%% proves T1, T2, T5, S7: whatever a tracer module does, its tracees go on, and a session sees the calls of a process in order, each once.
%%
%%   sonde run -p build/conformance/ebin tests/stress/module_storm.erl SECONDS [SEED]      (libraries: tests/conformance/run)
%%
%% Standard output is the same every time; standard error has the numbers.
-module(module_storm).
-export([main/1, counted/2]).

-define(WORKERS, 4).
-define(STORMS, 4).
-define(META_SLOTS, 32).   % slots from here on get calls of all processes
-define(LAST_CALLS, 1000).
-define(AHEAD, 1000).     % messages that a worker sends before it waits

main([Seconds]) -> main([Seconds, integer_to_list(erlang:system_time(microsecond) rem 1000000007)]);
main([Seconds, Seed]) ->
    io:format(standard_error, "seed ~s~n", [Seed]),
    {module, _} = code:ensure_loaded(storm_tracer),
    Faults = spawn(fun() -> faults([]) end),
    register(storm_faults, Faults),
    Workers = [spawn_link(fun() -> receive {start, Peer} -> worker(W, Peer, 1) end end) || W <- lists:seq(1, ?WORKERS)],
    lists:foreach(fun({W, Peer}) -> W ! {start, Peer} end, lists:zip(Workers, tl(Workers) ++ [hd(Workers)])),
    Start = fun(N, Fun) -> spawn_monitor(fun() -> rand:seed(exsss, {list_to_integer(Seed), N, 11}), Fun() end) end,
    Storms = [Start(N, fun() -> storm(N, Workers, 0) end) || N <- lists:seq(1, ?STORMS)],
    Reloader = Start(100, fun() -> reload(0) end),
    receive after list_to_integer(Seconds) * 1000 -> ok end,
    Sessions = lists:sum([stop(Storm) || Storm <- Storms]),
    Reloads = stop(Reloader),
    Calls = lists:sum([begin W ! {stop, self()}, receive {stopped, W, N} -> N end end || W <- Workers]),
    io:format(standard_error, "calls ~w, sessions ~w, reloads ~w~n", [Calls, Sessions, Reloads]),
    Faults ! {stop, self()},
    io:format("calls: ~p~n", [receive {stopped, Faults, []} -> in_order; {stopped, Faults, Found} -> lists:sublist(Found, 5) end]),
    io:format("afterwards: ~p~n", [afterwards()]).

stop({Pid, Monitor}) ->
    Pid ! {stop, self()},
    receive
        {stopped, Pid, Result} -> demonitor(Monitor, [flush]), Result;
        {'DOWN', Monitor, _, _, Reason} -> exit({ended, Reason})
    end.

faults(Found) ->
    receive
        {stop, From} -> From ! {stopped, self(), Found};
        Fault -> faults([Fault | Found])
    end.

%% --- processes that are traced ---

worker(W, Peer, N) ->
    N = ?MODULE:counted(W, N),
    Peer ! {data, N},
    _ = N rem 100 =:= 0 andalso spawn(fun() -> ok end),
    %% A peer that is slowed down by its tracer gets no more than it can take.
    case N rem ?AHEAD of
        0 -> Peer ! {taken, self()}, drain(infinity);
        _ -> drain(0)
    end,
    receive
        {stop, From} -> From ! {stopped, self(), N}
    after 0 -> worker(W, Peer, N + 1)
    end.

%% Takes what is there, or, with infinity, all until the peer has taken what it was sent.
drain(Timeout) ->
    receive
        {data, _} -> drain(Timeout);
        {taken, From} -> From ! all_taken, drain(Timeout);
        all_taken -> ok;
        {stop, _} = Stop when Timeout =:= infinity -> self() ! Stop
    after Timeout -> ok
    end.

counted(_, N) -> N.

%% --- sessions ---

storm(Slot, Workers, Sessions) ->
    receive
        {stop, From} -> From ! {stopped, self(), Sessions}
    after 0 ->
        set_mode(Slot, 0),
        set_mode(Slot + ?META_SLOTS, 0),
        %% A tracer whose module is gone is refused.
        try trace:session_create(storm, {storm_tracer, Slot}, []) of
            Session ->
                setup(Session, Slot, Workers),
                [change(Session, Slot, Workers) || _ <- lists:seq(1, rand:uniform(6))],
                true = trace:session_destroy(Session),
                storm(Slot, Workers, Sessions + 1)
        catch
            error:badarg -> storm(Slot, Workers, Sessions)
        end
    end.

setup(Session, Slot, Workers) ->
    Spec = any([true, [{'_', [], [{return_trace}]}], [{'_', [], [{message, {self}}]}]]),
    trace:function(Session, {?MODULE, counted, 2}, Spec, [local]),
    _ = rand:uniform(3) =:= 1 andalso
        (catch trace:function(Session, {?MODULE, counted, 2}, true, [{meta, storm_tracer, Slot + ?META_SLOTS}])),
    trace_workers(Session, Workers).

trace_workers(Session, Workers) ->
    Flags = any([[call], [call, send, 'receive'], [call, procs, running], [call, timestamp, garbage_collection], [call, silent]]),
    [catch trace:process(Session, Worker, true, Flags) || Worker <- Workers, rand:uniform(3) > 1].

change(Session, Slot, Workers) ->
    set_mode(any([Slot, Slot + ?META_SLOTS]), rand:uniform(6) - 1),
    receive after rand:uniform(10) - 1 -> ok end,
    %% A tracer that has removed itself is set again.
    _ = rand:uniform(2) =:= 1 andalso trace_workers(Session, Workers),
    ok.

set_mode(Slot, Mode) ->
    try storm_tracer:set_mode(Slot, Mode)
    catch error:_ -> gone
    end.

any(List) -> lists:nth(rand:uniform(length(List)), List).

%% --- the module ---

reload(N) ->
    receive
        {stop, From} -> From ! {stopped, self(), N}
    after rand:uniform(40) ->
        case rand:uniform(3) of
            1 -> code:delete(storm_tracer), purge(), receive after rand:uniform(5) -> ok end;
            2 -> code:delete(storm_tracer), purge();
            3 -> ok   % an upgrade
        end,
        purge(),
        {module, _} = code:load_file(storm_tracer),
        reload(N + 1)
    end.

%% Not with code:purge/1, which kills the processes that are in a function of the module.
purge() -> code:soft_purge(storm_tracer) orelse begin erlang:yield(), purge() end.

%% --- the end ---

%% A session that nothing disturbs gets each of so many calls.
afterwards() ->
    purge(),
    {module, _} = code:load_file(storm_tracer),
    ok = storm_tracer:set_mode(0, 0),
    Session = trace:session_create(afterwards, {storm_tracer, 0}, []),
    1 = trace:function(Session, {?MODULE, counted, 2}, true, [local]),
    Before = storm_tracer:count(),
    1 = trace:process(Session, self(), true, [call]),
    [?MODULE:counted(0, N) || N <- lists:seq(1, ?LAST_CALLS)],
    1 = trace:process(Session, self(), false, [call]),
    Seen = storm_tracer:count() - Before,
    true = trace:session_destroy(Session),
    case Seen of
        ?LAST_CALLS -> all_calls_seen;
        _ -> {seen, Seen}
    end.
