%% The work of terms_bench.cpp on a real system: microseconds per call, or nanoseconds per key for maps; best of several.
%%   erlc terms_bench.erl && erl -noshell -s terms_bench main -s init stop
-module(terms_bench).
-export([main/0]).

main() ->
    A = message(1000),
    B = message(1000),
    Bytes = term_to_binary(A),
    Echo = spawn_link(fun echo/0),
    report("copy, there and back, and two switches", fun() -> Echo ! {self(), A}, receive X -> X end end, 1000, 1000),
    report("compare equal", fun() -> A =:= B end, 2000, 1000),
    report("phash2", fun() -> erlang:phash2(A) end, 500, 1000),
    report("encode", fun() -> term_to_binary(A) end, 500, 1000),
    report("decode", fun() -> binary_to_term(Bytes) end, 500, 1000),
    [report("map put " ++ integer_to_list(N), fun() -> number_map(N) end, max(1, 200000 div N), N) || N <- [10, 30, 1000, 100000]],
    [begin
         M = number_map(N),
         report("map get " ++ integer_to_list(N), fun() -> gets(M, N) end, max(1, 200000 div N), N)
     end || N <- [10, 30, 1000, 100000]],
    report("factorial", fun() -> factorial(1000, 1) end, 200, 1000).

report(Name, F, Times, Parts) ->
    Best = lists:min([element(1, timer:tc(fun() -> repeat(F, Times) end)) || _ <- lists:seq(1, 5)]),
    io:format("~s: ~.2f us, ~.1f ns a part~n", [Name, Best / Times, Best * 1000 / Times / Parts]).

repeat(_, 0) -> ok;
repeat(F, N) -> F(), repeat(F, N - 1).

message(N) ->
    [{I, atom, list_to_binary("binary" ++ integer_to_list(I)), [1, 2, 3], 1.5} || I <- lists:seq(1, N)].

number_map(N) -> number_map(1, N, #{}).
number_map(I, N, M) when I > N -> M;
number_map(I, N, M) -> number_map(I + 1, N, M#{I * 7919 => I}).

gets(_, 0) -> ok;
gets(M, I) -> _ = map_get(I * 7919, M), gets(M, I - 1).

factorial(0, P) -> P;
factorial(N, P) -> factorial(N - 1, P * N).

echo() -> receive {From, X} -> From ! X, echo() end.
