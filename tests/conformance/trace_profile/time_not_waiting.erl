%% proves F7: time scheduled out does not count
%% needs: 27
-module(time_not_waiting).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, fetch, 1}, true, [call_time]),
    tell(W, fun() -> prey:fetch(tag) end),
    receive after 300 -> ok end,
    W ! {tag, 1},
    do(W, fun() -> ok end),
    [{_, 1, Sec, Us}] = element(2, trace:info(S, {prey, fetch, 1}, call_time)),
    say(Sec * 1000000 + Us < 200000).
