%% `sonde shell --attach SOCKET`: the shell of another machine. It runs there, as a process of that machine (sonde_control); what it reads and
%% prints are requests of Erlang's I/O protocol, which this side answers with its own terminal, line editing and all.
%%
%% The end of the input ends the connection and not the other machine, as it would if its shell saw it.
-module(sonde_attach_shell).

-export([start/1, serve/3]).

%% The client's side: the process that OTP's terminal, or our reader, takes for its shell. It ends with the connection, and with it this machine.
start(Path) ->
    spawn(fun() ->
        process_flag(trap_exit, true),
        case gen_tcp:connect({local, Path}, 0, [binary, {packet, 4}, {active, true}]) of
            {ok, Socket} ->
                ok = gen_tcp:send(Socket, term_to_binary({shell, #{}})),
                client(Socket, Path);
            {error, Reason} -> leave(1, [Path, ": ", inet:format_error(Reason)])
        end
    end).

client(Socket, Path) ->
    receive
        {tcp, Socket, Packet} ->
            case binary_to_term(Packet) of
                {io_request, Ref, Request} -> group_leader() ! {io_request, self(), Ref, Request};
                {refused, Status, Text} -> leave(Status, Text)
            end,
            client(Socket, Path);
        {io_reply, Ref, Reply} ->
            is_end(Reply) andalso leave(0, ""),
            _ = gen_tcp:send(Socket, term_to_binary({io_reply, Ref, Reply})),
            client(Socket, Path);
        {tcp_closed, Socket} -> leave(0, [Path, ": the other machine has ended or closed the connection"]);
        %% ^C of the terminal's own menu.
        {'EXIT', _, interrupt} ->
            _ = gen_tcp:send(Socket, term_to_binary(interrupt)),
            client(Socket, Path);
        {'EXIT', _, _} -> leave(0, "");
        _ -> client(Socket, Path)
    end.

%% As io:get_line/1 has it, and those who read tokens of Erlang.
is_end(Reply) -> Reply =:= eof orelse is_tuple(Reply) andalso (element(1, Reply) =:= eof orelse Reply =:= {error, terminated}).

%% The other machine may have sent its last words as output, which are to be seen before this one ends.
leave(Status, Why) ->
    Why =:= "" orelse sonde_trace_output:tell(sonde_trace_output:open(<<>>), Why),
    init:stop(Status),
    receive after infinity -> ok end.

%% The side of the machine that is looked at: the shell's group leader, until the client or the shell ends. Mark is called with the pids
%% of processes that are no part of the program.
serve(Socket, Reply, Mark) ->
    group_leader(self(), self()),
    Shell = shell:start(init),
    Mark(Shell),
    Monitor = monitor(process, Shell),
    try server(#{socket => Socket, reply => Reply, shell => Shell, monitor => Monitor, next => 1, asked => #{}})
    after exit(Shell, kill)
    end.

server(#{socket := Socket, reply := Reply, shell := Shell, monitor := Monitor, next := Next, asked := Asked} = State) ->
    receive
        {io_request, From, As, Request} ->
            case answer(Request) of
                {ask, Asking} ->
                    Reply({io_request, Next, Asking}),
                    server(State#{next := Next + 1, asked := Asked#{Next => {From, As}}});
                {reply, Value} ->
                    From ! {io_reply, As, Value},
                    server(State)
            end;
        {tcp, Socket, Packet} ->
            case binary_to_term(Packet) of
                interrupt ->
                    exit(Shell, interrupt),
                    server(State);
                {io_reply, Ref, Value} when is_map_key(Ref, Asked) ->
                    {From, As} = map_get(Ref, Asked),
                    From ! {io_reply, As, Value},
                    server(State#{asked := maps:remove(Ref, Asked)});
                _ -> server(State)
            end;
        stop -> ok;
        {'DOWN', Monitor, process, Shell, _} -> ok;
        {tcp_closed, Socket} -> ok;
        {tcp_error, Socket, _} -> ok;
        _ -> server(State)
    end.

%% Text is made here, where its terms are; funs mean nothing on the other side.
answer({put_chars, Encoding, Module, Function, Arguments}) ->
    try {ask, {put_chars, Encoding, apply(Module, Function, Arguments)}}
    catch _:_ -> {reply, {error, Function}}
    end;
answer({put_chars, Module, Function, Arguments}) -> answer({put_chars, latin1, Module, Function, Arguments});
answer({requests, Requests}) -> answer_all(Requests, []);
answer({setopts, Options}) -> {ask, {setopts, [Option || Option <- Options, not has_fun(Option)]}};
answer(Request) -> {ask, Request}.

answer_all([], Asking) -> {ask, {requests, lists:reverse(Asking)}};
answer_all([Request | Rest], Asking) ->
    case answer(Request) of
        {ask, One} -> answer_all(Rest, [One | Asking]);
        Reply -> Reply
    end.

has_fun({_, Value}) -> is_function(Value);
has_fun(_) -> false.
