%% needs: 27
%% dbg's port to a file: what it is opened with, what the file holds, files in turn, and reading it all again.
-module(file_port).
-export([main/0, f/1]).

f(X) -> {X, lists:duplicate(X rem 50, x)}.

main() ->
    %% Where it is not part of the machine, it is a file to load.
    catch erl_ddll:load_driver(filename:join(code:priv_dir(runtime_tools), "lib"), trace_file_drv),
    Name = "/tmp/file_port-" ++ os:getpid() ++ "-",
    try
        opening(Name), frames(Name), full(), traced(Name), in_turn(Name)
    after
        [file:delete(F) || F <- filelib:wildcard(Name ++ "*")]
    end.

opening(Name) ->
    [io:format("~0p~n", [opened(Command)])
     || Command <- ["", " x", " n ", " n /no/such/folder/f", " w 1 2 3 n " ++ Name, " w 1 2 3 400 n abc", " w x"]].

opened(Command) ->
    try open_port({spawn, "trace_file_drv" ++ Command}, []) of
        Port -> port_close(Port), opened
    catch error:Reason -> Reason
    end.

frames(Name) ->
    Port = open_port({spawn, "trace_file_drv n " ++ Name}, [eof]),
    true = port_command(Port, "hello"),
    io:format("~p~n", [file:read_file(Name)]),
    io:format("~p~n", [erlang:port_control(Port, $f, "")]),
    io:format("~p~n", [file:read_file(Name)]),
    [io:format("~p~n", [try erlang:port_control(Port, Operation, Data) catch error:Reason -> Reason end])
     || {Operation, Data} <- [{$g, ""}, {$f, [a]}, {$f, <<"more">>}]],
    Port ! {self(), {command, binary:copy(<<"x">>, 100000)}},
    erlang:port_control(Port, $f, ""),
    io:format("~p~n", [filelib:file_size(Name)]),
    [io:format("~0p~n", [erlang:port_info(Port, Item)]) || Item <- [input, output, os_pid]],
    port_command(Port, "the end"),
    port_close(Port),
    {ok, Bytes} = file:read_file(Name),
    io:format("~p ~p~n", [byte_size(Bytes), binary:part(Bytes, byte_size(Bytes), -12)]).

%% A full disk ends the port.
full() ->
    process_flag(trap_exit, true),
    Port = open_port({spawn, "trace_file_drv n /dev/full"}, []),
    true = port_command(Port, "hello"),
    io:format("~p~n", [catch erlang:port_control(Port, $f, "")]),
    receive {'EXIT', Port, Reason} -> io:format("~p~n", [Reason]) end,
    process_flag(trap_exit, false).

traced(Name) ->
    {ok, _} = dbg:tracer(port, dbg:trace_port(file, Name)),
    dbg:p(self(), [c]),
    dbg:tp(?MODULE, f, 1, [{'_', [], [{return_trace}, {message, {caller}}]}]),
    [?MODULE:f(I) || I <- [1, 2, 3]],
    io:format("~p~n", [dbg:flush_trace_port()]),
    dbg:stop(),
    io:format("~p~n", [read(Name, fun({trace, _, What, Call, More}) -> {What, Call, More} end)]).

in_turn(Name) ->
    {ok, _} = dbg:tracer(port, dbg:trace_port(file, {Name, wrap, ".log", 1000, 3})),
    dbg:p(self(), [c]),
    dbg:tp(?MODULE, f, 1, []),
    [?MODULE:f(I) || I <- lists:seq(1, 100)],
    dbg:flush_trace_port(),
    dbg:stop(),
    [io:format("~s~n", [filename:basename(F) -- filename:basename(Name)]) || F <- lists:sort(filelib:wildcard(Name ++ "*.log"))],
    Numbers = read({Name, wrap, ".log"}, fun({trace, _, call, {_, f, [N]}}) -> N end),
    %% How many fit depends on the bytes of a pid.
    io:format("~p ~p~n", [lists:last(Numbers), Numbers =:= lists:seq(hd(Numbers), 100)]).

read(File, Short) ->
    Self = self(),
    Client = dbg:trace_client(file, File, {fun(end_of_trace, Seen) -> Self ! {seen, lists:reverse(Seen)}, [];
                                              (Message, Seen) -> [Short(Message) | Seen]
                                           end, []}),
    receive {seen, Seen} -> is_pid(Client), Seen end.
