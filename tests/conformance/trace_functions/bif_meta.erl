%% proves F5, F11: a meta pattern on a BIF
%% needs: 27
-module(bif_meta).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([id/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {erlang, atom_to_list, 1}, [{'_', [], [{return_trace}]}], [meta]),
    do(W, fun() -> atom_to_list(id(abc)) end),
    show(S, T).

id(X) -> X.
