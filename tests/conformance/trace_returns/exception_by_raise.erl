%% proves P4, M3: erlang:raise/3 keeps class and reason
%% needs: 27
-module(exception_by_raise).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([again/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, again, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> [catch ?MODULE:again(C) || C <- [error, exit, throw]] end),
    show(S, T).

again(Class) ->
    try erlang:raise(Class, reason, [])
    catch C:R:S -> erlang:raise(C, {R, again}, S)
    end.
