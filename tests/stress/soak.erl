%% Keeps everything that a machine makes and drops going for a while: processes, messages, tables, ports, files,
%% timers, code, persistent terms. A leak shows as resident memory that grows: after a tenth
%% of the time (five seconds at least, which a machine needs to start), and then after each third of the rest, all workers
%% pause and the memory is measured; the last figure may be above that of the first third by ALLOWED_BYTES or
%% ALLOWED_PERCENT only. (Until then, memory is still taken for what comes rarely: 6 MB, and 10 at times.)
%% usage: soak SECONDS [KIND...], to find the kind that grows. What was measured goes to standard error.
-module(soak).
-export([main/1, worker/2]).

-define(ALLOWED_BYTES, 4 * 1024 * 1024).
-define(ALLOWED_PERCENT, 10).
-define(WORK, [processes, messages, tables, shared_table, ports, files, timers, code, terms]).

main([Seconds]) -> main([Seconds | [atom_to_list(Kind) || Kind <- ?WORK]]);
main([Seconds | Kinds]) ->
    Ms = list_to_integer(Seconds) * 1000,
    persistent_term:put(soak_versions, [version(N) || N <- [1, 2]]),
    ets:new(soak_shared, [named_table, public, {write_concurrency, true}]),
    Workers = [{Kind, spawn_link(?MODULE, worker, [Kind, self()])} || Kind <- [list_to_existing_atom(Name) || Name <- Kinds]],
    Warm = max(Ms div 10, min(5000, Ms div 2)),
    run(Warm),
    Warmed = quiet_memory(Workers),
    [First, Second, Last] = [begin run((Ms - Warm) div 3), quiet_memory(Workers) end || _ <- [1, 2, 3]],
    Rounds = [{Kind, stop(Pid)} || {Kind, Pid} <- Workers],
    say("rounds: ~w", [Rounds]),
    say("resident: ~.1f MB after ~.1f s, ~.1f, ~.1f and ~.1f MB after each third of the rest",
        [Warmed / 1.0e6, Warm / 1000, First / 1.0e6, Second / 1.0e6, Last / 1.0e6]),
    Allowed = First + max(?ALLOWED_BYTES, First * ?ALLOWED_PERCENT div 100),
    io:format("work: ~w~n", [case [Kind || {Kind, 0} <- Rounds] of [] -> done; None -> {not_done, None} end]),
    io:format("memory: ~s~n", [case Last =< Allowed of true -> "steady"; false -> "grows" end]).

say(Format, Values) -> io:format(standard_error, Format ++ "~n", Values).

run(Ms) -> receive after Ms -> ok end.

%% The least of some looks while nobody works: what is given back late has been by then.
quiet_memory(Workers) ->
    [Pid ! {pause, self()} || {_, Pid} <- Workers],
    [receive {paused, Pid} -> erlang:garbage_collect(Pid) end || {_, Pid} <- Workers],
    Least = lists:min([begin erlang:garbage_collect(), run(20), resident() end || _ <- lists:seq(1, 10)]),
    [Pid ! go || {_, Pid} <- Workers],
    Least.

resident() ->
    {ok, Statm} = file:read_file("/proc/self/statm"),
    [_, Pages | _] = string:lexemes(Statm, " "),
    binary_to_integer(Pages) * 4096.

stop(Pid) ->
    Ref = monitor(process, Pid),
    unlink(Pid),
    Pid ! {stop, self()},
    receive {rounds, Pid, N} -> receive {'DOWN', Ref, _, _, normal} -> N end end.

worker(Kind, Main) ->
    process_flag(trap_exit, true),
    rounds(Kind, Main, 0).

rounds(Kind, Main, N) ->
    work(Kind, N),
    receive
        {pause, Main} -> Main ! {paused, self()}, receive go -> rounds(Kind, Main, N + 1) end;
        {stop, Main} -> Main ! {rounds, self(), N + 1}
    after 1 -> rounds(Kind, Main, N + 1)
    end.

%% --- one round of each kind of work; whatever it makes is gone at its end ---

work(processes, N) ->
    Self = self(),
    Pids = [spawn_link(fun() -> Self ! {self(), lists:seq(1, I)}, lived(I) end) || I <- lists:seq(1, 50)],
    [receive {Pid, _} -> ok end || Pid <- Pids],
    [Pid ! die || Pid <- Pids],
    [receive {'EXIT', Pid, _} -> ok end || Pid <- Pids],
    {Killed, Ref} = spawn_monitor(fun() -> put(key, lists:seq(1, spread(N))), receive never -> ok end end),
    register(soak_name, Killed),
    exit(Killed, kill),
    receive {'DOWN', Ref, process, Killed, killed} -> ok end;
work(messages, N) ->
    Self = self(),
    Echo = spawn_link(fun Loop() -> receive {From, Ref, Term} -> From ! {Ref, Term}, Loop(); stop -> ok end end),
    Big = binary:copy(<<N:32>>, 500 + spread(N)),
    Terms = [Big, binary:part(Big, 3, 1000), lists:seq(1, 500), {1 bsl 500, 1.5, make_ref(), Self, fun() -> Big end},
             maps:from_list([{I, Big} || I <- lists:seq(1, 50)]), binary_to_term(term_to_binary([Big, N]))],
    [begin Ref = make_ref(), Echo ! {Self, Ref, Term}, receive {Ref, Term} -> ok end end || Term <- Terms],
    Alias = alias([reply]),
    Echo ! {Alias, done, N},
    receive {done, N} -> ok end,
    Echo ! stop,
    receive {'EXIT', Echo, normal} -> ok end;
work(tables, N) ->
    [begin
         Table = ets:new(soak, [Type, {keypos, 1}]),
         ets:insert(Table, [{I, binary:copy(<<I>>, 100), [N]} || I <- lists:seq(1, 500)]),
         ets:select_delete(Table, [{{'$1', '_', '_'}, [{'>', '$1', 250}], [true]}]),
         250 = length(ets:select(Table, [{{'$1', '_', '_'}, [], ['$1']}])),
         ets:delete(Table)
     end || Type <- [set, ordered_set, bag, duplicate_bag]],
    Left = spawn_link(fun() -> ets:insert(ets:new(left, []), {a, lists:seq(1, 1000)}) end),
    receive {'EXIT', Left, normal} -> ok end;
work(shared_table, N) ->
    [ets:insert(soak_shared, {I, N, binary:copy(<<"x">>, I)}) || I <- lists:seq(1, 300)],
    [ets:update_counter(soak_shared, I, {2, 1}) || I <- lists:seq(1, 300)],
    [ets:take(soak_shared, I) || I <- lists:seq(1, 300, 3)],
    ets:safe_fixtable(soak_shared, true),
    [ets:delete(soak_shared, I) || I <- lists:seq(2, 300, 3)],
    ets:safe_fixtable(soak_shared, false);
work(ports, N) ->
    Port = open_port({spawn_executable, "/bin/cat"}, [binary, stream, exit_status]),
    Port ! {self(), {command, [<<N:32>>, lists:duplicate(1000, $x)]}},
    1004 = received(Port, 0),
    true = port_close(Port),
    receive {'EXIT', Port, normal} -> ok end,
    run(20);
work(files, _) ->
    {ok, File} = file:open("/proc/self/cmdline", [read, raw, binary]),
    {ok, _} = file:read(File, 100),
    ok = file:close(File),
    {ok, Through} = file:open("/proc/self/statm", [read]),
    {ok, _} = file:read_line(Through),
    ok = file:close(Through),
    {ok, [_ | _]} = file:list_dir("/proc/self/fd"),
    {error, enoent} = file:read_file("/no/such/file");
work(timers, N) ->
    Timers = [erlang:start_timer(100000 + I, self(), {N, I}) || I <- lists:seq(1, 200)],
    [true = is_integer(erlang:cancel_timer(Timer)) || Timer <- Timers],
    Fired = erlang:send_after(1, self(), {fired, N}),
    receive {fired, N} -> false = erlang:cancel_timer(Fired) end,
    Owner = spawn_link(fun() -> [erlang:start_timer(100000, self(), I) || I <- lists:seq(1, 50)] end),
    receive {'EXIT', Owner, normal} -> ok end;
work(code, N) ->
    Version = N rem 2 + 1,
    {module, soak_version} = code:load_binary(soak_version, "soak_version", lists:nth(Version, persistent_term:get(soak_versions))),
    {Version, [Version, "a literal", {with, 1.0}]} = apply(soak_version, value, []),
    code:purge(soak_version),
    run(10);
work(terms, N) ->
    persistent_term:put({soak, N rem 7}, {N, lists:seq(1, 100), binary:copy(<<N>>, 200)}),
    {N, _, _} = persistent_term:get({soak, N rem 7}),
    persistent_term:erase({soak, N rem 7}),
    {match, _} = re:run(integer_to_list(N) ++ "abc", "^[0-9]+(a)(b)?"),
    Counters = counters:new(100, []),
    counters:add(Counters, N rem 100 + 1, N),
    _ = zlib:uncompress(zlib:compress(binary:copy(<<N:64>>, 1000))).

%% Every size below 5000, large and small ones from the first rounds on, so that the first look has seen the largest.
spread(N) -> N * 3001 rem 5000.

lived(I) ->
    receive die when I rem 3 =:= 0 -> exit(crash); die when I rem 3 =:= 1 -> throw_away(I); die -> ok end.
throw_away(I) -> exit({reason, lists:seq(1, I)}).

received(_, 1004) -> 1004;
received(Port, N) -> receive {Port, {data, Data}} -> received(Port, N + byte_size(Data)) end.

%% A module whose function value/0 answers its version and a literal.
version(N) ->
    Forms = [{attribute, 1, module, soak_version}, {attribute, 1, export, [{value, 0}]},
             {function, 1, value, 0, [{clause, 1, [], [], [erl_parse:abstract({N, [N, "a literal", {with, 1.0}]})]}]}],
    {ok, soak_version, Binary} = compile:forms(Forms),
    Binary.
