%% proves P8, P9, P10: in and out with the function: at the start of a process, in a receive, after a timeout, at a yield, in
%% hibernation, at an exit; what comes first when a process is scheduled in for a signal
%% needs: 27
%% skip: yield a slice for each reduction
%% skip: gc slices end elsewhere
-module(running_exiting).
-export([main/0, returns/1, waits/0, times_out/0, tells/2]).
-include("trace.hrl").

main() ->
    All = [running, exiting, procs, 'receive'],
    run(returns, All, fun() -> spawn(?MODULE, returns, [1]) end, []),
    run('fun', All, fun() -> spawn(fun() -> ok end) end, []),
    run(waits, All, fun() -> spawn(?MODULE, waits, []) end, [other, go]),
    run(times_out, All, fun() -> spawn(?MODULE, times_out, []) end, []),
    run(exits, All, fun() -> tell(fun() -> exit(because) end) end, [go]),
    run(killed, All, fun() -> tell(fun() -> ok end) end, [{exit, kill}]),
    run(ended_by_signal, All, fun() -> tell(fun() -> ok end) end, [{exit, reason}]),
    run(normal_signal, All, fun() -> tell(fun() -> ok end) end, [{exit, normal}, go]),
    run(hibernates, All, fun() -> tell(fun() -> erlang:hibernate(?MODULE, waits, []) end) end, [go, go]),
    run(yields, All, fun() -> tell(fun() -> erlang:yield(), ok end) end, [go]),
    run(suspended, All -- ['receive'], fun() -> tell(fun() -> ok end) end, [suspend, go, resume]),
    run(monitored, All, fun() -> tell(fun() -> ok end) end, [monitor, go]),
    run(linked_and_trapped, All, fun() -> tell(fun() -> process_flag(trap_exit, true), receive {'EXIT', _, Why} -> exit(Why) end end) end,
        [go, link, {crash, link}]),
    run(running_only, [running], fun() -> tell(fun() -> ok end) end, [{exit, kill}]),
    run(running_procs, [running_procs], fun() -> tell(fun() -> ok end) end, [go]),
    run(exiting_only, [exiting], fun() -> spawn(?MODULE, returns, [1]) end, []).

%% The process waits in tells/2 before each step, so that one slice ends before the next begins.
run(What, Flags, Make, Steps) ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    0 = trace:process(Session, new, true, Flags),
    P = Make(),
    0 = trace:process(Session, new, false, [all]),
    [begin idle(), step(P, Step) end || Step <- Steps],
    gone(P),
    delivered(Session),
    io:format("~w~n", [What]),
    [io:format("  ~w~n", [drop_pid(clean(E, []))]) || E <- events(T), element(2, E) =:= P],
    true = trace:session_destroy(Session).

drop_pid(E) -> list_to_tuple([trace | tl(tl(tuple_to_list(E)))]).

%% Its signals are handled and its slice ends meanwhile; nothing that one could wait for tells so without being a signal.
idle() -> receive after 30 -> ok end.

gone(P) -> case is_process_alive(P) of true -> receive after 10 -> gone(P) end; false -> ok end.

step(P, {exit, Reason}) -> exit(P, Reason);
step(P, suspend) -> erlang:suspend_process(P);
step(P, resume) -> erlang:resume_process(P);
step(P, monitor) -> erlang:monitor(process, P);
step(P, link) -> put(other, spawn(fun() -> link(P), receive {end_with, Reason} -> exit(Reason) end end));
step(_, {crash, link}) -> get(other) ! {end_with, crash};
step(P, Message) -> P ! Message.

tell(Fun) -> spawn(?MODULE, tells, [Fun, x]).

tells(Fun, _) -> receive go -> ok end, Fun().

returns(X) -> X.

waits() -> receive go -> ok end.

times_out() -> receive never -> ok after 5 -> ok end.
