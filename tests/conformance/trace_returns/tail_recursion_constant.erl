%% proves P6: tail recursion under return_to runs in constant space
%% needs: 27
-module(tail_recursion_constant).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, even, 1}, [{'_', [], [{message, false}]}], [local]),
    trace:function(S, {prey, odd, 1}, [{'_', [], [{message, false}]}], [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:even(100000), {stack_size, N} = process_info(self(), stack_size), N < 200 end),
    say(do(W, fun() -> prey:fun_it(fun(X) -> prey:even(X) end, 100000) end)),
    sync(S),
    say(take(T)).
