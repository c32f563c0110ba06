%% proves P4, P7: an exception nobody catches: the frames tell, then exit
%% needs: 27
-module(exception_ends_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    logger:set_primary_config(level, none),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, deep, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call, procs]),
    do(W, fun() -> prey:deep(2) end),
    show(S, T, fun({trace, _, exit, _}) -> false; (_) -> true end).
