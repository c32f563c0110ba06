%% proves M3: enable_trace and disable_trace on another process
%% needs: 27
-module(enable_other_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{[{on, '$1'}], [], [{enable_trace, '$1', send}]}, {[{off, '$1'}], [], [{disable_trace, '$1', send}]}], [local]),
    do(W, fun() -> traced:id({on, V}), traced:id({off, not_a_pid}) end),
    do(V, fun() -> self() ! seen end),
    say(trace:info(S, V, flags)),
    do(W, fun() -> traced:id({off, V}) end),
    do(V, fun() -> self() ! unseen end),
    say(trace:info(S, V, flags)),
    show(S, T).
