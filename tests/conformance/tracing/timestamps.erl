%% proves P12, P14, P15: the three kinds of timestamps, their form and order
%% needs: 27
-module(timestamps).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, id, 1}, true, [local]),
    [begin
         trace:process(S, W, true, [call, Flag]),
         T0 = erlang:monotonic_time(nanosecond),
         do(W, fun() -> traced:many(5) end),
         T1 = erlang:monotonic_time(nanosecond),
         trace:process(S, W, false, [call, Flag]),
         delivered(S),
         Events = events(T),
         Stamps = [element(5, E) || E <- Events],
         io:format("~w ~w ~w ~w~n", [Flag, length(Events), [setelement(5, clean(E, [{W, w}]), form(element(5, E), T0, T1)) || E <- Events],
                                     lists:sort(Stamps) =:= Stamps])
     end || Flag <- [timestamp, monotonic_timestamp, strict_monotonic_timestamp]],
    ok.

form({Mega, Sec, Micro}, _, _) when Mega > 1000, Sec < 1000000, Micro < 1000000 -> now;
form({Mono, Unique}, T0, T1) when is_integer(Unique), Mono >= T0, Mono =< T1 -> strict_monotonic;
form(Mono, T0, T1) when Mono >= T0, Mono =< T1 -> monotonic;
form(X, _, _) -> X.
