%% shows which atoms are quoted when printed, and how their characters are escaped
-module(print_atoms).
-export([main/0]).

main() ->
    Atoms = [abc, aBC, a_b, a@b, a1, 'Abc', '1a', '_x', 'a b', 'a-b', '', '\n', '\t\'\\', 'end', 'fun', 'when', 'andalso', 'maybe',
             'else', ok, '$1', '{}', '[]', '+', 'a.b', 'é', 'ÀB', 'ø', list_to_atom([955, 956]), list_to_atom([1, 127, 160]),
             'try', 'cond', 'let', nil],
    [io:format("~w ~tw ~p ~tp~n", [A, A, A, A]) || A <- Atoms, A =/= 'maybe', A =/= 'else'],
    io:format("~s ~ts~n", ['plain text', list_to_atom([955, 956])]),
    ok.
