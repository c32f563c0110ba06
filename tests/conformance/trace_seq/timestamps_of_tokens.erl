%% proves Q2, Q7: stamps of sequential messages, by precedence
%% needs: 27
-module(timestamps_of_tokens).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    seq_trace:set_system_tracer(T),
    do(W, fun() ->
        seq_trace:set_token(label, 1), seq_trace:set_token(print, true), seq_trace:set_token(timestamp, true), seq_trace:set_token(monotonic_timestamp, true), seq_trace:set_token(strict_monotonic_timestamp, true),
        [begin seq_trace:print(F), seq_trace:set_token(F, false) end || F <- [timestamp, strict_monotonic_timestamp, monotonic_timestamp]],
        seq_trace:print(none),
        seq_trace:set_token([])
    end),
    [say({L, element(5, I), case Rest of [] -> none; [{_, S, _}] when is_integer(S) -> now; [{_, _}] -> strict; [N] when is_integer(N) -> mono end}) ||
        E <- take(T), [seq_trace, L, I | Rest] <- [tuple_to_list(E)]].
