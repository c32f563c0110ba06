%% proves S4: a session whose handle nobody holds ends
%% needs: 27
-module(collected_handle).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2, wait/1, gone/1]).

main() ->
    T = tracer(), W = worker(w),
    Owner = spawn(fun() ->
        S = session(collected, T),
        trace:process(S, W, true, [send]),
        receive stop -> ok end
    end),
    wait(fun() -> [1 || {collected, _} <- trace:session_info(all)] =/= [] end),
    wait(fun() -> trace:session_info(W) =/= [] end),
    Owner ! stop,
    gone(Owner),
    wait(fun() -> [1 || {collected, _} <- trace:session_info(all)] =:= [] end),
    say(trace:session_info(W)),
    take(T),
    do(W, fun() -> self() ! x end),
    Other = session(other, T), sync(Other),
    say(take(T)).
