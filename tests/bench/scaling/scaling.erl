%% Work that any number of processes can share: the same number of operations, by WORKERS processes. usage: scaling WHAT WORKERS COUNT.
%% Prints {scaling, WHAT, WORKERS, COUNT, Microseconds}; COUNT is the number of operations of all workers together.
-module(scaling).
-export([main/1, worker/4]).

main([What, Workers, Count]) ->
    W = list_to_integer(Workers),
    Each = list_to_integer(Count) div W,
    Kind = list_to_atom(What),
    Shared = prepare(Kind),
    Self = self(),
    Pids = [spawn_opt(?MODULE, worker, [Kind, I, Shared, Self], [link, {min_heap_size, 2000}]) || I <- lists:seq(1, W)],
    [receive {ready, Pid} -> ok end || Pid <- Pids],
    Start = erlang:monotonic_time(),
    [Pid ! {go, Each} || Pid <- Pids],
    [receive {done, Pid} -> ok end || Pid <- Pids],
    Us = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, microsecond),
    erlang:display({scaling, Kind, W, Each * W, Us}).

worker(Kind, I, Shared, Parent) ->
    Own = own(Kind, I, Shared),
    Parent ! {ready, self()},
    receive {go, N} -> repeat(Kind, N, I * 1000003, Own) end,
    Parent ! {done, self()}.

prepare(ets_insert) -> ets:new(t, [public, {write_concurrency, true}]);
prepare(ets_insert_plain) -> ets:new(t, [public]);
prepare(ets_lookup) -> filled(ets:new(t, [public, {read_concurrency, true}]));
prepare(ets_lookup_named) -> filled(ets:new(scaling_table, [public, named_table, {write_concurrency, true}]));
prepare(ets_lookup_ordered) -> filled(ets:new(t, [public, ordered_set]));
prepare(atoms) -> term_to_binary({ok, error, undefined, noproc});
prepare(one_server) -> spawn_link(fun server/0);
prepare(_) -> none.

filled(Table) ->
    [ets:insert(Table, {K, K}) || K <- lists:seq(0, 9999)],
    Table.

own(messages, _, _) -> spawn_link(fun server/0);
own(_, _, Shared) -> Shared.

server() -> receive {From, X} -> From ! X, server() end.

repeat(_, 0, _, _) -> ok;
repeat(Kind, N, R, Own) ->
    operation(Kind, N, R, Own),
    repeat(Kind, N - 1, (R * 1103515245 + 12345) band 16#7fffffff, Own).

%% Nothing is shared.
operation(compute, _, R, _) -> fib(12 + R band 1);
%% A message to a process and one back.
operation(Kind, N, _, Server) when Kind =:= messages; Kind =:= one_server ->
    Server ! {self(), N},
    receive N -> ok end;
%% A process that sends a message and ends.
operation(spawns, N, _, _) ->
    Self = self(),
    spawn(fun() -> Self ! N end),
    receive N -> ok end;
%% A timer that is set and cancelled.
operation(timers, N, R, _) ->
    Ref = erlang:send_after(1000 + R rem 60000, self(), N),
    erlang:cancel_timer(Ref);
%% Four atoms are looked up by their texts.
operation(atoms, _, _, Bytes) -> binary_to_term(Bytes);
operation(Kind, _, R, Table) when Kind =:= ets_insert; Kind =:= ets_insert_plain ->
    ets:insert(Table, {R rem 100000, R});
operation(ets_lookup_named, _, R, _) -> ets:lookup(scaling_table, (R bsr 8) rem 10000);
operation(_, _, R, Table) -> ets:lookup(Table, (R bsr 8) rem 10000).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
