%% proves Q7: sends by name and to processes that are gone
%% needs: 27
-module(send_to_registered).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, take/1, say/1, say/2, gone/1]).

main() ->
    T = tracer(), A = worker(a), B = worker(b),
    seq_trace:set_system_tracer(T),
    Dead = name(spawn(fun() -> ok end), dead), gone(Dead),
    register(b_name, B),
    do(A, fun() -> seq_trace:set_token(label, 1), seq_trace:set_token(send, true), b_name ! {tell, fun erlang:self/0}, Dead ! lost, seq_trace:set_token([]) end),
    do(B, fun() -> seq_trace:set_token([]) end),
    [say(E) || E <- take(T)].
