%% proves F4, P4: a local pattern reports local and remote calls, exported or not
%% needs: 27
-module(local_calls).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    io:format("~w~n", [trace:function(S, {traced, local, 1}, true, [local])]),
    io:format("~w~n", [trace:function(S, {traced, calls_local, 1}, true, [local])]),
    io:format("~w~n", [trace:function(S, {traced, fact, 1}, [], [local])]),
    do(W, fun() -> traced:calls_local(5) end),
    do(W, fun() -> traced:fact(3) end),
    do(W, fun() -> traced:calls_remote(1) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
