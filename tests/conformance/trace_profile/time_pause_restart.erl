%% proves F7, F2: pausing, going on, starting again
%% needs: 27
-module(time_pause_restart).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    C = fun(H) ->
        R = trace:function(S, {traced, id, 1}, H, [call_time]),
        do(W, fun() -> traced:id(1), traced:id(2) end),
        {call_time, L} = trace:info(S, {traced, id, 1}, call_time),
        say({H, R, if is_list(L) -> [N || {_, N, _, _} <- L]; true -> L end})
    end,
    [C(H) || H <- [true, pause, restart, true, pause, true, false, true]].
