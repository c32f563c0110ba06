%% compiled: 27
%% shows terms of all kinds compared with integers and floats in the code, steps from numbers of all kinds, and orders as values
-module(constants_and_kinds).
-export([main/0, guards/1, ranges/1, floats/1, values/2, steps/1, extremes/2, equal/2, selected/1]).

main() ->
    Terms = terms(),
    [io:format("~w ~w~n", [K, [?MODULE:F(T) || F <- [guards, ranges, floats]]]) || {K, T} <- Terms],
    [io:format("~w ~s~n", [K, [[$\s | [letter(V) || V <- ?MODULE:values(T, U) ++ ?MODULE:equal(T, U) ++ place(?MODULE:extremes(T, U), T, U)]]
                              || {_, U} <- Terms]])
     || {K, T} <- Terms],
    [io:format("~w ~w~n", [K, outcome(steps, T)]) || {K, T} <- Terms],
    [io:format("~w ~w~n", [K, ?MODULE:selected(T)]) || {K, T} <- Terms],
    io:format("~w~n", [repeated(1000, 0.5)]),
    io:format("~w~n", [lists:sort([V || {_, V} <- Terms, not is_map(V), not is_reference(V), not is_pid(V), not is_function(V)])]).

terms() ->
    [{zero, 0}, {one, 1}, {minus, -1}, {byte, 255}, {limit, 1023}, {over, 1024}, {under, -1024},
     {largest, 1 bsl 59 - 1}, {smallest, -(1 bsl 59)}, {limb, 1 bsl 59}, {negative, -(1 bsl 59) - 1},
     {word, 1 bsl 64}, {same_word, id(1 bsl 64)}, {wide, 1 bsl 200}, {deep, -(1 bsl 200)},
     {fzero, id(0.0)}, {fminus_zero, id(-0.0)}, {fone, id(1.0)}, {fbyte, id(255.0)}, {fover, 255.5}, {fminus, -0.5},
     {fword, id(18446744073709551616.0)}, {fexact, 9007199254740993.0}, {exact, 9007199254740993}, {huge, 1.0e300}, {low, -1.0e300},
     {atom, a}, {other, zzz}, {nil, []}, {list, [1]}, {pair, [1 | 2]}, {empty, {}}, {tuple, {1, 2.0}}, {tuple2, {id(1.0), 2}},
     {map, #{}}, {pairs, #{a => 1}}, {pairs2, #{a => id(1.0)}}, {binary, <<>>}, {text, <<"abc">>}, {bits, <<1:3>>},
     {function, fun lists:reverse/1}, {pid, self()}, {reference, make_ref()}].

letter(Atom) -> hd(atom_to_list(Atom)).

id(X) -> binary_to_term(term_to_binary(X)).

guards(X) ->
    [if X > 0 -> gt; true -> le end, if X >= 0 -> ge; true -> lt end, if X < 1 -> lt; true -> ge end, if X =< 255 -> le; true -> gt end,
     if 0 > X -> gt; true -> le end, if 1023 =< X -> le; true -> gt end, if X < -1023 -> lt; true -> ge end, if X > 100000 -> gt; true -> le end,
     if X == 1 -> eq; true -> ne end, if X =:= 1 -> eq; true -> ne end, if X /= 255 -> ne; true -> eq end].

ranges(X) ->
    case X of
        _ when X >= $a, X =< $z -> lower;
        _ when X >= 0, X =< 9 -> digit;
        _ when X < 0 -> negative;
        _ -> other
    end.

floats(X) ->
    [if X > 0.0 -> gt; true -> le end, if X >= 1.0 -> ge; true -> lt end, if X < 255.5 -> lt; true -> ge end, if 1.0e10 < X -> lt; true -> ge end,
     if X == 1.0 -> eq; true -> ne end, if X =:= 1.0 -> eq; true -> ne end, if X == 255.0 -> eq; true -> ne end].

values(A, B) -> [A < B, A =< B, A > B, A >= B, A == B, A /= B].

equal(A, B) -> [A =:= B, A =/= B, {A} =:= {B}, [A] == [B]].

%% Which of the two they are, as equal numbers may be of different kinds.
extremes(A, B) -> [min(A, B), max(A, B), min(B, A), max(B, A)].

place(List, A, B) -> [if X =:= A, X =:= B -> both; X =:= A -> first; X =:= B -> second end || X <- List].

%% Each of these may leave the small integers, or be of floats.
steps(X) ->
    [X + 1, X - 1, 1 + X, 1 - X, X + 1023, X - 1023, X + 0, 0 - X, X - 0, X + 100000, X - (-7), -5 + X].

repeated(0, X) -> X;
repeated(N, X) -> repeated(N - 1, X + 1).

selected(1.0) -> float;
selected(18446744073709551616) -> limbs;
selected(1606938044258990275541962092341162602522202993782792835301376) -> many;
selected(9007199254740993) -> small;
selected(<<"abc">>) -> binary;
selected([1 | 2]) -> pair;
selected({1, 2.0}) -> tuple;
selected(_) -> none.

outcome(Function, Argument) ->
    try ?MODULE:Function(Argument) catch Class:Reason -> {Class, Reason} end.
