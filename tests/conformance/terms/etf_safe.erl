%% shows binary_to_term with the safe option: no new atoms, no external funs that do not exist
-module(etf_safe).
-export([main/0]).

main() ->
    New = <<131, 119, 21, "never_seen_atom_q1w2e">>,
    io:format("~w~n", [try binary_to_term(New, [safe]) catch error:R -> R end]),
    io:format("~w~n", [try binary_to_existing_atom(<<"never_seen_atom_q1w2e">>) catch error:R2 -> R2 end]),
    io:format("~w~n", [binary_to_term(New)]),
    io:format("~w~n", [binary_to_term(New, [safe])]),
    io:format("~w~n", [binary_to_term(term_to_binary({ok, [1, 2.5]}), [safe])]),
    io:format("~w~n", [try binary_to_term(New, [unsafe]) catch error:R3 -> R3 end]),
    ok.
