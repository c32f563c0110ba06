%% proves Q2: set_token of each component, get_token, what was there before
%% needs: 27
-module(token_components).
-export([main/0]).
-import(trace_stream, [say/1, say/2, load/1]).

main() ->
    load([seq_trace]),
    %% Printing sends messages, which count: so everything is asked first.
    A = [seq_trace:get_token(), seq_trace:set_token(label, {any, "term"})],
    B = [seq_trace:get_token(C) || C <- [label, serial, send, 'receive', print, timestamp, strict_monotonic_timestamp, monotonic_timestamp]],
    C = [{F, seq_trace:set_token(F, true), seq_trace:get_token(F)} || F <- [send, 'receive', print, timestamp, monotonic_timestamp, strict_monotonic_timestamp]],
    D = [{F, seq_trace:set_token(F, false), seq_trace:get_token(F)} || F <- [strict_monotonic_timestamp, send, timestamp]],
    E = [seq_trace:set_token(serial, {3, 7}), seq_trace:get_token(serial), seq_trace:get_token()],
    Old = seq_trace:set_token([]),
    F = [seq_trace:get_token(), seq_trace:set_token(Old), [seq_trace:get_token(X) || X <- [label, serial, 'receive']]],
    seq_trace:set_token([]),
    [say(X) || X <- [A, B, C, D, E, Old, F]].
