%% proves P4, F11: error/1, exit/1, throw/1 and erlang:raise/3 traced as functions
%% needs: 27
-module(raising_bifs).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1]).
-export([f/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    [trace:function(S, {erlang, F, A}, [{'_', [], [{exception_trace}]}], [local]) || {F, A} <- [{error, 1}, {exit, 1}, {throw, 1}]],
    trace:process(S, W, true, [call]),
    say(do(W, fun() -> [attempt(fun() -> ?MODULE:f(X) end) || X <- [error, exit, throw]] end)),
    show(S, T).

f(error) -> erlang:error(id(r1));
f(exit) -> erlang:exit(id(r2));
f(throw) -> erlang:throw(id(r3)).
id(X) -> X.
