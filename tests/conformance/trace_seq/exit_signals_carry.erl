%% proves Q8: exit signals and 'DOWN' carry the token
%% needs: 27
-module(exit_signals_carry).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v),
    seq_trace:set_system_tracer(T),
    do(W, fun() -> process_flag(trap_exit, true), link(V) end),
    tell(V, fun() -> seq_trace:set_token(label, ending), seq_trace:set_token(send, true), seq_trace:set_token('receive', true), exit(why) end),
    say(do(W, fun() -> receive {'EXIT', V, why} -> ok end, R = seq_trace:get_token(label), seq_trace:set_token([]), R end)),
    [say(E) || E <- take(T)].
