%% shows that a call of a fun in the end of a function leaves no frame behind, be it with a frame or without, closure or external
-module(tail_calls).
-export([main/0, framed/2, by_name/2, unchecked/2, id/1]).

main() ->
    Closure = id(fun(_, 0) -> words(); (F, N) -> F(F, N - 1) end),
    Base = Closure(Closure, 1),
    [io:format("~w ~w~n", [What, F(G, 100000) - Base < 50]) || {What, F, G} <- [
        {closure, Closure, Closure},
        {framed, fun framed/2, fun framed/2},
        {external, fun ?MODULE:framed/2, fun ?MODULE:framed/2},
        {unchecked, fun unchecked/2, fun ?MODULE:unchecked/2},
        {by_name, fun by_name/2, by_name},
        {with_variables, with_variables(a, b, c), with_variables(a, b, c)},
        {applied, fun applied/2, fun applied/2},
        {in_case, fun in_case/2, fun in_case/2}]].

framed(_, 0) -> words();
framed(F, N) when is_function(F, 2) -> id(N), F(F, N - 1).

unchecked(_, 0) -> words();
unchecked(F, N) -> id(N), F(F, N - 1).

by_name(_, 0) -> words();
by_name(F, N) -> id(N), ?MODULE:F(F, N - 1).

with_variables(A, B, C) -> fun(_, 0) -> id({A, B, C}), words(); (F, N) -> id({C, B, A}), F(F, N - 1) end.

applied(_, 0) -> words();
applied(F, N) -> id(N), apply(F, [F, N - 1]).

in_case(_, 0) -> words();
in_case(F, N) ->
    case id(N) rem 3 of
        0 -> F(F, N - 1);
        1 -> try id(N) catch _ -> ok end, F(F, N - 1);
        2 -> receive never -> ok after 0 -> F(F, N - 1) end
    end.

words() -> {stack_size, Words} = process_info(self(), stack_size), Words.
id(X) -> X.
