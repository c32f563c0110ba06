%% shows functions with the same code but other arities, atoms and literals: what they return, and the arguments of function_clause
-module(twin_functions).
-export([main/0, one/1, two/2, three/3, red/1, blue/1]).

one(a) -> ok.
two(a, _) -> ok.
three(a, _, _) -> ok.

red(first_red) -> {red, [1, 2]};
red(second_red) -> <<"red">>;
red(Other) -> Other.

blue(first_blue) -> {blue, [3, 4, 5]};
blue(second_blue) -> <<"blue">>;
blue(Other) -> Other.

main() ->
    [ok = run(N) || N <- lists:seq(1, 300)],
    [io:format("~p~n", [caught(F, Arguments)]) || {F, Arguments} <- [{one, [b]}, {two, [b, {c}]}, {three, [b, [c], 1.5]}]],
    [io:format("~p~n", [[apply(?MODULE, F, [Atom]) || Atom <- [first_red, second_red, first_blue, second_blue, other]]]) || F <- [red, blue]].

run(N) ->
    ok = one(a),
    ok = two(a, N),
    ok = three(a, N, [N]),
    N = red(N),
    N = blue(N),
    ok.

caught(F, Arguments) ->
    try apply(?MODULE, F, Arguments)
    catch Class:Reason:Stack -> {Class, Reason, [{Name, With} || {?MODULE, Name, With, _} <- [hd(Stack)]]}
    end.
