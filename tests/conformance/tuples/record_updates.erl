%% compiled: 27
%% shows updates of records, one after another on the same record, which a compiler may make in place, and what keeps the old one
-module(record_updates).
-export([main/0]).

-record(r, {a = 0, b = 0, c = [], d, e}).

main() ->
    io:format("~w~n", [counted(10, #r{})]),
    io:format("~w~n", [counted(100000, #r{})]),
    io:format("~w~n", [collected(3000, #r{})]),
    Kept = kept(5, #r{a = 1}, []),
    io:format("~w~n", [Kept]),
    io:format("~w~n", [through(#r{})]),
    io:format("~w~n", [erased(20, #r{})]),
    io:format("~w~n", [literal(7)]),
    self() ! sent(#r{a = 9}),
    receive M -> io:format("~w~n", [M]) end,
    io:format("~w~n", [catch failing(#r{}, zero)]),
    io:format("~w~n", [with_closure(#r{a = 3})]).

%% Two fields, immediate values.
counted(0, R) -> R;
counted(N, R = #r{a = A, b = B}) -> counted(N - 1, R#r{a = A + 1, b = B - 1}).

%% Values on the heap, with collections between.
collected(0, R) -> {R#r.a, length(R#r.c), R#r.d};
collected(N, R) -> collected(N - 1, R#r{a = N, c = [N | R#r.c], d = {N, R#r.a, R#r.b}}).

%% All versions are kept.
kept(0, R, Acc) -> lists:reverse([R | Acc]);
kept(N, R, Acc) ->
    S = R#r{a = N, b = N * 2},
    kept(N - 1, S, [R | Acc]).

%% New, then updated again and again, with uses of the version before.
through(R0) ->
    R1 = R0#r{a = 1},
    R2 = R1#r{b = R1#r.a + 1},
    R3 = R2#r{c = 1.5, d = R2},
    R4 = R3#r{e = x, a = y},
    {R1, R4#r{b = big}, R4}.

erased(0, R) -> R;
erased(N, R) when N rem 2 =:= 0 -> erased(N - 1, R#r{a = N, b = undefined, c = N, d = false, e = N});
erased(N, R) -> erased(N - 1, R#r{e = 1 bsl (N * 4)}).

literal(N) ->
    R = #r{a = 1, b = 2},
    S = R#r{a = N},
    {R, S, S#r{b = N}}.

sent(R) ->
    S = R#r{b = 1},
    self() ! S,
    T = S#r{b = 2},
    receive #r{} = Got -> {Got, T} end.

failing(R, Z) ->
    S = R#r{a = 1},
    put(last, S),
    T = S#r{a = 2},
    try T#r{a = 1 / Z}
    catch error:badarith -> {get(last), T}
    end.

with_closure(R) ->
    S = R#r{b = 4},
    F = fun() -> S end,
    T = S#r{b = 5},
    {F(), T, F()}.
