%% proves P3: 'EXIT' and 'DOWN' messages and timers arrive like others
%% needs: 27
-module(flag_receive_signals).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, ['receive']),
    do(W, fun() ->
        process_flag(trap_exit, true),
        {A, M} = spawn_monitor(fun() -> exit(one) end),
        receive {'DOWN', M, process, A, one} -> ok end,
        B = spawn_link(fun() -> exit(two) end),
        receive {'EXIT', B, two} -> ok end,
        R = erlang:start_timer(1, self(), tick),
        receive {timeout, R, tick} -> ok end,
        erlang:send_after(1, self(), after_it),
        receive after_it -> ok end
    end),
    show(S, T).
