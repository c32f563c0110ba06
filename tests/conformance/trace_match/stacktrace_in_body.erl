%% proves M3: current_stacktrace, with and without a depth
%% needs: 27
-module(stacktrace_in_body).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         trace:function(S, {prey, inner, 1}, [{'_', [], [{message, Action}]}], [local]),
         do(W, fun() -> prey:count(1), prey:outer(1) end)
     end || Action <- [{current_stacktrace}, {current_stacktrace, 2}, {current_stacktrace, 0}]],
    sync(S),
    [say([{M, F, A} || {M, F, A, _} <- Stack]) || {trace, _, call, _, Stack} <- take(T)].
