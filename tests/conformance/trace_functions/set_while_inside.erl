%% proves F13: a pattern set while the function runs sees later calls only, and no return of earlier ones
%% needs: 27
-module(set_while_inside).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    do(W, fun() ->
        prey:body(fun(X) ->
            trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
            prey:inner(X)
        end, 1),
        prey:inner(2)
    end),
    show(S, T).
