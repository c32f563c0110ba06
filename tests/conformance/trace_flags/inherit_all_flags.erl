%% proves P18: which flags a child gets
%% needs: 27
-module(inherit_all_flags).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), S = session(T),
    trace:process(S, A, true, [all]),
    trace:process(S, A, false, [set_on_first_spawn, set_on_first_link, running, garbage_collection, exiting]),
    C = do(A, fun() -> spawn(fun() -> receive stop -> ok end end) end),
    say([lists:sort(element(2, trace:info(S, P, flags))) || P <- [A, C]]),
    say(trace:info(S, C, tracer)),
    trace:process(S, all, false, [all]), sync(S), take(T).
