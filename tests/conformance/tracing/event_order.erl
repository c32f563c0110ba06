%% proves P23, P22: events of one process come in the order in which they happened, of several kinds mixed
%% needs: 27
-module(event_order).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call, send, procs]),
    trace:function(S, {traced, id, 1}, true, [local]),
    do(W, fun() -> [begin traced:id(N), self() ! {n, N} end || N <- lists:seq(1, 300)], ok end),
    delivered(S),
    Events = [case E of {trace, W, call, {traced, id, [N]}} -> {call, N}; {trace, W, send, {n, N}, W} -> {send, N}; _ -> other end
              || E <- events(T)],
    io:format("~w~n", [[E || E <- Events, E =/= other] =:= lists:append([[{call, N}, {send, N}] || N <- lists:seq(1, 300)])]),
    io:format("~w~n", [length(Events)]),
    ok.
