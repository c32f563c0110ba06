%% proves M3: enable_trace takes a registered name too
%% needs: 27
-module(enable_by_registered_name).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    register(the_v, V),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{[on], [], [{message, {enable_trace, the_v, send}}]}, {[off], [], [{message, {enable_trace, nobody_here, send}}]}], [local]),
    do(W, fun() -> traced:id(on), traced:id(off) end),
    say(trace:info(S, V, flags)),
    show(S, T).
