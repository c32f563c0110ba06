%% proves M3, M5: caller in body calls, tail calls, calls from funs, from the top of a process
%% needs: 27
-module(caller_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, set_on_spawn]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{message, {caller}}]}], [local]),
    do(W, fun() -> prey:outer(1), prey:even(2), prey:body(fun prey:middle/1, 2), lists:foreach(fun prey:inner/1, [x]), ok end),
    show(S, T),
    C = do(W, fun() -> spawn(prey, inner, [top]) end), gone(name(C, c)),
    show(S, T).
