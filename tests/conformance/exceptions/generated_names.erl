%% shows the names of funs and comprehensions in stack traces
-module(generated_names).
-export([main/0]).
-include("stack.hrl").

main() ->
    try f([1]) catch _:_:S -> show(S) end,
    try g([1]) catch _:_:S2 -> show(S2) end,
    F = fun Named(0) -> error(named); Named(N) -> {Named(N - 1)} end,
    try F(1) catch _:_:S3 -> show(S3) end,
    try k(<<1>>) catch _:_:S4 -> show(S4) end,
    ok.

f(L) -> [X + error(in_comprehension) || X <- L].

g(L) -> {lists:map(fun(X) -> {X, h(X)} end, L)}.

h(X) -> error({in_h, X}), ok.

k(B) -> << <<(X + error(in_bits))>> || <<X>> <= B >>.

show(S) -> io:format("~w~n", [[F || {F, _, _} <- frames(S), F =/= lists]]).
