%% What the trace_* programs share: a tracer that collects, workers that run funs when told, and the normaliser that makes
%% the stream of each tracee comparable.
%%
%% Replaced by names are pids, references, ports, local funs, time stamps and the figures of heaps, and nothing else. The same pid,
%% reference or port has the same name everywhere in a program's output: the one given by name/2, or a number in order of appearance.
-module(trace_stream).
-export([tracer/0, tracer/1, worker/1, do/2, tell/2, stop/1, name/2, session/1, session/2, sync/1, take/1, show/2, show/3, flow/2,
         say/1, say/2, attempt/1, wait/1, gone/1, gone/2, load/1, normal/1]).

%% --- tracers and tracees ---

%% A process that collects what it gets; take/1 empties it. What is traced is loaded now: otherwise tracees would load it, and say so.
tracer() -> tracer(tracer).

tracer(Name) ->
    load([prey, traced]),
    name(spawn(fun() -> collect([]) end), Name).

collect(Events) ->
    receive
        {'$take', From} -> From ! {'$taken', self(), lists:reverse(Events)}, collect([]);
        '$stop' -> ok;
        Event -> collect([Event | Events])
    end.

%% A process that runs funs, one after another.
worker(Name) -> name(spawn(fun work/0), Name).

work() ->
    receive
        {do, From, Fun} -> From ! {done, self(), Fun()}, work();
        {tell, Fun} -> Fun(), work();
        '$stop' -> ok
    end.

%% The value of Fun() in the worker, or {gone, Reason} when the worker ends.
do(Worker, Fun) ->
    Monitor = monitor(process, Worker),
    Worker ! {do, self(), Fun},
    receive
        {done, Worker, Value} -> demonitor(Monitor, [flush]), Value;
        {'DOWN', Monitor, _, _, Reason} -> {gone, reason(Reason)}
    end.

%% A stack trace says where in a file, which is not what these programs are about.
reason({Reason, [{_, _, _, _} | _]}) -> Reason;
reason(Reason) -> Reason.

%% Fun() in the worker, without waiting for it.
tell(Worker, Fun) -> Worker ! {tell, Fun}, ok.

%% Ends a worker or tracer and waits for its end.
stop(Pid) -> Monitor = monitor(process, Pid), Pid ! '$stop', gone(Monitor).

%% Waits for 'DOWN' of a monitor, or for a pid's.
gone(Pid) when is_pid(Pid) -> gone(monitor(process, Pid));
gone(Monitor) -> receive {'DOWN', Monitor, _, _, Reason} -> Reason end.

%% Waits for the end of Pid, and until Linked, linked to it, has seen that: who ends tells monitors first.
gone(Pid, Linked) ->
    gone(Pid),
    wait(fun() -> {links, Links} = process_info(Linked, links), not lists:member(Pid, Links) end).

%% Waits until Test() is true; every program has a deadline of its own.
wait(Test) ->
    case Test() of
        true -> ok;
        _ -> receive after 1 -> wait(Test) end
    end.

load(Modules) -> [{module, M} = code:ensure_loaded(M) || M <- Modules], ok.

%% --- sessions ---

session(Tracer) -> session(session, Tracer).

session(Name, Tracer) -> trace:session_create(Name, Tracer, []).

%% Returns when all events up to now are with the tracers of the session (`legacy`: of the static one).
sync(legacy) -> delivered(erlang:trace_delivered(all));
sync(Session) -> delivered(trace:delivered(Session, all)).

delivered(Ref) -> receive {trace_delivered, all, Ref} -> ok end.

take(Tracer) ->
    Tracer ! {'$take', self()},
    receive {'$taken', Tracer, Events} -> Events end.

%% --- printing ---

%% The streams at Tracer, grouped by tracee, tracees in order of their names; within one, the order of the events.
show(Session, Tracer) -> show(Session, Tracer, fun(_) -> true end).

%% Only events for which Keep(Event) holds, which gets them as they came.
show(Session, Tracer, Keep) ->
    sync(Session),
    Events = [E || E <- take(Tracer), Keep(E)],
    Tracees = lists:usort([{normal(tracee(E)), tracee(E)} || E <- Events]),
    [begin
         Stream = [E || E <- Events, tracee(E) =:= Tracee],
         in_order(stamps(Stream)),
         lists:foreach(fun print/1, Stream)
     end || {_, Tracee} <- Tracees],
    ok.

%% The events at Tracer in the order in which they came, for streams of one cause after another.
flow(Session, Tracer) ->
    sync(Session),
    lists:foreach(fun print/1, take(Tracer)).

print(Event) -> say(stamped(Event)).

say(Term) -> io:format("~w~n", [normal(Term)]).

say(What, Term) -> io:format("~ts: ~w~n", [What, normal(Term)]).

%% Value, or {Class, Reason} of what it raised.
attempt(Fun) -> try Fun() catch Class:Reason -> {Class, Reason} end.

tracee(Event) when element(1, Event) =:= trace; element(1, Event) =:= trace_ts -> element(2, Event);
tracee(_) -> other.

%% A trace message with its time and heap figures replaced.
stamped(Event) when element(1, Event) =:= trace_ts ->
    sized(setelement(tuple_size(Event), Event, stamp(element(tuple_size(Event), Event))));
stamped(Event) when element(1, Event) =:= trace -> sized(Event);
stamped({seq_trace, Label, Info, Time}) -> {seq_trace, Label, Info, stamp(Time)};
stamped(Event) -> Event.

sized(Event) when element(3, Event) =:= gc_minor_start; element(3, Event) =:= gc_minor_end; element(3, Event) =:= gc_major_start;
                  element(3, Event) =:= gc_major_end; element(3, Event) =:= gc_max_heap_size ->
    setelement(4, Event, lists:sort([{Key, figure(N)} || {Key, N} <- element(4, Event)]));
sized(Event) -> Event.

figure(N) when is_integer(N), N >= 0 -> words;
figure(Other) -> Other.

stamp({Mega, Seconds, Micro}) when is_integer(Mega), Mega >= 0, Seconds >= 0, Seconds < 1000000, Micro >= 0, Micro < 1000000 -> now;
stamp({Time, Unique}) when is_integer(Time), is_integer(Unique) -> strict_monotonic;
stamp(Time) when is_integer(Time) -> monotonic;
stamp(Other) -> Other.

stamps(Stream) -> [element(tuple_size(E), E) || E <- Stream, element(1, E) =:= trace_ts].

%% Says so if time went backwards within one stream; stamps of different kinds are not compared.
in_order([A, B | Rest]) ->
    case stamp(A) =:= stamp(B) andalso A > B of
        true -> io:format("time went backwards: ~w ~w~n", [A, B]);
        false -> ok
    end,
    in_order([B | Rest]);
in_order(_) -> ok.

%% --- names ---

%% Name for a pid, reference or port in what this process prints.
name(What, Name) -> put({?MODULE, What}, Name), What.

normal(P) when is_pid(P) -> if P =:= self() -> main; true -> known(P, pid) end;
normal(R) when is_reference(R) -> known(R, ref);
normal(P) when is_port(P) -> known(P, port);
normal(F) when is_function(F) ->
    case erlang:fun_info(F, type) of
        {type, external} -> F;
        {type, local} -> {_, Arity} = erlang:fun_info(F, arity), {'fun', Arity}
    end;
normal(T) when is_tuple(T) -> list_to_tuple(normal(tuple_to_list(T)));
normal([Head | Tail]) -> [normal(Head) | normal(Tail)];
normal(M) when is_map(M) -> maps:from_list(normal(maps:to_list(M)));
normal(X) -> X.

known(What, Kind) ->
    case get({?MODULE, What}) of
        undefined ->
            Number = case get({?MODULE, Kind}) of undefined -> 1; N -> N + 1 end,
            put({?MODULE, Kind}, Number),
            Name = list_to_atom(atom_to_list(Kind) ++ integer_to_list(Number)),
            put({?MODULE, What}, Name),
            Name;
        Name -> Name
    end.
