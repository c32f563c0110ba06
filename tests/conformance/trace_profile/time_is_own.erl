%% proves F7: time in a traced function that is called does not count for the caller
%% needs: 27
-module(time_is_own).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [trace:function(S, {prey, F, A}, true, [call_time]) || {F, A} <- [{fun_it, 2}, {spin, 1}]],
    do(W, fun() -> prey:fun_it(fun prey:spin/1, 2000000) end),
    [{_, 1, OutS, OutUs}] = element(2, trace:info(S, {prey, fun_it, 2}, call_time)),
    [{_, N, InS, InUs}] = element(2, trace:info(S, {prey, spin, 1}, call_time)),
    say({N, (InS * 1000000 + InUs) > 10 * (OutS * 1000000 + OutUs)}).
