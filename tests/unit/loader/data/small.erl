%% A little of everything that a chunk can hold; compiled by three releases (see README.md here).
-module(small).
-export([sum/1, parse/1, build/2, adder/1, map/1, loop/0, floats/1, pick/1]).

sum([H | T]) -> H + sum(T);
sum([]) -> 0.

parse(<<"ab", N:16/little, Rest/binary>>) -> {N, Rest, [literal, #{key => "value"}]};
parse(<<N:5, _:3>>) -> N.

build(N, Bin) -> <<N:24, "text", Bin/binary>>.

adder(N) -> fun(M) -> N + M end.

map(#{a := A} = M) -> M#{a := A + 1, b => 123456789012345678901234567890}.

loop() ->
    receive
        {From, X} -> From ! X, loop();
        stop -> ok
    after 1000 -> timeout
    end.

floats(X) when is_float(X) -> try 2.5 * X / 3.0 catch error:_ -> 0.0 end.

pick(1) -> one;
pick(2) -> two;
pick(seven) -> '\x{444}\x{436}';
pick(_) -> none.
