%% What the menu of the interrupt key shows, with the words of OTP's. A process is started for each choice; the machine goes on
%% meanwhile, so every process and table is shown as it is when its turn comes.
-module(sonde_break).

-export([mode/1, start/1]).

%% What an interrupt does, by the last of erl's flags +B, +Bd, +Bi, +Bc.
mode(Flags) -> lists:foldl(fun mode/2, menu, Flags).

mode("+B", _) -> default;
mode("+Bd", _) -> default;
mode("+Bi", _) -> ignore;
mode("+Bc", _) -> key;
mode(_, Mode) -> Mode.

%% Answers what was chosen, in a process of its own, which gets what is typed meanwhile.
start(Key) ->
    spawn(fun() ->
        try answer(Key) of
            _ -> ok
        catch
            _:Reason -> print(["cannot say: ", io_lib:format("~tp", [Reason]), $\n])
        end,
        sonde_native:break_over()
    end).

print(Text) -> sonde_native:write(1, unicode:characters_to_binary(Text)).

answer($v) -> print(["Erlang (BEAM) emulator version ", erlang:system_info(version), $\n]);
answer($d) -> print(distribution());
answer($l) -> print(loaded());
answer($i) -> print([memory(), tables_of_the_machine()]);
answer($p) ->
    lists:foreach(fun(P) -> print(process(P)) end, others()),
    lists:foreach(fun(P) -> print(port(P)) end, erlang:ports());
answer($D) -> lists:foreach(fun(T) -> print(table(T, objects)) end, ets:all());
answer($k) ->
    print("\n\nProcess Information\n\n--------------------------------------------------\n"),
    kill(lists:reverse(others()));
answer($A) -> dump().

%% Without the process that asks.
others() -> processes() -- [self()].

kill([Pid | Rest]) ->
    case process(Pid) of
        [] -> kill(Rest);
        Text ->
            print([Text, "(k)ill (n)ext (r)eturn:\n"]),
            sonde_native:break_read(),
            receive
                {sonde_break, $k} -> exit(Pid, kill), kill(Rest);
                {sonde_break, $n} -> kill(Rest);
                {sonde_break, $r} -> ok;
                {sonde_break, _} -> kill([Pid | Rest])
            end
    end;
kill([]) -> ok.

lines(Pairs) -> [[Name, ": ", text(Value), $\n] || {Name, Value} <- Pairs].

text(Value) when is_binary(Value) -> Value;
text(Value) -> io_lib:format("~0tp", [Value]).

%% Nothing of a process that has ended meanwhile.
process(Pid) ->
    Asked = [status, registered_name, initial_call, parent, message_queue_len, links, monitors, monitored_by, dictionary, reductions,
             heap_size, garbage_collection_info, memory, backtrace],
    case process_info(Pid, Asked) of
        undefined -> [];
        Info -> [io_lib:format("=proc:~w~n", [Pid]), process_lines(maps:from_list(Info))]
    end.

process_lines(#{garbage_collection_info := Collection} = Info) ->
    #{dictionary := Dictionary, backtrace := Backtrace, registered_name := Name} = Info,
    {M, F, A} = maps:get(initial_call, Info),
    Sizes = maps:merge(#{heap_block_size => 0, heap_size => 0, stack_size => 0, old_heap_block_size => 0, old_heap_size => 0},
                       maps:from_list(Collection)),
    #{heap_block_size := Heap, heap_size := Used, stack_size := Stack, old_heap_block_size := Old, old_heap_size := OldUsed} = Sizes,
    Links = maps:get(links, Info) ++ [{to, To} || {_, To} <- maps:get(monitors, Info)] ++
        [{from, From} || From <- maps:get(monitored_by, Info)],
    [lines([{"State", state(maps:get(status, Info))}] ++
               [{"Name", Name} || Name =/= []] ++
               [{"Spawned as", iolist_to_binary(io_lib:format("~w:~tw/~w", [M, F, A]))},
                {"Spawned by", parent(maps:get(parent, Info))},
                {"Message queue length", maps:get(message_queue_len, Info)}] ++
               [{"Link list", Links} || Links =/= []] ++
               [{"Dictionary", Dictionary} || Dictionary =/= []] ++
               [{"Reductions", maps:get(reductions, Info)},
                {"Stack+heap", Heap},
                {"OldHeap", Old},
                {"Heap unused", max(0, Heap - Used - Stack)},
                {"OldHeap unused", Old - OldUsed},
                {"Memory", maps:get(memory, Info)}]),
     "Stack dump:\n", Backtrace, $\n].

state(waiting) -> <<"Waiting">>;
state(running) -> <<"Running">>;
state(runnable) -> <<"Scheduled">>;
state(suspended) -> <<"Suspended">>;
state(exiting) -> <<"Exiting">>;
state(garbage_collecting) -> <<"Garbing">>;
state(Other) -> Other.

parent(undefined) -> [];
parent(Parent) -> Parent.

port(Port) ->
    case erlang:port_info(Port) of
        undefined -> [];
        Info ->
            [io_lib:format("=port:~w~nState: CONNECTED~n", [Port]),
             lines([{Name, Value} || {Name, Key} <- [{"Connected", connected}, {"Links", links}, {"Input", input}, {"Output", output}],
                                     {_, Value} <- [lists:keyfind(Key, 1, Info)]])]
    end.

loaded() ->
    Modules = [{Module, sonde_native:module_bytes(Module)} || {Module, _} <- code:all_loaded()],
    ["Current code: ", integer_to_list(erlang:memory(code)), "\nOld code: 0\n",
     [io_lib:format("~tw ~w~n", [Module, Bytes]) || {Module, Bytes} <- lists:sort(Modules)]].

memory() ->
    Memory = erlang:memory(),
    ["=memory\n", [io_lib:format("~w: ~w~n", [Kind, Bytes]) || {Kind, Bytes} <- Memory]].

%% How full what cannot grow is.
tables_of_the_machine() ->
    [io_lib:format("=index_table:~s~nlimit: ~w~nentries: ~w~n", [Name, erlang:system_info(Limit), Count])
     || {Name, Limit, Count} <- [{"atom_tab", atom_limit, erlang:system_info(atom_count)},
                                 {"process", process_limit, erlang:system_info(process_count)},
                                 {"port", port_limit, erlang:system_info(port_count)}, {"ets", ets_limit, length(ets:all())}]].

distribution() -> ["=node:'", atom_to_list(node()), "'\n", case is_alive() of true -> "=visible_node\n"; false -> "=no_distribution\n" end].

%% Objects of tables that others may not read are shown to nobody, as they are their owner's.
table(Table, What) ->
    case ets:info(Table) of
        undefined -> [];
        Info ->
            Get = fun(Key) -> proplists:get_value(Key, Info) end,
            [io_lib:format("=ets:~w~nTable: ~tp~nName: ~tp~n", [Get(owner), Get(id), Get(name)]),
             objects(Table, What, Get(protection)),
             lines([{Name, Get(Key)} || {Name, Key} <- [{"Objects", size}, {"Words", memory}, {"Type", type}, {"Protection", protection},
                                                        {"Compressed", compressed}, {"Write Concurrency", write_concurrency},
                                                        {"Read Concurrency", read_concurrency}]])]
    end.

objects(_, no_objects, _) -> [];
objects(_, _, private) -> [];
objects(Table, _, _) ->
    try ets:tab2list(Table) of
        Objects -> [[text(Object), $\n] || Object <- Objects]
    catch
        error:badarg -> []
    end.

%% In the form of OTP's, of the parts that there are; then the end by SIGABRT, as OTP's.
dump() ->
    File = os:getenv("ERL_CRASH_DUMP", "erl_crash.dump"),
    print(["Crash dump requested by user\nCrash dump is being written to: ", File, "..."]),
    {{Year, Month, Day}, {Hour, Minute, Second}} = calendar:local_time(),
    Time = io_lib:format("~4..0w-~2..0w-~2..0w ~2..0w:~2..0w:~2..0w", [Year, Month, Day, Hour, Minute, Second]),
    Text = ["=erl_crash_dump:0.5\n", Time,
            "\nSlogan: Crash dump requested by user\nSystem version: ", erlang:system_info(system_version), "\n",
            lines([{"Atoms", erlang:system_info(atom_count)}]),
            memory(), tables_of_the_machine(),
            [process(P) || P <- others()], [port(P) || P <- erlang:ports()], [table(T, no_objects) || T <- ets:all()],
            distribution(), "=loaded_modules\n", loaded(), "=end\n"],
    case file:write_file(File, unicode:characters_to_binary(Text)) of
        ok -> print("done\n");
        {error, Reason} -> print(["failed: ", file:format_error(Reason), $\n])
    end,
    sonde_native:abort().
