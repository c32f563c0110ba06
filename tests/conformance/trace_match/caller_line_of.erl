%% proves M3: caller_line names file and line of the call
%% needs: 27
-module(caller_line_of).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, inner, 1}, [{'_', [], [{message, {caller_line}}]}], [local]),
    do(W, fun() -> prey:outer(1) end),
    sync(S),
    [say({M, F, A, filename:basename(File), Line}) || {trace, _, call, _, {M, F, A, {File, Line}}} <- take(T)].
