%% proves F3, P4: a global pattern reports external calls only, of exported functions only
%% needs: 27
-module(global_calls).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    io:format("~w~n", [trace:function(S, {traced, local, 1}, true, [])]),
    io:format("~w~n", [[trace:function(S, {traced, F, 1}, true, []) || F <- [calls_local, fact, ext, calls_remote, tail]]]),
    do(W, fun() -> traced:calls_local(5) end),
    do(W, fun() -> traced:fact(3) end),
    do(W, fun() -> traced:calls_remote(1) end),
    do(W, fun() -> traced:tail(4) end),
    do(W, fun() -> F = fun traced:ext/1, F(9) end),
    do(W, fun() -> apply(traced, ext, [10]) end),
    delivered(S),
    print(events(T), [{W, w}]),
    io:format("~w~n", [trace:function(S, {traced, ext, 1}, true, [global])]),
    ok.
