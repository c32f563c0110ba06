%% proves P21, S2: the tracer of one session is an ordinary tracee of another
%% needs: 27
-module(tracer_traced_by_other).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w),
    S1 = session(one, T1), S2 = session(two, T2),
    trace:process(S1, W, true, [send]),
    say(trace:process(S2, T1, true, ['receive'])),
    do(W, fun() -> self() ! hello end),
    sync(S1),
    say(length(take(T1))),
    sync(S2),
    say([E || E <- take(T2), element(3, E) =/= x, is_tuple(element(4, E)), element(1, element(4, E)) =/= '$take']).
