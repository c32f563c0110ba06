%% proves P18, P19: spawn_link inherits by set_on_link too
%% needs: 27
-module(inherit_spawn_link).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), S = session(T),
    trace:process(S, A, true, [send, set_on_link]),
    C = do(A, fun() -> spawn_link(fun() -> receive stop -> ok end end) end),
    say([lists:sort(element(2, trace:info(S, P, flags))) || P <- [A, C]]).
