%% What tracing programs share: a tracer that collects, a worker that does things when told, and printing of events
%% with names in place of pids.

-export([tracer/0, events/1, worker/0, do/2, delivered/1, print/2, clean/2, error_of/1, stop/1]).

%% A tracer process; events/1 takes what it has got so far.
tracer() -> spawn(fun() -> tracer_loop([]) end).

tracer_loop(Events) ->
    receive
        {'$events', From} -> From ! {'$events', self(), lists:reverse(Events)}, tracer_loop([]);
        Event -> tracer_loop([Event | Events])
    end.

events(Tracer) ->
    Tracer ! {'$events', self()},
    receive {'$events', Tracer, Events} -> Events end.

%% Waits until all trace messages up to now are with the tracer of the session (legacy: the static one).
delivered(legacy) -> wait_delivered(erlang:trace_delivered(all));
delivered(Session) -> wait_delivered(trace:delivered(Session, all)).

wait_delivered(Ref) -> receive {trace_delivered, all, Ref} -> ok end.

%% A process that runs funs; do/2 waits for the value.
worker() -> spawn(fun worker_loop/0).

worker_loop() ->
    receive
        {'$do', From, Fun} -> From ! {'$done', self(), Fun()}, worker_loop();
        '$stop' -> ok
    end.

do(Worker, Fun) ->
    Worker ! {'$do', self(), Fun},
    receive {'$done', Worker, Value} -> Value end.

stop(Worker) ->
    Monitor = monitor(process, Worker),
    Worker ! '$stop',
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%% One line per event; Names is [{Pid, Name}].
print(Events, Names) -> [io:format("~w~n", [clean(E, Names)]) || E <- Events], ok.

clean(P, Names) when is_pid(P) -> proplists:get_value(P, [{self(), main} | Names], pid);
clean(R, _) when is_reference(R) -> ref;
clean(F, _) when is_function(F) -> 'fun';
clean(T, Names) when is_tuple(T) -> list_to_tuple(clean(tuple_to_list(T), Names));
clean([H | T], Names) -> [clean(H, Names) | clean(T, Names)];
clean(X, _) -> X.

error_of(F) -> try F() catch Class:Reason -> {Class, Reason} end.
