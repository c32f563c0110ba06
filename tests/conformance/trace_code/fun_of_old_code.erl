%% proves F11, Z2: a fun of the old version calls its own code
%% needs: 27
-module(fun_of_old_code).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    F = prey_on_load:make(1),
    trace:process(S, W, true, [call]),
    code:purge(prey_on_load), {module, prey_on_load} = code:load_file(prey_on_load),
    trace:function(S, {prey_on_load, helper, 1}, true, [local]),
    say(do(W, fun() -> F(10) end)),
    G = prey_on_load:make(2),
    say(do(W, fun() -> G(10) end)),
    show(S, T).
