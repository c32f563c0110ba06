%% proves P18, S2: each session's own flags are inherited
%% needs: 27
-module(inherit_two_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), S1 = session(one, T), S2 = session(two, T),
    trace:process(S1, A, true, [send, set_on_spawn]),
    trace:process(S2, A, true, [procs]),
    C = do(A, fun() -> spawn(fun() -> receive stop -> ok end end) end),
    say([lists:sort(element(2, trace:info(S, P, flags))) || S <- [S1, S2], P <- [A, C]]).
