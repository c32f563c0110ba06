%% proves P4, F11: errors of BIFs pass traced frames
%% needs: 27
-module(exception_from_bif).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([f/1, g/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, f, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:function(S, {?MODULE, g, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> [catch ?MODULE:f(X) || X <- [1, {}, "a", undef]] end),
    show(S, T).

f(undef) -> [no_module:no_function()];
f(X) -> [g(X)].
g(X) when is_integer(X) -> [atom_to_list(X)];
g(X) when is_tuple(X) -> [element(1, X)];
g(X) -> list_to_integer(X).
