%% proves P4: binaries and match contexts as arguments and results
%% needs: 27
-module(binary_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).
-export([parse/2]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, parse, 2}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> ?MODULE:parse(<<1, 2, 3, 4>>, []), ?MODULE:parse(binary:copy(<<7>>, 3), [x]) end),
    show(S, T).

parse(<<A, Rest/binary>>, Acc) -> parse(Rest, [A | Acc]);
parse(<<>>, Acc) -> Acc.
