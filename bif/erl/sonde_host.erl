%% What a machine that is part of a C++ program runs in place of a program (tools/libsonde): it does what the program asks for, and sends what
%% the program wants to have.
%%
%% A request is {sonde_host, Packet}, an external term: {call, Number, Module, Function, Arguments}, {cancel, Number} or stop. What goes to the
%% program goes by sonde_native:to_host/4. Where that returns true, the program is behind, and the sender waits until {sonde_host, <<>>} comes.
%% Messages to the registered name `host` are for the program.
-module(sonde_host).

-export([serve/1, write/3, load/1, send/2, subscribe/4, unsubscribe/1]).

%% The channels of bif/host/host_link.h.
-define(READY, 0).
-define(ANSWER, 1).
-define(MESSAGE, 2).
-define(EVENT, 3).
-define(OUTPUT, 4).

%% Returns when the machine is to end.
serve(Link) ->
    Others = processes() -- [self()],
    Relay = spawn_link(fun() -> receive go -> relay(Link) end end),
    true = register(host, Relay),
    Relay ! go,
    %% What subscriptions need: the link, and the processes that are no part of what the program runs.
    persistent_term:put(?MODULE, {Link, [self(), Relay | Others]}),
    false = sonde_native:to_host(Link, ?READY, 0, <<>>),
    loop(Link, #{}).

%% Calls: #{Monitor => {Number, Pid}}.
loop(Link, Calls) ->
    receive
        {sonde_host, Packet} ->
            case binary_to_term(Packet) of
                stop -> init:stop();
                Request -> loop(Link, request(Request, Link, Calls))
            end;
        {'DOWN', Monitor, process, _, Reason} when is_map_key(Monitor, Calls) ->
            {{Number, _}, Rest} = maps:take(Monitor, Calls),
            Reason =:= {?MODULE, answered} orelse answer(Link, Number, {raised, exit, Reason, text(exit, Reason, [])}),
            loop(Link, Rest);
        _ -> loop(Link, Calls)
    end.

request({call, Number, Module, Function, Arguments}, Link, Calls) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        answer(Link, Number, called(Module, Function, Arguments)),
        exit({?MODULE, answered})
    end),
    Calls#{Monitor => {Number, Pid}};
request({cancel, Number}, _, Calls) ->
    [exit(Pid, kill) || {N, Pid} <- maps:values(Calls), N =:= Number],
    Calls.

called(Module, Function, Arguments) ->
    try {ok, apply(Module, Function, Arguments)}
    catch Class:Reason:Stack -> {raised, Class, Reason, text(Class, Reason, Stack)}
    end.

text(Class, Reason, Stack) ->
    Ours = fun(Module, _, _) -> Module =:= ?MODULE end,
    unicode:characters_to_binary(erl_error:format_exception(Class, Reason, Stack, #{stack_trim_fun => Ours})).

answer(Link, Number, Answer) -> sonde_native:to_host(Link, ?ANSWER, Number, term_to_binary(Answer)).

relay(Link) ->
    receive Message -> deliver(Link, ?MESSAGE, 0, term_to_binary(Message)) end,
    relay(Link).

%% What Erlang code prints, from the I/O server of a descriptor.
write(Link, Descriptor, Bytes) -> deliver(Link, ?OUTPUT, Descriptor - 1, Bytes).

deliver(Link, Channel, Number, Packet) ->
    case sonde_native:to_host(Link, Channel, Number, Packet) of
        true -> receive {sonde_host, <<>>} -> ok end;
        false -> ok
    end.

%% --- what the program calls ---

load(Beam) ->
    case beam_lib:info(Beam) of
        {error, beam_lib, Why} -> error({not_loaded, Why});
        Info ->
            Module = proplists:get_value(module, Info),
            case code:load_binary(Module, "libsonde", Beam) of
                {module, Module} -> Module;
                {error, Why} -> error({not_loaded, Why})
            end
    end.

send(To, Message) ->
    To ! Message,
    ok.

%% The process that gets the events of a new session, whose number is the subscription's.
subscribe(Number, Calls, Actions, Events) ->
    {Link, Others} = persistent_term:get(?MODULE),
    Patterns = [pattern(Call, [list_to_existing_atom(Action) || Action <- Actions]) || Call <- Calls],
    Flags = [call || Patterns =/= []] ++ lists:append([flags(Event) || Event <- Events]),
    Caller = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> start_session(Caller, Link, Number, Patterns, Flags, [Caller | Others]) end),
    receive
        {Pid, subscribed} ->
            demonitor(Monitor, [flush]),
            Pid;
        {'DOWN', Monitor, process, Pid, Reason} -> error(Reason)
    end.

%% As sonde_trace_pattern has them.
pattern({_, _, _} = Names, Actions) -> {sonde_trace_pattern:names(Names), sonde_trace_pattern:with_actions(true, Actions)};
pattern(Text, Actions) ->
    try sonde_trace_pattern:call(Text) of
        {Mfa, MatchSpec, Own} -> {Mfa, sonde_trace_pattern:with_actions(MatchSpec, Own ++ Actions)}
    catch
        throw:{bad, Why} -> error({bad_pattern, unicode:characters_to_binary([Text, ": ", Why])})
    end.

flags(Event) ->
    case sonde_trace:flags(Event) of
        [] -> error({no_such_event, list_to_binary(Event)});
        Flags -> Flags
    end.

start_session(Caller, Link, Number, Patterns, Flags, Others) ->
    Session = trace:session_create(?MODULE, self(), [{overload, drop_new}, {queue_limit, 10000}]),
    [sonde_trace:set(Session, Mfa, MatchSpec, local) || {Mfa, MatchSpec} <- Patterns],
    NotTraced = [self() | Others],
    sonde_trace:leave_out(Session, NotTraced),
    [try trace:process(Session, Pid, true, [monotonic_timestamp | Flags]) catch error:badarg -> 0 end || Pid <- processes() -- NotTraced],
    trace:process(Session, new, true, [monotonic_timestamp | Flags]),
    Caller ! {self(), subscribed},
    forward(Session, Link, Number).

forward(Session, Link, Number) ->
    receive
        {unsubscribe, From, Ref} ->
            %% What has happened by now comes before the answer to this.
            Delivered = trace:delivered(Session, all),
            forward_until({trace_delivered, all, Delivered}, Link, Number),
            trace:session_destroy(Session),
            From ! {Ref, unsubscribed};
        Event ->
            deliver(Link, ?EVENT, Number, term_to_binary(Event)),
            forward(Session, Link, Number)
    end.

forward_until(Last, Link, Number) ->
    receive
        Last -> ok;
        Event ->
            deliver(Link, ?EVENT, Number, term_to_binary(Event)),
            forward_until(Last, Link, Number)
    end.

unsubscribe(Pid) ->
    Ref = monitor(process, Pid),
    Pid ! {unsubscribe, self(), Ref},
    receive
        {Ref, unsubscribed} -> demonitor(Ref, [flush]), ok;
        {'DOWN', Ref, process, _, _} -> ok
    end.
