%% proves P4: a function that waits in a receive returns when the message is there
%% needs: 27
-module(return_of_receive).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, session/1, show/2, wait/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, fetch, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, 'receive']),
    tell(W, fun() -> prey:fetch(tag) end),
    waits_in(W, {prey, fetch, 1}),
    W ! {other, 1}, W ! {tag, value},
    waits_in(W, {trace_stream, work, 0}),
    do(W, fun() -> ok end),
    show(S, T).

waits_in(W, Function) ->
    wait(fun() -> process_info(W, [current_function, status]) =:= [{current_function, Function}, {status, waiting}] end).
