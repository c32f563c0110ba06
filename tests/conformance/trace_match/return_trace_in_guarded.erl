%% proves M3: return_trace only where the clause was taken
%% needs: 27
-module(return_trace_in_guarded).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{['$1'], [{is_atom, '$1'}], [{return_trace}]}, {['$1'], [{is_integer, '$1'}], [{exception_trace}, {message, int}]}], [local]),
    do(W, fun() -> [traced:id(X) || X <- [a, 1, "s", b]] end),
    show(S, T).
