%% proves P6, F11: return_to of a traced BIF
%% needs: 27
-module(return_to_bif).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([caller_of_bif/1, tail_bif/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {erlang, atom_to_list, 1}, true, [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> ?MODULE:caller_of_bif(a), ?MODULE:caller_of_bif(b) end),
    show(S, T).

caller_of_bif(X) -> [tail_bif(X), atom_to_list(X)].
tail_bif(X) -> atom_to_list(X).
