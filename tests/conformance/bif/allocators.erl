%% shows what system_info/1 tells of allocators: its form, and figures that follow what a program allocates and keep the highest
-module(allocators).
-export([main/0]).

main() ->
    All = erlang:system_info(alloc_util_allocators),
    io:format("~p~n", [All]),
    %% An allocator can be switched off (+MFe false).
    Allocators = [A || A <- All, erlang:system_info({allocator, A}) =/= false],
    %% To a question with a reference, threads answer with {Allocator, Instance, Info}.
    Ref = make_ref(),
    true = erlang:system_info({allocator_sizes, Ref, [sl_alloc, ets_alloc, sys_alloc]}),
    Answers = lists:append([receive {Ref, _, Infos} -> Infos end || _ <- lists:seq(2, erts_internal:no_aux_work_threads())]),
    io:format("~p~n", [[{A, is_list(Info)} || {A, 0, Info} <- lists:sort(Answers)]]),
    io:format("~p~n", [[catch_class(fun() -> erlang:system_info({allocator_sizes, Ref, A}) end) || A <- [[exec_alloc], [nosuch], []]]]),
    Keys = [lists:usort([keys(Item) || {instance, _, Items} <- erlang:system_info({allocator, A}), Item <- Items, wanted(element(1, Item))])
            || A <- Allocators],
    io:format("~p~n", [lists:usort(Keys)]),
    Sizes = [lists:usort([keys(Item) || {instance, _, Items} <- erlang:system_info({allocator_sizes, A}), Item <- Items, wanted(element(1, Item))])
             || A <- Allocators],
    io:format("~p~n", [lists:usort(Sizes)]),
    io:format("~p~n", [[Names || {Names, List} <- [{asked, erlang:system_info({allocator_sizes, [binary_alloc, ets_alloc]})}],
                                 [{binary_alloc, [{instance, 0, _} | _]}, {ets_alloc, [{instance, 0, _} | _]}] <- [List]]]),
    Bytes = 20_000_000,
    grows(binary_alloc, Bytes, fun() -> binary:copy(<<0>>, Bytes) end),
    grows(eheap_alloc, Bytes, fun() -> heap(Bytes) end),
    grows(ets_alloc, Bytes, fun() -> table(Bytes) end),
    Timers = [erlang:start_timer(60_000, self(), timer) || _ <- lists:seq(1, 1000)],
    Pids = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 1000)],
    [Proc, Timer] = [fixed(Type) || Type <- [proc, bif_timer]],
    io:format("~p~n", [{Proc > 1000 * 100, Timer > 1000 * 20}]),
    [erlang:cancel_timer(T) || T <- Timers],
    [exit(P, kill) || P <- Pids],
    %% What is gone is still in the highest figure.
    garbage_collect(),
    {Now, Highest} = figures(binary_alloc),
    io:format("~p~n", [Highest >= Bytes andalso Highest > Now]),
    io:format("~p~n", [[A || A <- Allocators, {N, H} <- [figures(A)], N > H]]),
    io:format("~p~n", [[A || A <- Allocators, {Blocks, Carriers} <- [usage(A)], Blocks > Carriers]]).

catch_class(Fun) ->
    try Fun() catch Class:Reason -> {Class, Reason} end.

wanted(Key) -> lists:member(Key, [versions, mbcs, sbcs]).

keys({versions, _, _}) -> versions;
keys({Key, Items}) -> {Key, [{element(1, Item), tuple_size(Item)} || Item <- Items]}.

%% The process that allocates keeps it until it receives stop.
grows(Allocator, Bytes, Make) ->
    {Before, _} = figures(Allocator),
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Made = Make(), Self ! made, receive stop -> {stopped, Made} end end),
    receive made -> ok end,
    {After, Highest} = figures(Allocator),
    io:format("~p ~p~n", [Allocator, {After - Before > Bytes div 2, Highest >= After}]),
    Pid ! stop,
    receive {'DOWN', Ref, process, Pid, _} -> ok end.

heap(Bytes) -> lists:seq(1, Bytes div 16).

table(Bytes) ->
    Table = ets:new(table, []),
    [ets:insert(Table, {Key, lists:duplicate(10, Key)}) || Key <- lists:seq(1, Bytes div 160)],
    Table.

%% Of all instances: {Bytes now, highest bytes}. A pool's carriers have figures of now only.
figures(Allocator) ->
    {lists:sum([element(2, Size) || {_, Items} <- containers(Allocator), Size <- sizes(Items)]),
     lists:sum([element(tuple_size(Size), Size) || {_, Items} <- containers(Allocator), Size <- sizes(Items)])}.

%% Bytes of a type whose items all have one size. Each thread says what it has allocated itself.
fixed(Type) ->
    Ref = make_ref(),
    true = erlang:system_info({memory_internal, Ref, [fix_alloc]}),
    Infos = lists:append([receive {Ref, _, Infos} -> Infos end || _ <- lists:seq(2, erts_internal:no_aux_work_threads())]),
    lists:sum([Used || {fix_alloc, _, Items} <- Infos, Types <- Items, element(1, Types) =:= fix_types,
                       {T, _, Used} <- element(tuple_size(Types), Types), T =:= Type]).

usage(Allocator) ->
    {lists:sum([element(2, Size) || {_, Items} <- containers(Allocator), Size <- sizes(Items)]),
     lists:sum([element(2, lists:keyfind(carriers_size, 1, Items)) || {_, Items} <- containers(Allocator)])}.

containers(Allocator) ->
    [{Key, Items} || {instance, _, Containers} <- erlang:system_info({allocator, Allocator}), {Key, Items} <- Containers,
                     lists:member(Key, [mbcs, mbcs_pool, sbcs])].

sizes(Items) ->
    {blocks, Blocks} = lists:keyfind(blocks, 1, Items),
    [lists:keyfind(size, 1, Figures) || {_, Figures} <- Blocks].
