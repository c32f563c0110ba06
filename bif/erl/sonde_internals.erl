%% A system process of the machine, and functions of erts_internal that OTP splits into a request and a message with the answer. Here
%% one native does all of it and waits; these functions build the parts from that native, for libraries that call them directly.
%% bif/system/internals.cpp and bif/tracing/trace.cpp call them.
-module(sonde_internals).

-export([group_leader/3, is_process_alive/2, suspend_process/2, process_display/2, process_flag/3, request_system_task/4,
         trace_cleaner/0, with_tracer_module/4, start_sockets/0, socket_table/1, open_socket/2, open_socket/4]).

%% -> ok, and {Ref, true | badarg} comes as a message.
group_leader(Leader, Pid, Ref) ->
    self() ! {Ref, try erlang:group_leader(Leader, Pid) catch error:badarg -> badarg end},
    ok.

%% -> ok, and {Ref, boolean()} comes as a message.
is_process_alive(Pid, Ref) ->
    self() ! {Ref, erlang:is_process_alive(Pid)},
    ok.

%% -> boolean() | badarg | system_limit.
suspend_process(Pid, Options) ->
    try erlang:suspend_process(Pid, Options)
    catch error:Reason -> Reason
    end.

%% Writes the backtrace of a process to standard error. -> true | badarg | badopt.
process_display(Pid, backtrace) ->
    try erlang:process_info(Pid, backtrace) of
        {backtrace, Text} ->
            erlang:display_string(stderr, unicode:characters_to_list(Text)),
            true;
        undefined -> badarg
    catch
        error:badarg -> badarg
    end;
process_display(_, _) -> badopt.

%% -> the old value | badarg.
process_flag(Pid, Flag, Value) ->
    try erlang:process_flag(Pid, Flag, Value)
    catch error:badarg -> badarg
    end.

%% A task of `Pid`, whose answer goes to `Requester`: {Type, Id, Answer}. -> ok.
request_system_task(Requester, Pid, Priority, {Type, Id, _} = Task) ->
    spawn(fun() ->
        ok = erts_internal:request_system_task(Pid, Priority, Task),
        receive {Type, Id, Answer} -> Requester ! {Type, Id, Answer} end
    end),
    ok;
request_system_task(Requester, Pid, Priority, Task) -> error(badarg, [Requester, Pid, Priority, Task]).

%% trace:Function(Arguments...) with a tracer module that is not loaded. The call loads it, or fails as a call does.
with_tracer_module(Module, State, Function, Arguments) ->
    Module:enabled(trace_status, self(), State),
    apply(trace, Function, Arguments).

%% Removes the breakpoints of trace sessions that ended by themselves, and ends sessions whose time is over. A message wakes it when
%% there is more to do.
trace_cleaner() ->
    Next = sonde_native:trace_sweep(),
    receive _ -> ok after Next -> ok end,
    trace_cleaner().

%% Module prim_socket starts with the first socket, not with the machine: its tables are asked for, or a socket is opened.
socket_table(Name) ->
    start_sockets(),
    persistent_term:get({prim_socket, Name}).

open_socket(Descriptor, Options) ->
    start_sockets(),
    prim_socket:nif_open(Descriptor, Options).

open_socket(Domain, Type, Protocol, Options) ->
    start_sockets(),
    prim_socket:nif_open(Domain, Type, Protocol, Options).

%% One process starts it, the others wait for its end.
start_sockets() ->
    {_, Watch} = spawn_monitor(fun() ->
        try register(sonde_starts_sockets, self()) of
            true -> whereis(socket_registry) =/= undefined orelse start_prim_socket()
        catch
            error:badarg -> wait_for(whereis(sonde_starts_sockets))
        end
    end),
    receive {'DOWN', Watch, process, _, _} -> ok end.

start_prim_socket() ->
    ok = prim_socket:on_load(),
    wait_for_registry().

wait_for_registry() ->
    whereis(socket_registry) =/= undefined orelse
        begin
            receive after 1 -> ok end,
            wait_for_registry()
        end.

wait_for(undefined) -> ok;
wait_for(Pid) ->
    Watch = monitor(process, Pid),
    receive {'DOWN', Watch, process, _, _} -> ok end.
