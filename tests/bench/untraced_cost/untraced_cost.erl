%% Functions whose compiled code is counted by `run`: calls of each kind, as programs have them.
-module(untraced_cost).
-export([main/0, fib/1, sum/2, append/2, even/1, odd/1, map/2, count/2, keep/3, area/1, words/2, bifs/2]).

main() ->
    Numbers = lists:seq(1, 400),
    Results = [fib(14), sum(Numbers, 0), length(append(Numbers, Numbers)), even(500),
               sum(map(fun(X) -> X + 1 end, Numbers), 0), count(400, Numbers),
               lists:sum([area(Shape) || Shape <- keep(400, [{square, 3}, {circle, 2}], [])]),
               words(lists:duplicate(100, <<"one two three">>), 0), bifs(400, 0)],
    io:format("~w~n", [Results]).

%% Body recursion, twice.
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

%% Tail recursion.
sum([X | Rest], Sum) -> sum(Rest, Sum + X);
sum([], Sum) -> Sum.

%% Body recursion that builds.
append([X | Rest], Tail) -> [X | append(Rest, Tail)];
append([], Tail) -> Tail.

%% Two functions call each other.
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).

%% A fun is called.
map(F, [X | Rest]) -> [F(X) | map(F, Rest)];
map(_, []) -> [].

%% Another module is called.
count(0, Numbers) -> lists:last(Numbers);
count(N, Numbers) -> lists:nth(3, Numbers), count(N - 1, Numbers).

%% Choices and tuples.
keep(0, _, Kept) -> Kept;
keep(N, [Shape | Shapes], Kept) -> keep(N - 1, append(Shapes, [Shape]), [Shape | Kept]).
area({square, A}) -> A * A;
area({circle, R}) -> 3 * R * R.

%% Bitstrings.
words([Text | Rest], N) -> words(Rest, N + spaces(Text, 1));
words([], N) -> N.
spaces(<<$\s, Rest/binary>>, N) -> spaces(Rest, N + 1);
spaces(<<_, Rest/binary>>, N) -> spaces(Rest, N);
spaces(<<>>, N) -> N.

%% Functions written in C++.
bifs(0, Sum) -> Sum;
bifs(N, Sum) -> bifs(N - 1, Sum + length(integer_to_list(N)) + element(1, setelement(1, {N, b}, 1))).
