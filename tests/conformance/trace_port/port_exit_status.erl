%% proves O2, P3: data, exit_status and 'EXIT' from a program that ends
%% needs: 27
-module(port_exit_status).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, ['receive']),
    do(W, fun() ->
        process_flag(trap_exit, true),
        P = open_port({spawn, "echo out"}, [binary, exit_status, {line, 80}]),
        receive {P, {exit_status, 0}} -> ok end,
        receive {'EXIT', P, normal} -> ok end
    end),
    %% Not what the system tells itself while it starts a program: {Ref, Port}.
    show(S, T, fun({trace, _, 'receive', {R, _}}) -> not is_reference(R); (_) -> true end).
