%% proves F4, P4: funs and comprehensions of a module under a local pattern
%% needs: 27
-module(comprehension_calls).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([run/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, run, 1}, true, [local]),
    trace:function(S, {?MODULE, item, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> ?MODULE:run([1, 2, 3]) end),
    show(S, T).

run(L) -> [item(X) || X <- L, X > 1] ++ lists:filtermap(fun(X) -> {true, item(X)} end, [9]).
item(X) -> {i, X}.
