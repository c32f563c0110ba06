%% proves P18: set_on_first_spawn goes to one child, without itself
%% needs: 27
-module(inherit_on_first_spawn).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, set_on_first_spawn]),
    [A, B] = do(W, fun() -> [spawn(fun() -> receive stop -> ok end end) || _ <- [1, 2]] end),
    say([trace:info(S, P, flags) || P <- [W, A, B]]).
