%% Three sessions watch workers and must see each of their events once and in order, while five others change patterns, flags,
%% filters, sessions and tracers at random, processes spawn, crash, collect, load and purge code, and more or fewer schedulers run.
%% proves S2, S7, F6, F13, P23, B4, B5, Z1: sessions that stay are not disturbed.
%%
%%   sonde run tests/stress/pattern_storm.erl [SECONDS [SEED [WORKERS]]]       5 seconds, a seed of its own, 4 workers
%%
%% Standard output says whether the streams are whole, and is the same every time; standard error has the seed and the numbers.
-module(pattern_storm).
-export([main/1, main/0, counted/1, throws/1, doubled/1, down/2]).

-define(DOUBLED_CALLS, 15).  % of one call of doubled(3)

main() -> main([]).

main([]) -> main(["5"]);
main([Seconds]) -> main([Seconds, integer_to_list(erlang:system_time(microsecond) rem 1000000007)]);
main([Seconds, Seed]) -> main([Seconds, Seed, "4"]);
main([Seconds, Seed, Workers]) ->
    run(list_to_integer(Seconds) * 1000, list_to_integer(Seed), list_to_integer(Workers)).

run(Milliseconds, Seed, WorkerCount) ->
    io:format(standard_error, "seed ~w~n", [Seed]),
    Main = self(),
    Versions = [compiled(V) || V <- [1, 2]],
    {ok, stress_reloaded} = load(hd(Versions)),
    ets:new(churners, [named_table, public]),

    Watchers = [spawn_link(fun() -> watch(Kind, Main, #{}) end) || Kind <- [calls, messages]],
    [Calls, Messages] = [trace:session_create(stays, Watcher, []) || Watcher <- Watchers],
    Counts = trace:session_create(stays, hd(Watchers), []),
    Workers = [spawn_link(fun() -> worker_start(Watchers) end) || _ <- lists:seq(1, WorkerCount)],
    Spec = [{['_'], [], [{return_trace}]}],
    1 = trace:function(Calls, {?MODULE, counted, 1}, Spec, [local]),
    2 = lists:sum([trace:function(Counts, {?MODULE, F, 1}, true, [call_count]) || F <- [counted, doubled]]),
    [1 = trace:process(Calls, W, true, [call]) || W <- Workers],
    [1 = trace:process(Messages, W, true, [send, 'receive']) || W <- Workers],
    lists:foreach(fun({W, Peer}) -> W ! {start, Peer} end, lists:zip(Workers, tl(Workers) ++ [hd(Workers)])),

    Random = fun(N) -> rand:seed(exsss, {Seed, N, 7}) end,
    Churn = [spawn_monitor(fun() -> Random(100 + N), churn(Kind, Versions, 0) end)
             || {N, Kind} <- lists:zip(lists:seq(1, 7), [crasher, crasher, caller, caller, loader, collector, schedulers])],
    Storms = [spawn_monitor(fun() -> Random(N), storm(Workers, [P || {P, _} <- Churn], new_session(N), N, 0) end)
              || N <- lists:seq(1, 5)],

    receive after Milliseconds -> ok end,
    Done = lists:sum([stop(P) || P <- Storms]),
    Churned = [stop(P) || P <- Churn],
    Made = [begin W ! {stop, self()}, receive {stopped, W, N} -> {W, N} end end || W <- Workers],
    io:format(standard_error, "calls ~w, changes ~w, churn ~w~n", [lists:sum([N || {_, N} <- Made]), Done, Churned]),
    %% All that was on its way has arrived.
    [begin
         Ref = trace:delivered(Session, W),
         receive {trace_delivered, W, Ref} -> ok end
     end || Session <- [Calls, Messages], {W, _} <- Made],
    [begin
         Watcher ! {result, self()},
         Seen = receive {result, Watcher, R} -> R end,
         io:format("~w: ~p~n", [Kind, judged(Kind, lists:sort(Seen), lists:sort(Made))])
     end || {Kind, Watcher} <- lists:zip([calls, messages], Watchers)],
    {call_count, Counted} = trace:info(Counts, {?MODULE, counted, 1}, call_count),
    %% Crashers call the function too; their calls were added up in the table.
    Others = lists:sum([N || {_, N} <- ets:tab2list(churners)]),
    io:format("count: ~p~n", [case lists:sum([N || {_, N} <- Made]) + Others of Counted -> no_call_lost; N -> {made, N, counted, Counted} end]),
    {call_count, Doubled} = trace:info(Counts, {?MODULE, doubled, 1}, call_count),
    io:format("itself: ~p~n", [case lists:sum([N || {_, N} <- Made]) * ?DOUBLED_CALLS of Doubled -> no_call_lost; D -> {made, D, counted, Doubled} end]),
    [true = trace:session_destroy(S) || S <- [Calls, Messages, Counts]],
    ok.

judged(calls, Seen, Made) ->
    case [{W, N} || {W, {return, N}} <- Seen] of Made -> whole; _ -> {made, Made, seen, Seen} end;
judged(messages, Seen, Made) ->
    %% The last messages may not have been received.
    case [{W, Sent} || {W, {Sent, _}} <- Seen] of
        Made -> whole;
        _ -> {made, Made, seen, Seen}
    end.

stop({Pid, Monitor}) ->
    Pid ! {stop, self()},
    receive
        {stopped, Pid, N} -> demonitor(Monitor, [flush]), N;
        {'DOWN', Monitor, _, _, Reason} -> exit({ended, Reason})
    end.

%% --- those who are watched ---

worker_start(Watchers) -> receive {start, Peer} -> worker(Watchers, Peer, 1) end.

worker(Watchers, Peer, N) ->
    N = ?MODULE:counted(N),
    8 = ?MODULE:doubled(3),
    N = ?MODULE:down(5, N),
    Peer ! {data, self(), N},
    drain(),
    case N rem 200 of
        0 -> [begin W ! {sync, self()}, receive {synced, W} -> ok end end || W <- Watchers];
        _ -> ok
    end,
    receive
        {stop, From} -> From ! {stopped, self(), N}, receive never -> ok end
    after 0 -> worker(Watchers, Peer, N + 1)
    end.

drain() -> receive {data, _, _} -> drain() after 0 -> ok end.

counted(N) -> N.

%% Functions that call themselves: of one all calls are counted, the other is traced and not traced.
doubled(0) -> 1;
doubled(N) -> doubled(N - 1) + doubled(N - 1).
down(0, Value) -> Value;
down(N, Value) -> down(N - 1, Value).

%% --- those who watch: each tracee's events in order, none missing, none twice ---

watch(Kind, Main, State) ->
    receive
        {sync, From} -> From ! {synced, self()}, watch(Kind, Main, State);
        {result, From} -> From ! {result, self(), maps:to_list(State)};
        Event ->
            case event(Kind, Event, State) of
                {ok, Next} -> watch(Kind, Main, Next);
                Wrong -> exit({Kind, Wrong, Event})
            end
    end.

event(calls, {trace, P, call, {?MODULE, counted, [N]}}, State) ->
    case maps:get(P, State, {return, 0}) of
        {return, Last} when N =:= Last + 1 -> {ok, State#{P => {call, N}}};
        {call, Last} when N =:= Last + 1 -> {wrong, no_return_of, Last};
        Last -> {wrong, Last}
    end;
event(calls, {trace, P, return_from, {?MODULE, counted, 1}, N}, State) ->
    case maps:get(P, State, none) of
        {call, N} -> {ok, State#{P => {return, N}}};
        Last -> {wrong, Last}
    end;
event(messages, {trace, P, send, {data, P, N}, _}, State) ->
    case maps:get(P, State, {0, 0}) of
        {Sent, Received} when N =:= Sent + 1 -> {ok, State#{P => {N, Received}}};
        Last -> {wrong, Last}
    end;
event(messages, {trace, P, 'receive', {data, _, N}}, State) ->
    case maps:get(P, State, {0, 0}) of
        {Sent, Received} when N =:= Received + 1 -> {ok, State#{P => {Sent, N}}};
        Last -> {wrong, Last}
    end;
event(messages, {trace, _, Tag, _}, State) when Tag =:= 'receive' -> {ok, State};
event(messages, {trace, _, Tag, _, _}, State) when Tag =:= send -> {ok, State};
event(_, _, _) -> {wrong, unexpected}.

%% --- those who change ---

new_session(N) ->
    Tracer = spawn(fun() -> swallow() end),
    %% Where little else runs than who is traced, tracers fall behind: bounded, or memory would be used up.
    Bound = [{queue_limit, 10000}, {overload, drop_new}],
    {trace:session_create(list_to_atom("storm" ++ integer_to_list(N)), Tracer, Bound), Tracer}.

swallow() -> receive _ -> swallow() end.

storm(Workers, Churners, {Session, Tracer} = S, N, Done) ->
    receive
        {stop, From} ->
            trace:session_destroy(Session),
            exit(Tracer, kill),
            From ! {stopped, self(), Done}
    after 0 ->
        Next =
            case rand:uniform(24) of
                1 -> trace:session_destroy(Session), exit(Tracer, kill), new_session(N);
                2 -> exit(Tracer, kill), new_session(N);  % the session ends with its handle
                3 -> attempt(fun() -> trace:send(Session, any([true, false, [{['_', '_'], [], [{message, false}]}]]), []) end), S;
                4 -> attempt(fun() -> trace:recv(Session, any([true, false, [{['_', '_', '$1'], [{is_atom, '$1'}], []}]]), []) end), S;
                5 -> attempt(fun() -> trace:info(Session, any_mfa(), any([all, traced, call_count])) end), S;
                6 -> trace:session_info(any([all, any(Workers), new, {?MODULE, counted, 1}])), S;
                R when R < 14 ->
                    attempt(fun() -> trace:process(Session, any([new | Workers ++ Churners]), any([true, true, false]), flags()) end), S;
                _ ->
                    attempt(fun() -> trace:function(Session, any_mfa(), any_spec(), any_kind()) end), S
            end,
        storm(Workers, Churners, Next, N, Done + 1)
    end.

%% A session whose tracer is gone, or options that do not go together.
attempt(F) -> try F() catch error:badarg -> badarg end.

any(List) -> lists:nth(rand:uniform(length(List)), List).

flags() ->
    All = [call, send, 'receive', procs, running, garbage_collection, set_on_spawn, set_on_first_link, return_to, arity, silent,
           monotonic_timestamp, timestamp, exiting],
    [F || F <- All, rand:uniform(3) =:= 1].

any_mfa() ->
    any([{?MODULE, counted, 1}, {?MODULE, counted, 1}, {?MODULE, throws, 1}, {?MODULE, down, 2}, {?MODULE, doubled, 1}, {?MODULE, '_', '_'}, {stress_reloaded, '_', '_'},
         {stress_reloaded, f, 1}, {lists, '_', '_'}, {erlang, spawn, '_'}, {erlang, abs, 1}, on_load, {no_such, f, 1}]).

any_spec() ->
    any([true, true, false, false, restart, pause, [{['_'], [], [{return_trace}]}], [{['_'], [], [{exception_trace}]}],
         [{['$1'], [{'>', '$1', 100}], [{message, {caller}}]}], [{'_', [], [{silent, true}]}], [{'_', [], [{message, false}]}]]).

any_kind() -> any([[local], [local], [global], [], [call_count], [call_time], [call_memory], [meta], [local, call_count]]).

%% --- those who disturb ---

churn(Kind, Versions, N) ->
    receive
        {stop, From} -> From ! {stopped, self(), N}
    after 0 ->
        turn(Kind, Versions, N),
        churn(Kind, Versions, N + 1)
    end.

turn(crasher, _, N) ->
    Calls = rand:uniform(5),
    Work = fun() ->
        [?MODULE:counted(I) || I <- lists:seq(1, Calls)],
        ets:update_counter(churners, calls, Calls, {calls, 0}),
        case N rem 3 of
            0 -> exit(crash);
            1 -> ?MODULE:throws(N);
            2 -> ok
        end
    end,
    {_, Monitor} = spawn_opt(fun() -> try Work() catch throw:_ -> exit(thrown) end end, [monitor]),
    receive {'DOWN', Monitor, _, _, _} -> ok end;
turn(caller, _, N) ->
    try stress_reloaded:f(N) of
        {_, N} -> ok
    catch error:undef -> ok
    end,
    try ?MODULE:throws(N) catch throw:N -> ok end;
turn(loader, Versions, N) ->
    purge(),
    case N rem 5 of
        4 -> code:delete(stress_reloaded);
        _ -> {ok, stress_reloaded} = load(lists:nth(1 + N rem 2, Versions))
    end;
turn(collector, _, N) ->
    _ = lists:seq(1, 1 + N rem 2000),
    garbage_collect(),
    [garbage_collect(P) || P <- [any(processes())], rand:uniform(20) =:= 1];
turn(schedulers, _, N) ->
    case N rem 3 of
        0 -> erlang:system_flag(schedulers_online, rand:uniform(erlang:system_info(schedulers)));
        1 -> erlang:system_flag(multi_scheduling, block), erlang:system_flag(multi_scheduling, unblock);
        2 ->
            %% Its block goes with it.
            {_, Monitor} = spawn_monitor(fun() -> erlang:system_flag(multi_scheduling, block_normal) end),
            receive {'DOWN', Monitor, _, _, _} -> ok end
    end,
    receive after rand:uniform(4) -> ok end.

throws(N) -> throw(N).

load(Binary) ->
    case code:load_binary(stress_reloaded, "stress_reloaded.erl", Binary) of
        {module, M} -> {ok, M};
        {error, not_purged} -> purge(), load(Binary)
    end.

%% Not code:purge/1: a caller whose slice ends in code that becomes old, or who waits there for it to be compiled, would be killed.
purge() ->
    case code:soft_purge(stress_reloaded) of
        true -> ok;
        false -> erlang:yield(), purge()
    end.

%% -module(stress_reloaded). -export([f/1]). f(X) -> {Version, g(X)}. g(X) -> X.
compiled(Version) ->
    X = {var, 2, 'X'},
    Forms = [{attribute, 1, module, stress_reloaded},
             {attribute, 1, export, [{f, 1}]},
             {function, 2, f, 1, [{clause, 2, [X], [], [{tuple, 2, [{integer, 2, Version}, {call, 2, {atom, 2, g}, [X]}]}]}]},
             {function, 3, g, 1, [{clause, 3, [X], [], [X]}]}],
    {ok, stress_reloaded, Binary} = compile:forms(Forms, [no_inline]),
    Binary.
