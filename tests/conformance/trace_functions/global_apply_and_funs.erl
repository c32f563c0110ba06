%% proves F11, F3: external funs, apply/2,3 and spawn reach a global pattern
%% needs: 27
-module(global_apply_and_funs).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, true, [global]),
    trace:function(S, {prey, zero, 0}, true, [global]),
    trace:process(S, W, true, [call, set_on_spawn]),
    do(W, fun() ->
        F = fun prey:inner/1, F(fun_call),
        apply(prey, inner, [apply_3]), apply(F, [apply_2]),
        M = list_to_atom("prey"), M:inner(dynamic),
        erlang:apply(prey, zero, []),
        lists:foreach(F, [each])
    end),
    show(S, T),
    C = do(W, fun() -> spawn(prey, inner, [spawned]) end), gone(name(C, c)),
    show(S, T).
