%% The socket of `sonde run --control`: clients (sonde_attach) trace and look at the program while it runs. A Unix socket that only its
%% owner may connect to; what a client sends is trusted as far as its owner is.
%%
%% Each connection has a process, which makes the client's sessions and owns its tracer. It ends with the connection, whatever ends
%% that, and destroys the sessions: so a client that dies leaves nothing behind. A client that does not read for five seconds is
%% disconnected, or it would make the program wait.
%%
%% A packet is an external term behind its length. From the client one request, {trace, Map}, {top, Map}, {breakpoints, Map}, {snapshot, Map} or {shell, Map} (sonde_attach_shell), then perhaps `stop`, and to {top, _} {change, Map} and selected; to the
%% client {output, Bytes}, {tell, Text}, {selected, Pid}, {refused, Status, Text} and at the end done.
-module(sonde_control).

-export([start/1, stop/1]).

-include_lib("kernel/include/file.hrl").

-define(SEND_TIMEOUT_MS, 5000).
-define(REQUEST_TIMEOUT_MS, 10000).
%% How long clients may take to read the last of their traces when the machine ends.
-define(LAST_MS, 2000).
%% Of the name of a Unix socket: what struct sockaddr_un has room for.
-define(MOST_BYTES, 107).

%% Listens, and returns then. Called by the process that is about to run the program: what exists otherwise is no part of it.
start(Path) ->
    Starter = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        Socket = listen(Path),
        %% The processes that are no part of the program; those that serve connections are marked.
        ets:new(?MODULE, [named_table, public]),
        Own = self(),
        ets:insert(?MODULE, [{Process, machine} || Process <- processes(), Process =/= Starter]),
        Starter ! {?MODULE, Own, ready},
        accept(Socket)
    end),
    receive
        {?MODULE, Pid, ready} ->
            demonitor(Monitor, [flush]),
            ok;
        {'DOWN', Monitor, process, Pid, {refused, Why}} -> throw({refused, 1, ["--control ", Path, ": ", Why]})
    end.

%% The machine ends: the clients get the last of their traces. The socket of a machine that is killed stays, and may be taken by the next.
stop(Path) ->
    Monitors = [{monitor(process, Pid), Pid} || {Pid, server} <- case ets:whereis(?MODULE) of undefined -> []; Table -> ets:tab2list(Table) end],
    [Pid ! stop || {_, Pid} <- Monitors],
    [receive {'DOWN', Monitor, process, Pid, _} -> ok after ?LAST_MS -> late end || {Monitor, Pid} <- Monitors],
    %% When the machine shuts down in order, OTP's file server has ended before.
    _ = prim_file:delete(Path),
    ok.

%% The socket appears under its name when nobody else may connect to it any more: until then it is in a folder that is its owner's.
listen(Path) ->
    in_use(Path) andalso exit({refused, "exists already"}),
    Folder = unicode:characters_to_list(Path) ++ "." ++ os:getpid(),
    Hidden = filename:join(Folder, "s"),
    is_short_enough(Path, Hidden),
    succeeds(file:make_dir(Folder)),
    try
        succeeds(file:change_mode(Folder, 8#700)),
        case gen_tcp:listen(0, [{ifaddr, {local, Hidden}}, binary, {packet, 4}, {active, false}, {send_timeout, ?SEND_TIMEOUT_MS},
                                {send_timeout_close, true}]) of
            {ok, Socket} ->
                succeeds(file:change_mode(Hidden, 8#600)),
                succeeds(file:rename(Hidden, Path)),
                Socket;
            {error, Reason} -> exit({refused, text(Reason)})
        end
    after
        file:delete(Hidden),
        file:del_dir(Folder)
    end.

%% The system's limit is one for the name that the socket gets first.
is_short_enough(Path, Hidden) ->
    Excess = byte_size(unicode:characters_to_binary(Hidden)) - ?MOST_BYTES,
    Excess =< 0 orelse exit({refused, io_lib:format("expected the name of a socket, of ~w bytes at most, found ~w bytes",
                                                    [byte_size(Path) - Excess, byte_size(Path)])}).

succeeds(ok) -> ok;
succeeds({error, Reason}) -> exit({refused, text(Reason)}).

text(Reason) when is_atom(Reason) -> inet:format_error(Reason);
text(Reason) -> io_lib:format("~0tp", [Reason]).

%% A socket that nobody listens to was left by a machine that was killed.
in_use(Path) ->
    case file:read_file_info(Path) of
        {ok, #file_info{type = other}} ->
            case gen_tcp:connect({local, Path}, 0, []) of
                {ok, Socket} -> gen_tcp:close(Socket) =:= ok;
                {error, _} -> false
            end;
        {ok, _} -> true;
        {error, _} -> false
    end.

accept(Listening) ->
    case gen_tcp:accept(Listening) of
        {ok, Socket} ->
            Pid = spawn(fun() -> receive go -> serve(Socket) end end),
            ets:insert(?MODULE, {Pid, server}),
            ok = gen_tcp:controlling_process(Socket, Pid),
            Pid ! go,
            accept(Listening);
        {error, _} -> receive after 100 -> accept(Listening) end
    end.

serve(Socket) ->
    process_flag(trap_exit, true),
    try
        {ok, Packet} = gen_tcp:recv(Socket, 0, ?REQUEST_TIMEOUT_MS),
        request(binary_to_term(Packet), Socket)
    catch
        throw:{refused, Status, Text} -> reply(Socket, {refused, Status, unicode:characters_to_binary(Text)});
        throw:closed -> ok;
        error:{badmatch, {error, _}} -> ok
    after
        gen_tcp:close(Socket),
        ets:delete(?MODULE, self())
    end.

request({trace, Request}, Socket) ->
    Others = [Pid || {Pid, _} <- ets:tab2list(?MODULE)],
    {Tracer, Sessions} = sonde_trace:attach(Request, Others),
    ets:insert(?MODULE, {Tracer, tracer}),
    try
        %% The request is accepted: the client may open its file.
        reply(Socket, {output, <<>>}),
        ok = inet:setopts(Socket, [{active, true}]),
        relay(Socket, Tracer)
    after
        [trace:session_destroy(Session) || Session <- Sessions],
        exit(Tracer, kill),
        ets:delete(?MODULE, Tracer)
    end;
request({breakpoints, Request}, Socket) ->
    reply(Socket, {output, unicode:characters_to_binary(sonde_breakpoints:text(Request))}),
    reply(Socket, done);
request({snapshot, _}, Socket) ->
    case sonde_recorder:snapshot("a client asks for it") of
        {ok, Text} -> reply(Socket, {output, unicode:characters_to_binary([Text, $\n])});
        {error, Why} -> throw({refused, 1, Why})
    end,
    reply(Socket, done);
request({shell, _}, Socket) ->
    ok = inet:setopts(Socket, [{active, true}]),
    sonde_attach_shell:serve(Socket, fun(Term) -> reply(Socket, Term) end, fun(Shell) -> ets:insert(?MODULE, {Shell, shell}) end);
request({top, Request}, Socket) ->
    ok = inet:setopts(Socket, [{active, true}]),
    sonde_top:run(Request, fun(Text) -> reply(Socket, {output, unicode:characters_to_binary(Text)}) end,
                  fun(Ms) ->
                      receive
                          {tcp, Socket, Packet} -> top_asked(binary_to_term(Packet), Socket);
                          stop -> stop;
                          {tcp_closed, Socket} -> throw(closed)
                      after Ms -> continue
                      end
                  end),
    reply(Socket, done).

%% What a key of the client means for sonde_top.
top_asked({change, Change}, _) -> {change, Change};
top_asked(selected, Socket) -> {selected, fun(Pid) -> reply(Socket, {selected, case is_pid(Pid) of true -> pid_to_list(Pid); false -> none end}) end};
top_asked(stop, _) -> stop.

%% Passes on what the tracer writes until it or the client ends.
relay(Socket, Tracer) ->
    receive
        {output, {Writer, Ref}, Bytes} ->
            reply(Socket, {output, Bytes}),
            Writer ! {written, Ref},
            relay(Socket, Tracer);
        {tell, Text} ->
            reply(Socket, {tell, Text}),
            relay(Socket, Tracer);
        {tcp, Socket, _} ->
            self() ! stop,
            relay(Socket, Tracer);
        stop ->
            Tracer ! {stop, self()},
            relay(Socket, Tracer);
        {sonde_trace, _} -> reply(Socket, done);
        {'EXIT', Tracer, _} -> reply(Socket, {refused, 1, <<"the tracer has ended">>});
        {tcp_closed, Socket} -> ok;
        {tcp_error, Socket, _} -> ok;
        _ -> relay(Socket, Tracer)
    end.

reply(Socket, Term) ->
    case gen_tcp:send(Socket, term_to_binary(Term)) of
        ok -> ok;
        {error, _} -> throw(closed)
    end.
