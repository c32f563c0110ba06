%% proves P8, P23: in and out alternate
%% needs: 27
-module(in_out_alternate).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [running, strict_monotonic_timestamp]),
    do(W, fun() -> prey:spin(50000) end),
    do(W, fun() -> erlang:yield() end),
    trace:process(S, W, false, [running]),
    sync(S),
    Tags = [Tag || {trace_ts, _, Tag, _, _} <- take(T)],
    say(length(Tags) > 8),
    say(alternate(Tags)).

alternate([in, out | R]) -> alternate(R);
alternate([in]) -> true;
alternate([out | R]) -> alternate(R);
alternate([]) -> true;
alternate(Other) -> {false, lists:sublist(Other, 4)}.
