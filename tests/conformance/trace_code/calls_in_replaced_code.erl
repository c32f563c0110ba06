%% proves Z2: local patterns end where a version is replaced or deleted, for calls within the old code too
%% needs: 27
-module(calls_in_replaced_code).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    F = prey_on_load:make(1),
    trace:function(S, {prey_on_load, helper, 1}, true, [local]),
    say(do(W, fun() -> F(10) end)),
    code:purge(prey_on_load), {module, prey_on_load} = code:load_file(prey_on_load),
    say(do(W, fun() -> F(20) end)),
    G = prey_on_load:make(2),
    say(do(W, fun() -> G(30) end)),
    trace:function(S, {prey_on_load, helper, 1}, true, [local]),
    say(do(W, fun() -> F(40), G(50) end)),
    code:purge(prey_on_load), code:delete(prey_on_load),
    say(do(W, fun() -> G(60) end)),
    show(S, T).
