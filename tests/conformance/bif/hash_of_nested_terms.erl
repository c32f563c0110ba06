%% shows phash, phash2, external_size and term_to_binary of nested terms of every kind
-module(hash_of_nested_terms).
-export([main/0]).

main() ->
    rand:seed(exsss, {1, 2, 3}),
    [begin
         Terms = [term(Depth) || _ <- lists:seq(1, Count)],
         io:format("depth ~w: ~w~n", [Depth, sums(Terms)])
     end || {Depth, Count} <- [{0, 60}, {1, 60}, {2, 20}, {3, 10}, {5, 5}]],
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

term(0) ->
    case rand:uniform(14) of
        1 -> rand:uniform(256) - 1;
        2 -> rand:uniform(1 bsl 16) - (1 bsl 15);
        3 -> rand:uniform(1 bsl 29) - (1 bsl 28);
        4 -> rand:uniform(1 bsl 60) - (1 bsl 59);
        5 -> rand:uniform(1 bsl 64) - (1 bsl 63);
        6 -> rand:uniform(1 bsl 200) - (1 bsl 199);
        7 -> rand:uniform() * 1.0e10 - 5.0e9;
        8 -> [];
        9 -> lists:nth(rand:uniform(4), [a, hello, 'h\x{e5}', 'a rather long atom']);
        10 -> lists:nth(rand:uniform(3), [{}, #{}, <<>>]);
        11 -> rand:bytes(rand:uniform(40));
        12 -> Size = rand:uniform(70), <<(rand:uniform(1 bsl Size) - 1):Size>>;
        13 -> [rand:uniform(256) - 1 || _ <- lists:seq(1, rand:uniform(9))];
        14 -> case rand:bytes(20) of <<_:3, Part:80/bits, _/bits>> -> Part end
    end;
term(Depth) ->
    Size = rand:uniform(6) - 1,
    Inner = fun() -> term(max(0, Depth - rand:uniform(2))) end,
    case rand:uniform(7) of
        1 -> [Inner() || _ <- lists:seq(1, Size)];
        2 -> lists:foldl(fun(_, Tail) -> [Inner() | Tail] end, Inner(), lists:seq(1, Size));
        3 -> list_to_tuple([Inner() || _ <- lists:seq(1, Size)]);
        4 -> maps:from_list([{Inner(), Inner()} || _ <- lists:seq(1, Size)]);
        5 when Depth < 3 -> maps:from_list([{{N, Inner()}, Inner()} || N <- lists:seq(1, 33 + Size)]);
        6 -> [rand:uniform(256) - 1, rand:uniform(256) - 1, Inner(), 7, Inner() | Inner()];
        _ -> term(0)
    end.
