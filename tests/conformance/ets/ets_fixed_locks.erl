%% shows the write_concurrency that OTP's suites ask for: tables with so many locks
-module(ets_fixed_locks).
-include("../support/edge.hrl").

main() ->
    [?T({Locks, concurrency([public, {write_concurrency, locks(Locks)}], {locks(Used), true})})
     || {Locks, Used} <- [{1, 64}, {3, 64}, {1024, 1024}, {2049, 2048}, {32768, 32768}, {0, none}, {32769, none},
                          {-1, none}, {many, none}, {1.0, none}]],
    [?T({Options, concurrency(Options, Expected)})
     || {Options, Expected} <-
            [{[private, {write_concurrency, locks(8)}], {false, false}},
             {[public, {write_concurrency, locks(8)}, {write_concurrency, true}], {true, false}},
             {[public, {write_concurrency, auto}, {write_concurrency, locks(8)}], {locks(64), true}},
             {[public, bag, {write_concurrency, locks(8)}], {locks(64), true}},
             {[public, ordered_set, {write_concurrency, locks(8)}], none},
             {[private, ordered_set, {write_concurrency, locks(8)}], none},
             {[public, {write_concurrency, locks(8)}, {decentralized_counters, false}], {locks(64), false}},
             {[public, {write_concurrency, {locks, 8}}], none},
             {[public, {write_concurrency, {debug_hash_fixed_number_of_locks, 8, 8}}], none}]],
    Table = ets:new(t, [public, {write_concurrency, locks(256)}]),
    ets:insert(Table, [{N, N} || N <- lists:seq(1, 5000)]),
    ?T(ets:info(Table, size)),
    ?T(lists:sum([ets:lookup_element(Table, N, 2) || N <- lists:seq(1, 5000)])),
    ?T(ets:select_delete(Table, [{{'$1', '_'}, [{'>', '$1', 100}], [true]}])),
    ?T(lists:sort(ets:tab2list(Table)) =:= [{N, N} || N <- lists:seq(1, 100)]),
    ?T(chains(ets:info(Table, stats))),
    ok.

locks(Count) -> {debug_hash_fixed_number_of_locks, Count}.

%% With one scheduler no table has many locks.
concurrency(Options, Expected) ->
    try ets:new(t, Options) of
        Table ->
            Found = {ets:info(Table, write_concurrency), ets:info(Table, decentralized_counters)},
            Found =:= case erlang:system_info(schedulers) of 1 -> {false, false}; _ -> Expected end
    catch
        error:Reason -> Reason
    end.

chains({Buckets, Average, Deviation, Expected, Shortest, Longest, Kept, Locks}) ->
    {Buckets >= 256, Average > 0, Deviation > 0, Expected > 0, Shortest, Longest > 0, Kept,
     Locks =:= 256 orelse erlang:system_info(schedulers) =:= 1}.
