%% proves F11, M3: what BIFs return and raise
%% needs: 27
-module(bif_return_trace).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([id/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    Spec = [{'_', [], [{exception_trace}]}],
    [trace:function(S, F, Spec, [local]) || F <- [{erlang, atom_to_list, 1}, {lists, member, 2}, {erlang, binary_to_term, 1}, {ets, lookup, 2}]],
    trace:process(S, W, true, [call]),
    do(W, fun() ->
        atom_to_list(id(abc)), lists:member(id(1), [2, 1]), catch atom_to_list(id(1)), catch ets:lookup(id(no_table), key),
        binary_to_term(term_to_binary(id(x)))
    end),
    show(S, T).

id(X) -> X.
