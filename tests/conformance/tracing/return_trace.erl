%% proves P4, B8: return_from and exception_from by match specifications
%% needs: 27
-module(return_trace).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, fact, 1}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> traced:fact(3) end),
    trace:function(S, {traced, fail, 1}, [{'_', [], [{exception_trace}]}], [local]),
    do(W, fun() -> traced:catcher(oops) end),
    trace:function(S, {traced, tail, 1}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> traced:tail(2) end),
    trace:function(S, {traced, ext, 1}, [{'_', [], [{exception_trace}]}], []),
    do(W, fun() -> traced:calls_remote(3), catch traced:ext(a) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
