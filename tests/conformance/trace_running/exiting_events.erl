%% proves P9: the end of a process under the flag exiting
%% needs: 27
-module(exiting_events).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), S = session(T),
    W = name(spawn(fun() -> receive stop -> ok end end), w),
    trace:process(S, W, true, [exiting, procs]),
    W ! stop,
    gone(W),
    show(S, T).
