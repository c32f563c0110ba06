%% shows random functions that add, multiply, shift, mask and combine integers, most of whose values are read once: with integers of all sizes, floats and terms that are no numbers
-module(random_chains).
-export([main/0]).

-define(FUNCTIONS, 80).
-define(GROUP, 8).

main() ->
    Values = [0, 1, -1, 5, -77, 63, 64, 127, 16#ffffffff, (1 bsl 59) - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1, (1 bsl 63) - 1, 1 bsl 63,
              -(1 bsl 63), (1 bsl 64) - 1, -(1 bsl 64) + 1, 1 bsl 64, -(1 bsl 64), (1 bsl 127) + 3, -(1 bsl 127), (1 bsl 200) + 1, 2.5, atom],
    Names = [list_to_atom("f" ++ integer_to_list(N)) || N <- lists:seq(1, ?FUNCTIONS)],
    {Functions, _} = lists:mapfoldl(fun function/2, 2, Names),
    Forms = [{attribute, 1, module, made}, {attribute, 1, export, [{Name, 3} || Name <- Names]} | Functions],
    {ok, made, Code} = compile:forms(Forms, [no_spawn_compiler_process, nowarn_unused_vars]),
    {module, made} = code:load_binary(made, "made.beam", Code),
    groups(Names, Values).

groups([], _) -> ok;
groups(Names, Values) ->
    {Group, Rest} = lists:split(?GROUP, Names),
    io:format("~w to ~w: ~w~n", [hd(Group), lists:last(Group), erlang:phash2([results(Name, Values) || Name <- Group])]),
    groups(Rest, Values).

%% Several times, so that the function is compiled.
results(Name, Values) ->
    Triples = [{A, B, C} || A <- Values, B <- Values, C <- [A, 3, (1 bsl 62) + 1, B]],
    First = [result(Name, Triple) || Triple <- Triples],
    [case result(Name, Triple) of
         Result -> ok;
         Other -> io:format("~w~w: ~w, then ~w~n", [Name, Triple, Result, Other])
     end || {Triple, Result} <- lists:zip(Triples, First)],
    First.

result(Name, {A, B, C}) ->
    try made:Name(A, B, C) catch Class:Reason -> {Class, Reason} end.

%% f(A, B, C) -> V1 = ..., V2 = ..., {some of them}.
function(Name, Seed0) ->
    {Count, Seed1} = random(7, Seed0),
    {Matches, Variables, Seed2} = operations(Count + 2, [], ['C', 'B', 'A'], Seed1),
    {Results, Seed3} = random(3, Seed2),
    Result = {tuple, 1, [{var, 1, V} || V <- lists:sublist(Variables, Results)]},
    Clause = {clause, 1, [{var, 1, V} || V <- ['A', 'B', 'C']], [], lists:reverse([Result | Matches])},
    {{function, 1, Name, 3, [Clause]}, Seed3}.

operations(0, Matches, Variables, Seed) -> {Matches, Variables, Seed};
operations(N, Matches, Variables, Seed0) ->
    {Op, Seed1} = one_of(['+', '-', '*', '*', 'band', 'band', 'bor', 'bxor', 'bsl', 'bsl', 'bsr'], Seed0),
    {Left, Seed2} = recent(Variables, Seed1),
    {Right, Seed3} = right(Op, Variables, Seed2),
    {Swapped, Seed4} = random(5, Seed3),
    Operands = case Swapped =:= 1 andalso Op =/= 'bsl' andalso Op =/= 'bsr' of
                   true -> [Right, Left];
                   false -> [Left, Right]
               end,
    Variable = list_to_atom("V" ++ integer_to_list(N)),
    Match = {match, 1, {var, 1, Variable}, list_to_tuple([op, 1, Op | Operands])},
    operations(N - 1, [Match | Matches], [Variable | Variables], Seed4).

%% Most often what has been computed last.
recent(Variables, Seed0) ->
    {Place, Seed1} = one_of([1, 1, 1, 1, 2, 3], Seed0),
    {{var, 1, lists:nth(min(Place, length(Variables)), Variables)}, Seed1}.

right(Op, Variables, Seed0) when Op =:= 'bsl'; Op =:= 'bsr' ->
    {Kind, Seed1} = random(4, Seed0),
    case Kind of
        1 ->
            {Count, Seed2} = recent(tl(Variables), Seed1),
            {Mask, Seed3} = one_of([7, 31, 63, 127], Seed2),
            {{op, 1, 'band', Count, {integer, 1, Mask}}, Seed3};
        _ ->
            {Count, Seed2} = one_of([0, 1, 5, 12, 25, 31, 32, 58, 59, 60, 63, 64, 70, -3], Seed1),
            {constant(Count), Seed2}
    end;
right('band', Variables, Seed0) ->
    {Kind, Seed1} = random(6, Seed0),
    case Kind of
        1 -> recent(Variables, Seed1);
        _ ->
            {Mask, Seed2} = one_of([255, 16#ffffffff, 16#ffffffffffff, (1 bsl 59) - 1, (1 bsl 60) - 1, (1 bsl 63) - 1, (1 bsl 64) - 1,
                                    (1 bsl 64) - 1, (1 bsl 65) - 1, -256, -(1 bsl 60), 1 bsl 63], Seed1),
            {constant(Mask), Seed2}
    end;
right(_, Variables, Seed0) ->
    {Kind, Seed1} = random(2, Seed0),
    case Kind of
        1 -> recent(tl(Variables), Seed1);
        2 ->
            {Integer, Seed2} = one_of([1, 11, -1, 255, 1664525, 1013904223, (1 bsl 58) + 9, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1,
                                       1099511628211, 16#2545F4914F6CDD1D, 16#9E3779B97F4A7C15, -16#9E3779B97F4A7C15, (1 bsl 64) - 1, 1 bsl 64],
                                      Seed1),
            {constant(Integer), Seed2}
    end.

constant(Integer) when Integer < 0 -> {op, 1, '-', {integer, 1, -Integer}};
constant(Integer) -> {integer, 1, Integer}.

one_of(List, Seed0) ->
    {N, Seed1} = random(length(List), Seed0),
    {lists:nth(N, List), Seed1}.

%% From 1 to N.
random(N, Seed0) ->
    Seed1 = (Seed0 * 6364136223846793005 + 1442695040888963407) rem (1 bsl 64),
    {(Seed1 bsr 33) rem N + 1, Seed1}.
