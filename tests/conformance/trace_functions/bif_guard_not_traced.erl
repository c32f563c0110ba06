%% proves F11: guard BIFs in guards are not calls
%% needs: 27
-module(bif_guard_not_traced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([id/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {erlang, length, 1}, true, [local]),
    trace:function(S, {erlang, is_atom, 1}, true, [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> guarded([1]), guarded(a), apply(id(erlang), length, [[1]]) end),
    show(S, T).

guarded(X) when length(X) > 0 -> list;
guarded(X) when is_atom(X) -> atom.

id(X) -> X.
