%% proves Q1, Q7: a token goes with messages; the system tracer hears of sends and receives
%% needs: 27
-module(travels_with_messages).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), B = worker(b),
    seq_trace:set_system_tracer(T),
    Main = self(),
    tell(B, fun() -> receive {ping, P} -> P ! {pong, seq_trace:get_token(label)} end end),
    do(A, fun() ->
        seq_trace:set_token(label, 42), seq_trace:set_token(send, true), seq_trace:set_token('receive', true),
        B ! {ping, self()},
        receive {pong, L} -> L = {label, 42} end,
        seq_trace:set_token([])
    end),
    say(do(B, fun() -> seq_trace:get_token() end)),
    Main ! sync, receive sync -> ok end,
    [say(E) || E <- take(T)].
