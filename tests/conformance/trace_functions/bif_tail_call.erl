%% proves F11, M3: a BIF called as the last thing of a function
%% needs: 27
-module(bif_tail_call).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([tail/1, body/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {erlang, atom_to_list, 1}, [{'_', [], [{return_trace}, {message, {caller}}]}], [local]),
    [trace:function(S, {?MODULE, F, 1}, [{'_', [], [{return_trace}]}], [local]) || F <- [body, tail]],
    trace:process(S, W, true, [call]),
    do(W, fun() -> ?MODULE:body(a), ok end),
    show(S, T).

body(X) -> [tail(X)].
tail(X) -> atom_to_list(X).
