%% proves M3: enable_trace and disable_trace change the caller's flags
%% needs: 27
-module(enable_own_flags).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{[on], [], [{enable_trace, send}]}, {[off], [], [{disable_trace, send}]}, {[bad], [], [{message, {enable_trace, no_flag}}]}], [local]),
    do(W, fun() -> [begin traced:id(X), self() ! X end || X <- [1, on, 2, 3, off, 4, bad]] end),
    show(S, T),
    say(trace:info(S, W, flags)).
