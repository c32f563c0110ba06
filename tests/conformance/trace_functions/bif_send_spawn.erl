%% proves F11: spawn/3, link/1, exit/1 and others that change processes, traced as functions
%% needs: 27
-module(bif_send_spawn).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    [trace:function(S, {erlang, F, A}, true, [local]) || {F, A} <- [{spawn, 3}, {link, 1}, {unlink, 1}, {register, 2}, {monitor, 2}, {exit, 2}, {process_flag, 2}]],
    trace:process(S, W, true, [call]),
    Main = self(),
    do(W, fun() ->
        P = spawn(prey, fetch, [x]), Main ! {name, P}, link(P), unlink(P), register(a_name, P), process_flag(trap_exit, false), exit(P, kill)
    end),
    receive {name, P} -> name(P, child) end,
    show(S, T).
