%% proves M2: {self} in a guard picks a process
%% needs: 27
-module(guard_self).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    [trace:process(S, P, true, [call]) || P <- [W, V]],
    trace:function(S, {traced, id, 1}, [{'_', [{'==', {self}, W}], [{message, {self}}]}], [local]),
    [do(P, fun() -> traced:id(1) end) || P <- [W, V]],
    show(S, T).
