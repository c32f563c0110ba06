%% proves F6, F11: natives are counted as Erlang functions are
%% needs: 27
-module(call_count_natives).
-export([main/0]).
-include("trace.hrl").

main() ->
    S = trace:session_create(s, tracer(), []),
    Mfas = [{lists, member, 2}, {erlang, atom_to_list, 1}, {lists, seq, 2}, {maps, keys, 1}],
    Set = [trace:function(S, Mfa, true, [call_count]) || Mfa <- Mfas],
    [lists:member(X, [a, b]) || X <- [a, b, c]],
    apply(erlang, atom_to_list, [abc]),
    F = fun erlang:atom_to_list/1,
    [F(a) || _ <- [1, 2]],
    maps:keys(#{}),
    Counts = [trace:info(S, Mfa, call_count) || Mfa <- Mfas],
    io:format("~w ~w~n", [Set, [C || {call_count, C} <- Counts]]),
    ok.
