%% proves P17: arity in place of arguments
%% needs: 27
-module(arity_flag).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, '_', '_'}, true, [local]),
    trace:process(S, W, true, [call, arity]),
    do(W, fun() -> traced:calls_local(1), traced:ext(a, b), traced:calls_remote(3) end),
    trace:process(S, W, false, [arity]),
    do(W, fun() -> traced:ext(a, b) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
