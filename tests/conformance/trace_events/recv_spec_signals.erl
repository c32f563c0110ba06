%% proves E1: who the sender of 'EXIT', 'DOWN' and timer messages is
%% needs: 27
-module(recv_spec_signals).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, ['receive']),
    trace:recv(S, [{['$1', '$2', '_'], [], [{message, {{'$1', '$2'}}}]}], []),
    do(W, fun() ->
        process_flag(trap_exit, true),
        {A, M} = spawn_monitor(fun() -> ok end),
        receive {'DOWN', M, process, A, _} -> ok end,
        B = spawn_link(fun() -> ok end),
        receive {'EXIT', B, _} -> ok end,
        erlang:send_after(0, self(), timer),
        receive timer -> ok end
    end),
    show(S, T).
