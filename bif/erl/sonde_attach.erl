%% The other end of the socket of `sonde run --control`: what `sonde trace --attach` and `sonde top --attach` do in a machine of their own.
%%
%% The process that reads the connection is registered as sonde_trace, because sonde_boot ends it as it ends a tracer: then the server is
%% asked to stop, and sends what is left.
-module(sonde_attach).

-export([start/1, main/0]).

%% How long the last of the trace may take.
-define(LAST_MS, 10000).

%% The request is that of the tool in the other machine, with `attach`, the path of the socket, and `output`.
start(#{attach := Path, output := Output} = Request) ->
    sonde_trace_output:refused(fun() ->
        Sink = case Request of
                   #{measure := Measure} when Measure =/= "" -> {file, 1, <<"standard output">>};
                   _ -> sonde_trace_output:later(Output)
               end,
        Starter = self(),
        {Reader, Monitor} = spawn_monitor(fun() ->
            register(sonde_trace, self()),
            Connection = gen_tcp:connect({local, Path}, 0, [binary, {packet, 4}, {active, true}]),
            Starter ! {?MODULE, self(), element(1, Connection)},
            read(Connection, Path, maps:without([attach, output, tool], Request), Sink, Starter)
        end),
        receive
            {?MODULE, Reader, _} -> ok
        end,
        sonde_native:halt_through(whereis(init)),
        put(?MODULE, Monitor)
    end).

%% Waits for the end of what start/1 began, which may have come already.
main() ->
    Monitor = get(?MODULE),
    receive
        {'DOWN', Monitor, process, _, {status, Status}} -> halt(Status);
        {'DOWN', Monitor, process, _, _} -> halt(1)
    end.

read({error, Reason}, Path, _, Sink, _) ->
    sonde_trace_output:tell(Sink, [Path, ": ", inet:format_error(Reason)]),
    exit({status, 1});
read({ok, Socket}, Path, #{measure := Measure} = Request, Sink, _) ->
    Kind = case Measure of "top" -> top; "snapshot" -> snapshot; "breakpoints" -> breakpoints; "" -> trace end,
    Sized = case Kind of top -> sonde_top_keys:sized(Request); _ -> Request end,
    case gen_tcp:send(Socket, term_to_binary({Kind, Sized})) of
        ok ->
            Keys = case Kind of top -> sonde_top_keys:start(Request); _ -> none end,
            exit({status, read(#{socket => Socket, path => Path, sink => Sink, keys => Keys, traced => none, request => Request})});
        {error, Reason} -> read({error, Reason}, Path, Request, Sink, none)
    end.

%% The exit status.
read(#{socket := Socket, path := Path, sink := Sink, traced := Traced} = State) ->
    receive
        {tcp, Socket, Packet} -> taken(binary_to_term(Packet), State);
        {tcp_closed, Socket} ->
            sonde_trace_output:tell(Sink, [Path, ": the other machine has ended or closed the connection"]),
            1;
        {tcp, Traced, Packet} ->
            case binary_to_term(Packet) of
                {output, Bytes} -> shown({traced, Bytes}, State);
                {tell, Text} -> shown({traced, [Text, $\n]}, State);
                _ -> read(State)
            end;
        {key, Key} -> shown({key, Key}, State);
        {stop, From} ->
            _ = gen_tcp:send(Socket, term_to_binary(stop)),
            erlang:send_after(?LAST_MS, self(), {tcp_closed, Socket}),
            Status = read(State),
            From ! {sonde_trace, case Status of 0 -> stopped; _ -> failed end},
            Status
    end.

taken(Message, #{sink := {later, _} = Sink} = State) when Message =:= done; element(1, Message) =:= output ->
    try sonde_trace_output:opened(Sink) of
        Opened -> taken(Message, State#{sink := Opened})
    catch
        throw:{refused, Status, Text} ->
            sonde_trace_output:tell(Sink, Text),
            Status
    end;
taken({output, Bytes}, #{sink := Sink, keys := none} = State) ->
    try sonde_trace_output:write(Sink, Bytes) of
        ok -> read(State)
    catch
        throw:{cannot_write, Reason} ->
            sonde_trace_output:tell(Sink, [sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason)]),
            1
    end;
taken({Kind, _} = Message, State) when Kind =:= output; Kind =:= selected -> shown(Message, State);
taken({tell, Text}, #{sink := Sink} = State) ->
    sonde_trace_output:tell(Sink, Text),
    read(State);
taken({refused, Status, Text}, #{sink := Sink}) ->
    sonde_trace_output:tell(Sink, Text),
    Status;
taken(done, _) -> 0.

%% An event for an interactive list.
shown(Event, #{keys := Keys} = State) ->
    {Actions, NewKeys} = sonde_top_keys:show(Event, Keys),
    act(Actions, State#{keys := NewKeys}).

act([], State) -> read(State);
act([quit | _], #{socket := Socket}) ->
    _ = gen_tcp:close(Socket),
    0;
act([{send, Term} | Rest], #{socket := Socket} = State) ->
    _ = gen_tcp:send(Socket, term_to_binary(Term)),
    act(Rest, State);
act([end_trace | Rest], #{traced := Traced} = State) ->
    Traced =:= none orelse gen_tcp:close(Traced),
    act(Rest, State#{traced := none});
act([{trace, Wanted} | Rest], #{path := Path, request := Request} = State) ->
    Traced = case gen_tcp:connect({local, Path}, 0, [binary, {packet, 4}, {active, true}]) of
                 {ok, Socket} ->
                     _ = gen_tcp:send(Socket, term_to_binary({trace, maps:merge(Request#{measure := ""}, Wanted)})),
                     Socket;
                 {error, _} -> none
             end,
    act(Rest, State#{traced := Traced}).
