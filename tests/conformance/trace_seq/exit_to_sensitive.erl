%% proves Q8: the receiver of an exit signal reports that it was sent, unless it is sensitive
%% needs: 27
-module(exit_to_sensitive).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, take/1, say/1]).

main() ->
    T = tracer(),
    seq_trace:set_system_tracer(T),
    [round(T, Sensitive, Traps, Reason)
     || {Sensitive, Traps, Reason} <- [{false, true, normal}, {true, true, normal}, {true, true, why}, {false, false, normal}]].

round(T, Sensitive, Traps, Reason) ->
    io:format("~p ~p ~p~n", [Sensitive, Traps, Reason]),
    W = worker(w),
    V = worker(v),
    do(W, fun() -> process_flag(trap_exit, Traps), process_flag(sensitive, Sensitive), link(V) end),
    Ref = monitor(process, V),
    tell(V, fun() -> seq_trace:set_token(label, ending), seq_trace:set_token(send, true), exit(Reason) end),
    receive {'DOWN', Ref, process, V, Reason} -> ok end,
    do(W, fun() -> process_flag(sensitive, false) end),
    [say(E) || E <- take(T)].
