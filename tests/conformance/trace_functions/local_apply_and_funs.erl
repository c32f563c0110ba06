%% proves F11, F4: the same under a local pattern
%% needs: 27
-module(local_apply_and_funs).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, true, [local]),
    trace:process(S, W, true, [call, set_on_spawn]),
    do(W, fun() ->
        F = fun prey:inner/1, F(fun_call),
        apply(prey, inner, [apply_3]), apply(F, [apply_2]),
        M = list_to_atom("prey"), M:inner(dynamic),
        lists:foreach(F, [each]), lists:map(F, [map])
    end),
    show(S, T),
    C = do(W, fun() -> spawn(prey, inner, [spawned]) end), gone(name(C, c)),
    show(S, T).
