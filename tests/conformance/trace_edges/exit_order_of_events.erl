%% proves P7, P23: links, names and children of a process that ends
%% needs: 27
-module(exit_order_of_events).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, wait/1]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [trace:process(S, P, true, [procs, 'receive']) || P <- [A, B]],
    do(B, fun() -> process_flag(trap_exit, true), link(A), register(b_name, self()) end),
    do(A, fun() -> register(a_name, self()), exit(over) end),
    wait(fun() -> process_info(B, message_queue_len) =:= {message_queue_len, 1} end),
    do(B, fun() -> receive {'EXIT', A, R} -> R end end),
    show(S, T).
