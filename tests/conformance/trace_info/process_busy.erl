%% proves I1: a process that never waits answers, too
%% needs: 27
-module(process_busy).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    W = name(spawn(fun F() -> prey:spin(1000), F() end), w),
    trace:process(S, W, true, [send]),
    say([trace:info(S, W, I) || I <- [flags, tracer]]),
    trace:process(S, W, false, [send]),
    say([trace:info(S, W, I) || I <- [flags, tracer]]),
    exit(W, kill).
