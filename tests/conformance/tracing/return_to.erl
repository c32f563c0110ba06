%% proves P6: return_to says where control goes back to, once per chain of tail calls
%% needs: 27
-module(return_to).
-export([main/0]).
-export([run/1]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call, return_to]),
    trace:function(S, {traced, '_', '_'}, true, [local]),
    do(W, fun() -> ?MODULE:run(1) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.

run(X) ->
    A = traced:calls_local(X),
    B = traced:tail(2),
    C = traced:catcher(c),
    {A, B, C}.
