%% proves P19, P7: spawn_link under procs and set_on_link: what the child tells first
%% needs: 27
-module(spawn_link_inherits).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs, set_on_link]),
    C = name(do(W, fun() -> spawn_link(erlang, hd, [[x]]) end), child),
    gone(C, W),
    show(S, T).
