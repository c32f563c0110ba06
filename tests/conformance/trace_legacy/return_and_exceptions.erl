%% proves S8, P4: returns and exceptions by the static session
%% needs: 27
-module(return_and_exceptions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, show/2, show/3, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [call, return_to, {tracer, T}]),
    erlang:trace_pattern({prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    do(W, fun() -> prey:outer(1), prey:safe(0, fun() -> prey:thrower(x) end) end),
    show(legacy, T).
