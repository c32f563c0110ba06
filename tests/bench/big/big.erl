%% Much of one thing at a time: table inserts by several processes, timers, idle processes. usage: big WHAT COUNT.
%% Prints {WHAT, Milliseconds, BytesPerThing}; the memory is what became resident.
-module(big).
-export([main/1, insert/3, idle/0]).

main([What, Count]) ->
    N = list_to_integer(Count),
    Before = resident(),
    Start = erlang:monotonic_time(),
    Kept = make(What, N),
    Ms = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, millisecond),
    io:format("~w.~n", [{list_to_atom(What), Ms, (resident() - Before) div N}]),
    is_tuple(Kept) orelse halt(1).

%% COUNT inserts of new keys by four processes.
make("ets_inserts", N) ->
    Table = ets:new(big, [public, {write_concurrency, true}]),
    Each = N div 4,
    Workers = [spawn_monitor(?MODULE, insert, [Table, I * Each, Each]) || I <- [0, 1, 2, 3]],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Workers],
    N = ets:info(Table, size),
    {Table};
%% COUNT timers that are set; their messages are awaited.
make("timers", N) ->
    [erlang:send_after(100 + I rem 400, self(), tick) || I <- lists:seq(1, N)],
    [receive tick -> ok end || _ <- lists:seq(1, N)],
    {timers};
%% COUNT processes that wait for a message.
make("idle_processes", N) ->
    Pids = [spawn(?MODULE, idle, []) || _ <- lists:seq(1, N)],
    N = length(Pids),
    {Pids}.

insert(_, _, 0) -> ok;
insert(Table, From, N) ->
    ets:insert(Table, {From + N, N}),
    insert(Table, From, N - 1).

idle() -> receive stop -> ok end.

resident() ->
    {ok, Statm} = file:read_file("/proc/self/statm"),
    [_, Pages | _] = string:lexemes(Statm, " "),
    binary_to_integer(Pages) * 4096.
