%% proves P7, P23: nothing comes after exit
%% needs: 27
-module(exit_event_last).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs, send, 'receive', call]),
    do(W, fun() -> register(last_one, self()), spawn_link(fun() -> receive after infinity -> ok end end), self() ! m, exit(done) end),
    show(S, T).
