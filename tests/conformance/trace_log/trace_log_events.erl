%% proves T1, T3: sonde_trace_log records what a process does, in order, with the second part and the result of a match specification
%% needs: 27
-module(trace_log_events).
-export([main/0, f/1]).

main() ->
    scratch_folder:with(fun(Folder) -> in(filename:join(Folder, "events.strace")) end).

in(File) ->
    {ok, Log} = sonde_trace_log:open(File),
    Session = trace:session_create(events, sonde_trace_log:tracer(Log), []),
    1 = trace:function(Session, {?MODULE, f, 1}, [{['$1'], [], [{message, {{'$1', said}}}, {exception_trace}]}], [local]),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [call, send, 'receive', procs, monotonic_timestamp]),
    tracer_reports:run(Tracee, fun act/0),
    tracer_reports:stop(Tracee),
    trace:session_destroy(Session),
    {ok, #{dropped := 0, dropped_by := By}} = sonde_trace_log:close(Log),
    io:format("~w~n", [By]),
    {ok, #{ends := Ends}, Events} = sonde_trace_log_file:fold(File, fun(Event, Events) -> [Event | Events] end, []),
    [print(Event, Tracee) || Event <- lists:reverse(Events)],
    Times = [element(1, Event) || Event <- lists:reverse(Events)],
    io:format("~w ~w~n", [Ends, Times =:= lists:sort(Times)]).

act() ->
    f(1),
    catch f(crash),
    self() ! to_myself,
    receive to_myself -> ok end,
    register(a_name, self()),
    unregister(a_name).

f(crash) -> error(reason);
f(X) -> X.

print({_, Tracee, Tag, Term, Options}, Tracee) -> io:format("~w ~0p ~0p~n", [Tag, named(Term, Tracee), named(Options, Tracee)]).

%% Pids and funs as names.
named(Tracee, Tracee) -> tracee;
named(Pid, _) when is_pid(Pid) -> other;
named(Tuple, Tracee) when is_tuple(Tuple) -> list_to_tuple(named(tuple_to_list(Tuple), Tracee));
named([Head | Tail], Tracee) -> [named(Head, Tracee) | named(Tail, Tracee)];
named(Map, Tracee) when is_map(Map) -> lists:sort([{Key, named(Value, Tracee)} || {Key, Value} <- maps:to_list(Map)]);
named(Atom, _) when is_atom(Atom) ->
    case atom_to_list(Atom) of
        "#Fun" ++ _ -> a_fun;
        "fun " ++ _ -> a_fun;
        _ -> Atom
    end;
named(Term, _) -> Term.
