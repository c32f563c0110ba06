%% proves P6, P4: return_to with exception_trace
%% needs: 27
-module(return_to_and_exception).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:safe(0, fun() -> prey:deep(2) end), prey:after_it(1, fun() -> prey:zero() end) end),
    show(S, T).
