%% proves P5: silent suppresses call messages, and goes away with its flag
%% needs: 27
-module(silent).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, ext, 1}, true, [local]),
    trace:process(S, W, true, [call, silent]),
    do(W, fun() -> traced:ext(1) end),
    trace:process(S, W, false, [silent]),
    do(W, fun() -> traced:ext(2) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
