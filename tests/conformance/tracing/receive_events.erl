%% proves P3: messages as they arrive, and timeouts
%% needs: 27
-module(receive_events).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, ['receive']),
    W ! {plain, 1},
    do(W, fun() -> receive {plain, X} -> X end end),
    do(W, fun() -> receive never -> ok after 1 -> timeout end end),
    do(W, fun() -> receive never -> ok after 0 -> timeout end end),
    do(W, fun() -> self() ! own, receive own -> ok end end),
    do(W, fun() -> P = spawn(fun() -> receive go -> exit(bye) end end), M = monitor(process, P), P ! go, receive {'DOWN', M, _, _, R} -> R end end),
    do(W, fun() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(linked) end), receive {'EXIT', P, R} -> R end end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
