%% proves F13, P4: a traced call that turns its own call flag off
%% needs: 27
-module(flags_changed_by_tracee_call).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, return_to]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> prey:outer(1), prey:fun_it(fun(_) -> trace:process(S, self(), false, [return_to]) end, 1), prey:outer(2) end),
    show(S, T).
