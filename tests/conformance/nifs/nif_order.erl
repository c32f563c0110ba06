%% shows comparison and hashes in C code, which are those of the language
-module(nif_order).
-export([main/0]).

main() ->
    Terms = [1, 1.0, 2, a, b, {}, {1}, [], [1], "ab", <<>>, <<1>>, #{}, #{a => 1}, #{1 => a}, #{1.0 => a}, 1 bsl 80],
    [io:format("~0p ~0p: ~p~n", [A, B, nif_terms:order(A, B)]) || A <- Terms, B <- Terms, A =/= B],
    [nif_terms:order(T, T) =:= {0, true} orelse io:format("~p differs from itself~n", [T]) || T <- Terms],
    [nif_terms:hash(T) =:= erlang:phash2(T) orelse io:format("hash of ~p~n", [T]) || T <- Terms].
