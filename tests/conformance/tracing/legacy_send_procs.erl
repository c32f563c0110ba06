%% proves S8, P2, P7: the other flags through erlang:trace/3
-module(legacy_send_procs).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(), V = worker(),
    erlang:trace(W, true, [send, procs, {tracer, T}]),
    do(W, fun() -> V ! hi, link(V), unlink(V), register(named, self()), unregister(named), ok end),
    stop(W),
    delivered(legacy),
    print(events(T), [{W, w}, {V, v}]),
    N = erlang:trace(new, true, [call, {tracer, T}]),
    io:format("~w ~w~n", [N, erlang:trace(new, false, [call])]),
    io:format("~w~n", [erlang:trace(all, false, [all]) > 5]),
    ok.
