%% shows for random terms: external format both ways, sizes, hashes, as digests of forty terms each
-module(random_external).
-export([main/0]).

main() ->
    lists:foldl(fun(Group, Seed) ->
        {Terms, Next} = random_terms:terms(40, Seed),
        [Term = binary_to_term(term_to_binary(Term, Options)) || Term <- Terms,
            Options <- [[], [compressed], [{minor_version, 1}], [{minor_version, 2}, {compressed, 9}], [deterministic]]],
        Sized = [byte_size(term_to_binary(Term)) =:= erlang:external_size(Term) || Term <- Terms],
        io:format("~w ~w ~w ~s ~s ~w ~w~n", [Group, lists:all(fun(B) -> B end, Sized), lists:sum([erlang:external_size(T) || T <- Terms]),
            random_terms:digest([term_to_binary(T, [deterministic]) || T <- Terms]), random_terms:digest([term_to_binary(T, [{minor_version, 1}, deterministic]) || T <- Terms]),
            lists:foldl(fun(T, A) -> A bxor erlang:phash2(T) end, 0, Terms), lists:sum([erlang:phash2(T, 1000) || T <- Terms])]),
        Next
    end, 4711, lists:seq(1, 40)).
