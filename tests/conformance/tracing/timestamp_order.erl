%% proves P16: which timestamp wins when several are set, and that the others come back
%% needs: 27
-module(timestamp_order).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:process(S, W, true, [call, monotonic_timestamp, timestamp, strict_monotonic_timestamp]),
    Look = fun() ->
        do(W, fun() -> traced:id(1) end),
        delivered(S),
        [E] = events(T),
        {flags, Flags} = trace:info(S, W, flags),
        io:format("~w ~w ~w~n", [element(1, E), kind(E), lists:sort(Flags)])
    end,
    Look(),
    trace:process(S, W, false, [timestamp]),
    Look(),
    trace:process(S, W, false, [strict_monotonic_timestamp]),
    Look(),
    trace:process(S, W, false, [monotonic_timestamp]),
    Look(),
    ok.

kind(E) when tuple_size(E) =:= 4 -> none;
kind(E) ->
    case element(5, E) of
        {_, _, _} -> timestamp;
        {_, _} -> strict_monotonic_timestamp;
        N when is_integer(N) -> monotonic_timestamp
    end.
