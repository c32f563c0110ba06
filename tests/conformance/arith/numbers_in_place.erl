%% compiled: 27
%% shows abs, float, trunc, round, floor, ceil, min and max of every kind of number, in bodies and guards
-module(numbers_in_place).
-export([main/0]).

main() ->
    Numbers = [0, 1, -1, 7, -7, (1 bsl 58), -(1 bsl 58), (1 bsl 59) - 1, -(1 bsl 59), 1 bsl 59, -(1 bsl 59) - 1, 1 bsl 64, -(1 bsl 90),
               0.0, -0.0, 0.4, 0.5, 0.6, -0.4, -0.5, -0.6, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 4503599627370495.5,
               -4503599627370495.5, 288230376151711743.0, 288230376151711744.0, -288230376151711744.0, 5.764607523034235e17,
               -5.764607523034235e17, 1.0e18, 1.0e22, -1.0e300, 1 bsl 1023, 1 bsl 1024, -(1 bsl 1024)],
    [print(N) || N <- Numbers],
    [print(T) || T <- [a, "1", <<1>>, {1}, self]],
    All = Numbers ++ [a, [], [1], {1}, {1.0}, #{}, <<>>],
    io:format("~w~n", [erlang:md5(term_to_binary([{less(A, B), more(A, B)} || A <- All, B <- All]))]),
    io:format("~w ~w ~w ~w~n", [less(1, 1.0), less(1.0, 1), more(1, 1.0), more(1.0, 1)]),
    io:format("~w ~w ~w~n", [more(0.0, 0), less({1, 2}, {1.0, 2}), more([1], [1.0])]),
    io:format("~w~n", [lists:foldl(fun(N, {Lo, Hi}) -> {min(N, Lo), max(Hi, N)} end, {zzz, -1.0e308}, Numbers)]),
    io:format("~p~n", [sums(100000, 0, 0.0)]).

less(A, B) -> min(A, B).
more(A, B) -> max(A, B).

print(N) ->
    io:format("~w:~w~n", [N, [catching(F, N) || F <- [absolute, real, truncated, nearest, below, above]]]),
    io:format("  ~w~n", [[guarded(F, N) || F <- [absolute, real, truncated, nearest, below, above]]]).

catching(F, N) ->
    try call(F, N)
    catch error:Reason:Stack ->
        {M, Name, Arguments, _} = hd(Stack),
        {Reason, M, Name, Arguments}
    end.

call(absolute, N) -> abs(N);
call(real, N) -> float(N);
call(truncated, N) -> trunc(N);
call(nearest, N) -> round(N);
call(below, N) -> floor(N);
call(above, N) -> ceil(N).

guarded(absolute, N) when abs(N) > 1 -> large;
guarded(real, N) when float(N) > 1.0 -> large;
guarded(truncated, N) when trunc(N) > 1 -> large;
guarded(nearest, N) when round(N) > 1 -> large;
guarded(below, N) when floor(N) > 1 -> large;
guarded(above, N) when ceil(N) > 1 -> large;
guarded(_, _) -> other.

sums(0, Integer, Float) -> {Integer, Float};
sums(N, Integer, Float) ->
    F = float(N) / 7,
    sums(N - 1, min(Integer + round(F) - floor(F) * 2 + ceil(-F) + trunc(F), 1 bsl 40), max(Float, -abs(F) - Float)).
