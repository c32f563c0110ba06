%% shows that messages are copies: big terms, shared sub terms, funs and binaries sent around and changed
-module(large_messages).
-export([main/0]).

main() ->
    Self = self(),
    Big = #{list => lists:seq(1, 10000), map => maps:from_list([{N, {N, <<N:32>>}} || N <- lists:seq(1, 1000)]), f => fun(X) -> X + 1 end,
            bin => binary:copy(<<"abc">>, 10000), tuple => list_to_tuple(lists:seq(1, 100))},
    P = spawn(fun() -> receive {M, From} -> From ! {back, M#{extra => true}, erlang:phash2(M)} end end),
    P ! {Big, Self},
    receive {back, B, H} -> io:format("~w ~w ~w~n", [maps:remove(extra, B) =:= Big, H =:= erlang:phash2(Big), (maps:get(f, B))(1)]) end,
    Hops = pass(50, Big),
    io:format("~w~n", [Hops =:= Big]),
    ok.

pass(0, T) -> T;
pass(N, T) ->
    Self = self(),
    P = spawn(fun() -> receive X -> Self ! {self(), X} end end),
    P ! T,
    receive {P, X} -> pass(N - 1, X) end.
