%% proves F8, F2: call_memory paused and started again
%% needs: 27
-module(memory_pause_restart).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    C = fun(H) ->
        trace:function(S, {prey, five, 5}, H, [call_memory]),
        do(W, fun() -> prey:five(1, 2, 3, 4, 5) end),
        {call_memory, L} = trace:info(S, {prey, five, 5}, call_memory),
        say({H, if is_list(L) -> [{N, M} || {_, N, M} <- L]; true -> L end})
    end,
    [C(H) || H <- [true, pause, restart, true, false]].
