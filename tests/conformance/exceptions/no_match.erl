%% shows badmatch, case_clause, if_clause, try_clause with values and lines
-module(no_match).
-export([main/0]).
-include("stack.hrl").

main() ->
    [try F(), ok catch C:R:S -> io:format("~w ~w ~w~n", [C, R, hd(frames(S))]) end
     || F <- [fun m1/0, fun m2/0, fun m3/0, fun m4/0, fun m5/0, fun m6/0, fun m7/0]],
    ok.

m1() -> {ok, _} = id({error, enoent}), ok.

m2() ->
    case id(x) of
        y -> ok;
        [_ | _] -> list
    end.

m3() ->
    X = id(5),
    if X > 10 -> big;
       X < 0 -> negative
    end.

m4() ->
    try id(value) of
        other -> ok
    catch
        _:_ -> wrong
    end.

m5() ->
    [A, A] = id([1, 2]),
    A.

m6() -> <<1, _/binary>> = id(<<2, 3>>), ok.

m7() ->
    X = id([]),
    #{key := V} = X,
    V.

id(X) -> X.
