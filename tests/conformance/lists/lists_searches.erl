%% shows lists:search, any, all, takewhile, dropwhile, uniq and filtermap with odd results
-module(lists_searches).
-include("../support/edge.hrl").

main() ->
    ?T(lists:search(fun(X) -> X > 1 end, [1, 2, 3])),
    ?T(lists:search(fun(_) -> false end, [1])),
    ?T(lists:search(fun(_) -> maybe_so end, [1])),
    ?T(lists:any(fun(_) -> 1 end, [a])),
    ?T(lists:any(fun(_) -> true end, [])),
    ?T(lists:all(fun(_) -> false end, [])),
    ?T(lists:all(fun is_atom/1, [a | b])),
    ?T(lists:takewhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
    ?T(lists:dropwhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
    ?T(lists:uniq([1, 1.0, 2, 1, 2])),
    ?T(lists:uniq(fun({K, _}) -> K end, [{a, 1}, {b, 2}, {a, 3}])),
    ?T(lists:filtermap(fun(0) -> false; (1) -> true; (N) -> {true, N * N} end, [0, 1, 2, 3])),
    ?T(lists:filtermap(fun(_) -> other end, [1])),
    ?T(lists:partition(fun(X) -> X rem 2 =:= 0 end, [1, 2, 3, 4])),
    ?T(lists:flatmap(fun(X) -> [X, X] end, [a, b])),
    ?T(lists:flatmap(fun(X) -> X end, [a])),
    ?T(lists:foreach(fun(_) -> ok end, [a | b])),
    ok.
