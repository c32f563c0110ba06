%% What `sonde trace` does inside the machine: a session whose tracer is a process that prints a line per event.
%%
%%   0.000213 <0.93.0> {call,{ping_pong,pong,[3,<0.92.0>]}}
%%
%% Seconds since tracing began, process, and the event as an Erlang term: a trace message without its tag, process and time stamp.
%% Called by the process that is about to run the program. What it does from then on is traced, and what processes made later do;
%% the machine's own processes (I/O, code server) are not: they exist before.
%% Call patterns are set for code that is loaded already, and left with the machine for code to come, so that the first call of a
%% function is seen.
-module(sonde_trace).

-export([start/1, pattern/1]).

%% {Calls, Messages, Procs, Count, Output, Bounds}: patterns as binaries, three switches, a file name or <<>> for standard error,
%% options for the session: a trace is bounded, or a program that makes events faster than they are printed would fill the memory.
start({Calls, Messages, Procs, Count, Output, Bounds}) ->
    Starter = self(),
    Fd = descriptor(Output),
    Patterns = [pattern(binary_to_list(Text)) || Text <- Calls],
    Tracer = spawn(fun() -> register(?MODULE, self()), Starter ! {?MODULE, ready}, wait_for_session(Fd, Patterns, Count) end),
    receive {?MODULE, ready} -> ok end,
    Session = trace:session_create(?MODULE, Tracer, Bounds),
    Tracer ! {session, Session},
    Kind = case Count of true -> call_count; false -> local end,
    [set(Session, Pattern, Kind) || Pattern <- Patterns],
    Flags = [call || Patterns =/= [], not Count] ++ [Flag || Messages, Flag <- [send, 'receive']] ++ [procs || Procs],
    0 = trace:process(Session, new, true, [monotonic_timestamp | Flags]),
    1 = trace:process(Session, Starter, true, [monotonic_timestamp | Flags]),
    ok.

%% To end it: send the process registered as sonde_trace {stop, Pid}; what is on its way is printed, then the counts, and Pid gets
%% {sonde_trace, stopped}.

descriptor(<<>>) -> 2;
descriptor(Name) ->
    case sonde_native:create_file(Name) of
        Fd when is_integer(Fd) -> Fd;
        {error, _} -> 2
    end.

set(Session, Mfa, Kind) ->
    trace:function(Session, Mfa, true, [Kind]),
    ok = sonde_native:trace_on_load(Session, Mfa, true, [Kind]).

%% "mod", "mod:fun", "mod:fun/arity"; `_` stands for any.
pattern(Text) ->
    case string:split(Text, ":") of
        [Module] -> {part(Module), '_', '_'};
        [Module, Rest] ->
            case string:split(Rest, "/", trailing) of
                [Function, Arity] -> {part(Module), part(Function), arity(Arity)};
                [Function] -> {part(Module), part(Function), '_'}
            end
    end.

part(Text) -> list_to_atom(Text).

arity("_") -> '_';
arity(Text) -> list_to_integer(Text).

wait_for_session(Fd, Patterns, Count) ->
    receive {session, Session} -> loop(Session, Fd, Patterns, Count, erlang:monotonic_time(nanosecond)) end.

loop(Session, Fd, Patterns, Count, Start) ->
    receive
        {stop, From} ->
            %% All processes but this one have nothing on its way any more when the answer comes.
            Ref = trace:delivered(Session, all),
            drain(Fd, Start, Ref),
            _ = [print_counts(Session, Fd, Pattern) || Count, Pattern <- Patterns],
            From ! {?MODULE, stopped};
        Message ->
            print(Fd, Start, Message),
            loop(Session, Fd, Patterns, Count, Start)
    end.

drain(Fd, Start, Ref) ->
    receive
        {trace_delivered, all, Ref} -> ok;
        Message ->
            print(Fd, Start, Message),
            drain(Fd, Start, Ref)
    end.

print(Fd, Start, Message) when element(1, Message) =:= trace_ts ->
    [trace_ts, Pid | Rest] = tuple_to_list(Message),
    {Event, [Time]} = lists:split(length(Rest) - 1, Rest),
    Ns = max(0, Time - Start),
    Line = io_lib:format("~w.~6..0w ~w ~0tp~n", [Ns div 1000000000, Ns rem 1000000000 div 1000, Pid, list_to_tuple(Event)]),
    sonde_native:write(Fd, unicode:characters_to_binary(Line));
print(Fd, _, {trace_dropped, N}) ->
    sonde_native:write(Fd, unicode:characters_to_binary(io_lib:format("... ~w events dropped~n", [N])));
print(Fd, _, {trace_stopped, Reason}) ->
    sonde_native:write(Fd, unicode:characters_to_binary(io_lib:format("... tracing stopped: ~w~n", [Reason])));
print(_, _, _) -> ok.

print_counts(Session, Fd, Pattern) ->
    Counts = [{N, Mfa} || Mfa <- functions(Pattern), {call_count, N} <- [info(Session, Mfa)], is_integer(N), N > 0],
    [sonde_native:write(Fd, unicode:characters_to_binary(io_lib:format("~10w ~tw:~tw/~w~n", [N, M, F, A])))
     || {N, {M, F, A}} <- lists:reverse(lists:sort(Counts))].

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
