%% proves P20, P12: the extra element stands before the timestamp
%% needs: 27
-module(body_message_stamp).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, monotonic_timestamp, arity]),
    trace:function(S, {traced, id, 1}, [{['$1'], [], [{message, {{extra, '$1'}}}]}], [local]),
    do(W, fun() -> traced:id(arg) end),
    show(S, T).
