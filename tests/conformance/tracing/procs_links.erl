%% proves P7: link, unlink and being linked and unlinked
%% needs: 27
-module(procs_links).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(), V = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [procs]),
    do(W, fun() -> link(V), unlink(V), ok end),
    do(V, fun() -> ok end),
    do(V, fun() -> link(W), ok end),
    do(W, fun() -> ok end),
    do(V, fun() -> unlink(W), ok end),
    do(W, fun() -> ok end),
    do(W, fun() -> process_flag(trap_exit, true), link(V), ok end),
    exit(V, done),
    do(W, fun() -> receive {'EXIT', V, R} -> R end end),
    delivered(S),
    print(events(T), [{W, w}, {V, v}]),
    ok.
