%% What `sonde trace` does inside the machine: a session whose tracer is a process that prints a line per event.
%%
%%   0.000213 <0.93.0> {call,{ping_pong,pong,[3,<0.92.0>]}}
%%
%% Seconds since tracing began, process, and the event as an Erlang term: a trace message without its tag, process and time stamp.
%% Called by the process that is about to run the program. This process is traced from then on, and all processes that are spawned
%% later; the machine's own processes (I/O, code server) are not, because they exist before.
%% Call patterns are set for code that is loaded already, and stored in the machine for code that is loaded later, so that the first
%% call of a function is seen.
-module(sonde_trace).

-export([start/1, pattern/1]).

%% The request is a map that tools/main_request.cpp makes:
%%
%%   calls     patterns, as {Module, Function, Arity} of strings
%%   messages, procs, count   switches
%%   output    a file name, or <<>> for standard error
%%   bounds    options of the session: a trace is bounded, or a program that makes events faster than they are printed would fill
%%             the memory
start(#{calls := Calls, messages := Messages, procs := Procs, count := Count, output := Output, bounds := Bounds}) ->
    Starter = self(),
    Sink = sink(Output),
    Patterns = [pattern(Parts) || Parts <- Calls],
    Tracer = spawn(fun() -> register(?MODULE, self()), Starter ! {?MODULE, ready}, wait_for_session(Sink, Patterns, Count) end),
    receive {?MODULE, ready} -> ok end,
    Session = trace:session_create(?MODULE, Tracer, Bounds),
    Tracer ! {session, Session},
    Kind = case Count of true -> call_count; false -> local end,
    [set(Session, Pattern, Kind) || Pattern <- Patterns],
    Flags = [call || Patterns =/= [], not Count] ++ [Flag || Messages, Flag <- [send, 'receive']] ++ [procs || Procs],
    0 = trace:process(Session, new, true, [monotonic_timestamp | Flags]),
    %% The trace of a program that halts is printed to its end, too.
    sonde_native:halt_through(whereis(init)),
    1 = trace:process(Session, Starter, true, [monotonic_timestamp | Flags]),
    ok.

%% To end the trace, send {stop, Pid} to the process registered as sonde_trace. It prints the events that are still in its queue, then the
%% counts, and sends Pid {sonde_trace, stopped}, or {sonde_trace, failed} where the trace could not be written to its end.

%% Where the trace goes: descriptor and name.
sink(<<>>) -> {2, <<"standard error">>};
sink(Name) ->
    case sonde_native:create_file(Name) of
        Fd when is_integer(Fd) -> {Fd, Name};
        {error, Reason} ->
            tell([Name, ": ", erl_posix_msg:message(Reason)]),
            halt(1)
    end.

set(Session, Mfa, Kind) ->
    trace:function(Session, Mfa, true, [Kind]),
    ok = sonde_native:trace_on_load(Session, Mfa, true, [Kind]).

%% Strings; "_" stands for any.
pattern({Module, Function, "_"}) -> {list_to_atom(Module), list_to_atom(Function), '_'};
pattern({Module, Function, Arity}) -> {list_to_atom(Module), list_to_atom(Function), list_to_integer(Arity)}.

wait_for_session(Sink, Patterns, Count) ->
    receive {session, Session} -> loop(Session, Sink, Patterns, Count, erlang:monotonic_time(nanosecond)) end.

%% A trace that cannot be written ends; the program does not.
loop(Session, Sink, Patterns, Count, Start) ->
    try print_until_stopped(Session, Sink, Patterns, Count, Start) of
        From -> From ! {?MODULE, stopped}
    catch
        throw:{cannot_write, Reason} ->
            trace:session_destroy(Session),
            {_, Name} = Sink,
            tell([Name, ": ", erl_posix_msg:message(Reason), ", the trace ends here"]),
            receive {stop, From} -> From ! {?MODULE, failed} end
    end.

print_until_stopped(Session, Sink, Patterns, Count, Start) ->
    receive
        {stop, From} ->
            %% When the answer comes, the events of all processes are in the queue.
            Ref = trace:delivered(Session, all),
            drain(Sink, Start, Ref),
            _ = [print_counts(Session, Sink, Pattern) || Count, Pattern <- Patterns],
            [tell_unmatched(Pattern) || Pattern <- Patterns, functions(Pattern) =:= []],
            From;
        Message ->
            print(Sink, Start, Message),
            print_until_stopped(Session, Sink, Patterns, Count, Start)
    end.

drain(Sink, Start, Ref) ->
    receive
        {trace_delivered, all, Ref} -> ok;
        Message ->
            print(Sink, Start, Message),
            drain(Sink, Start, Ref)
    end.

print(Sink, Start, Message) when element(1, Message) =:= trace_ts ->
    [trace_ts, Pid | Rest] = tuple_to_list(Message),
    {Event, [Time]} = lists:split(length(Rest) - 1, Rest),
    Ns = max(0, Time - Start),
    write(Sink, "~w.~6..0w ~w ~0tp~n", [Ns div 1000000000, Ns rem 1000000000 div 1000, Pid, list_to_tuple(Event)]);
print(Sink, _, {trace_dropped, N}) -> write(Sink, "... ~w events dropped~n", [N]);
print(Sink, _, {trace_stopped, Reason}) -> write(Sink, "... tracing stopped: ~w~n", [Reason]);
print(_, _, _) -> ok.

write({Fd, _}, Format, Arguments) ->
    case sonde_native:write(Fd, unicode:characters_to_binary(io_lib:format(Format, Arguments))) of
        ok -> ok;
        {error, Reason} -> throw({cannot_write, Reason})
    end.

%% A line for the user; lost where standard error is closed.
tell(Text) ->
    _ = sonde_native:write(2, unicode:characters_to_binary(["sonde: ", Text, $\n])),
    ok.

%% Most often the name is misspelt.
tell_unmatched({Module, Function, Arity}) ->
    tell(io_lib:format("--calls ~tw:~tw/~w: no loaded function is named so", [Module, Function, Arity])).

print_counts(Session, Sink, Pattern) ->
    Counts = [{N, Mfa} || Mfa <- functions(Pattern), {call_count, N} <- [info(Session, Mfa)], is_integer(N), N > 0],
    [write(Sink, "~10w ~tw:~tw/~w~n", [N, M, F, A]) || {N, {M, F, A}} <- lists:reverse(lists:sort(Counts))].

%% Nothing where the session has stopped by itself.
info(Session, Mfa) ->
    try trace:info(Session, Mfa, call_count)
    catch error:badarg -> none
    end.

functions({Module, Function, Arity}) ->
    [{M, F, A} || M <- modules(Module), F_A <- [M:module_info(functions)], {F, A} <- F_A,
                  Function =:= '_' orelse F =:= Function, Arity =:= '_' orelse A =:= Arity].

modules('_') -> erlang:loaded();
modules(Module) -> [M || M <- erlang:loaded(), M =:= Module].
