%% proves F5, F4: meta and local on one function have specs of their own
%% needs: 27
-module(meta_and_local).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, [{[1], [], [{message, local_spec}]}], [local]),
    trace:function(S, {traced, id, 1}, [{[2], [], [{message, meta_spec}]}], [meta]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:id(1), traced:id(2), traced:id(3) end),
    show(S, T),
    trace:function(S, {traced, id, 1}, false, [local]),
    do(W, fun() -> traced:id(1), traced:id(2) end),
    show(S, T).
