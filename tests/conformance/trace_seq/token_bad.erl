%% proves Q2: what set_token and get_token refuse
%% needs: 27
-module(token_bad).
-export([main/0]).
-import(trace_stream, [say/1, say/2, attempt/1]).

main() ->
    [say(attempt(fun() -> seq_trace:set_token(C, V) end)) || {C, V} <- [{nothing, true}, {send, maybe_so}, {serial, 1}, {serial, {a, b}}, {timestamp, 1}, {print, x}]],
    [say(attempt(fun() -> seq_trace:get_token(C) end)) || C <- [nothing, 1]],
    [say(attempt(fun() -> seq_trace:set_token(X) end)) || X <- [x, {a}, 1]],
    say(seq_trace:get_token()).
