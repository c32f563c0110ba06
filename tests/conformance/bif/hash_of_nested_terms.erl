%% shows phash, phash2, external_size and term_to_binary of nested terms of every kind
-module(hash_of_nested_terms).
-export([main/0]).

main() ->
    lists:foldl(
        fun(Name, Seed) ->
            {Terms, Next} = random_terms:terms(100, Seed),
            io:format("~s: ~w~n", [Name, sums(Terms)]),
            Next
        end, 4711, ["first", "second", "third"]),
    [io:format("~s: ~w~n", [Name, sums([Make()])]) || {Name, Make} <- large()],
    ok.

sums(Terms) ->
    [lists:foldl(fun(Term, Sum) -> (Sum * 31 + F(Term)) band 16#FFFFFFFFFFFF end, 0, Terms)
     || F <- [fun erlang:phash2/1, fun(T) -> erlang:phash(T, 1 bsl 32) end, fun erlang:external_size/1,
              fun(T) -> erlang:external_size(T, [{minor_version, 1}]) end, fun size_written/1, fun checksum/1]].

size_written(Term) -> byte_size(term_to_binary(Term)).
%% The order of the pairs in a map of more than 32 is not the same everywhere.
checksum(Term) -> erlang:crc32(term_to_binary(Term, [deterministic])).

large() ->
    Long = lists:seq(1, 500),
    Many = binary_to_list(binary:copy(<<1, 2, 3, 0, 255, "x">>, 500)),
    [{"integers", fun() -> Long end},
     {"bytes", fun() -> Many end},
     {"bytes and a tuple", fun() -> Many ++ [{Many}] end},
     {"bytes and others", fun() -> [case N rem 7 of 0 -> x; 3 -> 256; _ -> N band 255 end || N <- Long] end},
     {"improper", fun() -> lists:foldl(fun(N, Tail) -> [N band 255 | Tail] end, tail, Long) end},
     {"improper bytes", fun() -> [1, 2, 3 | 4] end},
     {"improper bytes of five", fun() -> [1, 2, 3, 4, 5 | <<"x">>] end},
     {"tuple", fun() -> list_to_tuple(Long) end},
     {"map", fun() -> maps:from_list([{N, {N, [N]}} || N <- Long]) end},
     {"map of maps", fun() -> maps:from_list([{{N, x}, #{N => #{a => [N], b => {}}}} || N <- lists:seq(1, 100)]) end},
     {"maps as keys", fun() -> maps:from_list([{#{N => a, b => N}, #{}} || N <- lists:seq(1, 60)]) end},
     {"deep lists", fun() -> lists:foldl(fun(N, Inner) -> [Inner, N] end, [], Long) end},
     {"deep heads", fun() -> lists:foldl(fun(N, Inner) -> [N, a, Inner | N] end, [], Long) end},
     {"deep tuples", fun() -> lists:foldl(fun(N, Inner) -> {N, Inner, x} end, {}, Long) end},
     {"deep maps", fun() -> lists:foldl(fun(N, Inner) -> #{N => Inner, Inner => N} end, #{}, lists:seq(1, 14)) end},
     {"deep maps of one", fun() -> lists:foldl(fun(N, Inner) -> #{a => N, b => Inner, c => 1} end, #{}, Long) end},
     {"string of 65535", fun() -> binary_to_list(binary:copy(<<"x">>, 65535)) end},
     {"string of 65536", fun() -> binary_to_list(binary:copy(<<"x">>, 65536)) end},
     {"funs", fun() -> [fun lists:map/2, fun erlang:'+'/2] end},
     {"empty", fun() -> [[], {}, #{}, <<>>, <<0:1>>, '', 0, 0.0, -0.0] end}].
