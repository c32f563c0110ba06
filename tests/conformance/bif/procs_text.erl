%% shows system_info(procs): the sections of processes and ports, the lines of each in order, and those whose values do not vary
-module(procs_text).
-export([main/0, child/1]).

main() ->
    Self = self(),
    Waiting = spawn_opt(?MODULE, child, [Self], [link, {priority, high}, {message_queue_data, off_heap}]),
    Suspended = spawn(fun() -> receive stop -> ok end end),
    waits(Suspended),
    true = erlang:suspend_process(Suspended),
    Ref = monitor(process, Waiting),
    receive {Waiting, ready} -> ok end,
    waits(Waiting),
    Waiting ! one,
    Waiting ! two,
    Port = open_port({spawn, "cat"}, [binary]),
    Text = erlang:system_info(procs),
    Sections = sections(Text),
    io:format("~p~n", [lists:usort([hd(string:split(Title, ":")) || {Title, _} <- Sections])]),
    Names = [{pid_to_list(Self), "SELF"}, {pid_to_list(Waiting), "WAITING"}, {ref_to_list(Ref), "REF"}, {erlang:port_to_list(Port), "PORT"}],
    Fixed = ["State", "Name", "Spawned as", "Spawned by", "Message queue length", "Number of heap fragments", "Link list", "Dictionary", "OldHeap",
             "Internal State", "Connected", "Links", "Port controls external process", "Input", "Output", "Queue"],
    [begin
         {_, Lines} = lists:keyfind("=" ++ Kind ++ ":" ++ Id, 1, Sections),
         io:format("~s~n~p~n", [What, [case lists:member(Key, Given) of
                                           true -> {Key, named(Value, Names)};
                                           false -> Key
                                       end || Line <- Lines, {Key, Value} <- key(Line)]])
     end || {What, Kind, Id, Given} <- [{waiting, "proc", pid_to_list(Waiting), Fixed}, {suspended, "proc", pid_to_list(Suspended), Fixed},
                                        {self, "proc", pid_to_list(Self), ["State", "Internal State"]},
                                        {port, "port", erlang:port_to_list(Port), Fixed}]],
    %% Every process has a section, in the order of processes/0.
    io:format("~p~n", [[Pid || {"=proc:" ++ Pid, _} <- Sections] =:= [pid_to_list(P) || P <- processes()]]).

waits(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), waits(Pid)
    end.

child(Parent) ->
    register(procs_text_child, self()),
    put(key, value),
    Parent ! {self(), ready},
    receive stop -> ok end.

sections(Text) ->
    lists:reverse(lists:foldl(fun("=" ++ _ = Title, Done) -> [{Title, []} | Done];
                                 (Line, [{Title, Lines} | Done]) -> [{Title, Lines ++ [Line]} | Done]
                              end, [], string:split(binary_to_list(Text), "\n", all))).

%% The lines of a stack are those of a machine's code.
key(Line) ->
    case string:split(Line, ": ") of
        ["Program counter" | _] -> [];
        ["0x" ++ _ | _] -> [];
        ["y(" ++ _ | _] -> [];
        [Key, Value] -> [{Key, Value}];
        [""] -> [];
        ["arity" ++ _] -> [];
        [Key] -> [{Key, ""}]
    end.

named(Value, Names) ->
    lists:foldl(fun({Id, Name}, Text) -> lists:flatten(string:replace(Text, Id, Name, all)) end, Value, Names).
