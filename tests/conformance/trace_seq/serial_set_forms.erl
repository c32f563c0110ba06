%% proves Q2, Q3: a serial as a pair
%% needs: 27
-module(serial_set_forms).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    seq_trace:set_token(label, 1),
    L = [{S, seq_trace:set_token(serial, S), seq_trace:get_token(serial)} || S <- [{0, 0}, {5, 9}, {9, 5}]],
    seq_trace:set_token([]),
    say(L).
