%% For programs about tracer modules: a tracee that runs what it is given, and the calls that a tracer has reported, with names in the
%% place of pids.
-module(tracer_reports).
-export([start/0, run/2, stop/1, print/1, print/2]).

%% A process that runs funs.
start() -> spawn(fun() -> tracee() end).

tracee() ->
    receive
        {run, From, Fun} -> Fun(), From ! {ran, self()}, tracee();
        stop -> ok
    end.

%% The fun has run in the tracee, and all that was reported is here.
run(Tracee, Fun) ->
    Tracee ! {run, self(), Fun},
    receive {ran, Tracee} -> ok end,
    delivered(Tracee).

%% The tracee has ended, and all that was reported is here.
stop(Tracee) ->
    Ref = monitor(process, Tracee),
    Tracee ! stop,
    receive {'DOWN', Ref, _, _, _} -> ok end,
    delivered(Tracee).

delivered(Tracee) ->
    Ref = erlang:trace_delivered(Tracee),
    receive {trace_delivered, Tracee, Ref} -> ok end.

%% Prints what has been reported, and takes it out of the mailbox.
print(Tracee) -> print(Tracee, []).

%% Only those with one of these tags; []: all.
print(Tracee, Tags) ->
    receive
        Report when is_tuple(Report), tuple_size(Report) >= 3 ->
            _ = [io:format("~0p~n", [named(Report, Tracee)]) || Tags =:= [] orelse lists:member(element(2, Report), Tags)],
            print(Tracee, Tags)
    after 0 -> ok
    end.

named(Tracee, Tracee) -> tracee;
named(Pid, _) when Pid =:= self() -> main;
named(Pid, _) when is_pid(Pid) -> pid;
named(Ref, _) when is_reference(Ref) -> ref;
named(Fun, _) when is_function(Fun) -> 'fun';
named([H | T], Tracee) -> [named(H, Tracee) | named(T, Tracee)];
named(Tuple, Tracee) when is_tuple(Tuple) -> list_to_tuple(named(tuple_to_list(Tuple), Tracee));
named(Map, Tracee) when is_map(Map) -> {map, [{K, named(V, Tracee)} || {K, V} <- lists:sort(maps:to_list(Map))]};
named(Term, _) -> Term.
