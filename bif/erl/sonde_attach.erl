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
                   #{measure := Measure} when Measure =:= "top"; Measure =:= "snapshot" -> {file, 1, <<"standard output">>};
                   _ -> sonde_trace_output:open(Output)
               end,
        Starter = self(),
        Reader = spawn(fun() ->
            register(sonde_trace, self()),
            Connection = gen_tcp:connect({local, Path}, 0, [binary, {packet, 4}, {active, true}]),
            Starter ! {?MODULE, self(), element(1, Connection)},
            read(Connection, Path, maps:without([attach, output, tool], Request), Sink, Starter)
        end),
        receive
            {?MODULE, Reader, _} -> ok
        end,
        sonde_native:halt_through(whereis(init)),
        put(?MODULE, Reader)
    end).

%% Waits for the end of what start/1 began.
main() ->
    Monitor = monitor(process, get(?MODULE)),
    receive
        {'DOWN', Monitor, process, _, {status, Status}} -> halt(Status);
        {'DOWN', Monitor, process, _, _} -> halt(1)
    end.

read({error, Reason}, Path, _, Sink, _) ->
    sonde_trace_output:tell(Sink, [Path, ": ", inet:format_error(Reason)]),
    exit({status, 1});
read({ok, Socket}, Path, #{measure := Measure} = Request, Sink, _) ->
    Kind = case Measure of "top" -> top; "snapshot" -> snapshot; _ -> trace end,
    case gen_tcp:send(Socket, term_to_binary({Kind, Request})) of
        ok -> exit({status, read(Socket, Path, Sink)});
        {error, Reason} -> read({error, Reason}, Path, Request, Sink, none)
    end.

%% The exit status.
read(Socket, Path, Sink) ->
    receive
        {tcp, Socket, Packet} ->
            case binary_to_term(Packet) of
                {output, Bytes} ->
                    try sonde_trace_output:write(Sink, Bytes) of
                        ok -> read(Socket, Path, Sink)
                    catch
                        throw:{cannot_write, Reason} ->
                            sonde_trace_output:tell(Sink, [sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason)]),
                            1
                    end;
                {tell, Text} ->
                    sonde_trace_output:tell(Sink, Text),
                    read(Socket, Path, Sink);
                {refused, Status, Text} ->
                    sonde_trace_output:tell(Sink, Text),
                    Status;
                done -> 0
            end;
        {tcp_closed, Socket} ->
            sonde_trace_output:tell(Sink, [Path, ": the other machine has ended or closed the connection"]),
            1;
        {stop, From} ->
            _ = gen_tcp:send(Socket, term_to_binary(stop)),
            erlang:send_after(?LAST_MS, self(), {tcp_closed, Socket}),
            Status = read(Socket, Path, Sink),
            From ! {sonde_trace, case Status of 0 -> stopped; _ -> failed end},
            Status
    end.
