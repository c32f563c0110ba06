%% compiled: 29
%% shows is_integer/3 as a guard, as a function, and by apply, with bounds that are small, large or no integers
-module(integer_ranges).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w~n  ~w~n  ~w~n", [Value, Low, High, in_guard(Value, Low, High), [called(F, [Value, Low, High]) || F <- functions()]])
     || Value <- values(), Low <- id([0, 5, 1 bsl 69, -(1 bsl 71), b, 0.0]), High <- id([5, -1, 1 bsl 71, x])],
    io:format("~w~n", [in_body(id(7))]).

values() -> id([0, 5, -3, 1 bsl 70, -(1 bsl 70), 5.0, a, [], {1}]).

functions() -> [fun erlang:is_integer/3, fun(V, L, H) -> is_integer(V, L, H) end, fun(V, L, H) -> apply(erlang, id(is_integer), [V, L, H]) end].

in_guard(Value, Low, High) when is_integer(Value, Low, High) -> inside;
in_guard(Value, Low, High) when not is_integer(Value, Low, High) -> outside;
in_guard(_, _, _) -> neither.

in_body(Value) -> {is_integer(Value, 1, 7), is_integer(Value, 8, 9), case Value of V when is_integer(V, 0, 255) -> byte; _ -> more end}.

called(F, Arguments) ->
    try apply(F, Arguments) catch Class:Reason -> {Class, Reason} end.

id(X) -> X.
