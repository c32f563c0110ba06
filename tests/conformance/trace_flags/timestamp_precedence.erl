%% proves P16: turning the strongest timestamp off brings the next one
%% needs: 27
-module(timestamp_precedence).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Kinds = [timestamp, strict_monotonic_timestamp, monotonic_timestamp],
    trace:process(S, W, true, [send | lists:reverse(Kinds)]),
    [begin
         do(W, fun() -> self() ! before_off end),
         trace:process(S, W, false, [K]),
         say(K, lists:sort(element(2, trace:info(S, W, flags))))
     end || K <- Kinds],
    do(W, fun() -> self() ! without end),
    show(S, T).
