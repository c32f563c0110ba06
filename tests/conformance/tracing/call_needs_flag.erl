%% proves P4: only processes with the call flag report, and only while they have it
%% needs: 27
-module(call_needs_flag).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), [A, B] = [worker(), worker()],
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, ext, 1}, true, [local]),
    Run = fun(N) -> [do(W, fun() -> traced:ext(N) end) || W <- [A, B]] end,
    Run(1),
    io:format("~w~n", [trace:process(S, A, true, [call])]),
    Run(2),
    trace:process(S, B, true, [call]),
    Run(3),
    trace:process(S, A, false, [call]),
    Run(4),
    trace:process(S, B, false, [all]),
    Run(5),
    delivered(S),
    print(events(T), [{A, a}, {B, b}]),
    ok.
