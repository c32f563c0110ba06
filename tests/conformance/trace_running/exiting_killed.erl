%% proves P9: a killed process under the flag exiting
%% needs: 27
-module(exiting_killed).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, sync/1, take/1, say/1, say/2, wait/1, gone/1]).

main() ->
    T = tracer(), S = session(T),
    W = name(spawn(fun() -> receive stop -> ok end end), w),
    wait(fun() -> process_info(W, status) =:= {status, waiting} end),
    trace:process(S, W, true, [exiting, procs]),
    exit(W, kill),
    gone(W),
    sync(S),
    Tags = [element(3, E) || E <- take(T)],
    say([X || X <- Tags, X =:= exit orelse X =:= out_exited]).
