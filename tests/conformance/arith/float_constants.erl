%% shows arithmetic with floats that the code names, of values at the edges: powers of two, zero of both signs, the least and the largest ones
%% (no -0.0 in the code and no == 0.0: the compilers of OTP 25 and 26 take both zeros for the same)
-module(float_constants).
-export([main/0]).

main() ->
    Values = [1.0, -1.0, 3.7, 0.0, list_to_float("-0.0"), 5.0e-324, -5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308,
              1.0e-300, 7, -7, 0, 1 bsl 53 + 1, 1 bsl 70, 1 bsl 1100],
    [show(Name, F, Values) || {Name, F} <- functions()],
    io:format("~w~n", [root(2.0, 1.0, 8)]).

show(Name, F, Values) ->
    io:format("~s~n", [Name]),
    %% Often, so that each engine compiles it.
    [begin
         [text(F, Value) || _ <- lists:seq(1, 300)],
         io:format("  ~s~n", [text(F, Value)])
     end || Value <- Values].

text(F, Value) -> try io_lib:format("~w", [F(Value)]) catch error:Reason -> io_lib:format("~w", [Reason]) end.

functions() ->
    [{"(X + 1.0) / 2.0", fun(X) -> (X + 1.0) / 2.0 end},
     {"X * 1.0 / 4.0 - 0.25", fun(X) -> X * 1.0 / 4.0 - 0.25 end},
     {"(X - 0.5) / 0.5", fun(X) -> (X - 0.5) / 0.5 end},
     {"X * 1.0 / 3.0", fun(X) -> X * 1.0 / 3.0 end},
     {"X / 8.0 / 0.0", fun(X) -> X / 8.0 / 0.0 end},
     {"1.0 / (X + 0.0)", fun(X) -> 1.0 / (X + 0.0) end},
     {"X * 0.0 + 1.0", fun(X) -> X * 0.0 + 1.0 end},
     {"X + 0.0 - 0.0", fun(X) -> X + 0.0 - 0.0 end},
     {"X * 0.0 - 0.0", fun(X) -> X * 0.0 - 0.0 end},
     {"X * 1.0e308 * 1.0e308", fun(X) -> X * 1.0e308 * 1.0e308 end},
     {"X * 1.0e-308 * 1.0e-10", fun(X) -> X * 1.0e-308 * 1.0e-10 end},
     {"X / 5.0e-324 / 2.0", fun(X) -> X / 5.0e-324 / 2.0 end},
     {"X / 1.7976931348623157e308 / 2.0", fun(X) -> X / 1.7976931348623157e308 / 2.0 end},
     {"-(X * 2.0) + 1.5", fun(X) -> -(X * 2.0) + 1.5 end},
     {"(1.5 + 2.5) * X / 2.0", fun(X) -> A = 1.5, (A + 2.5) * X / 2.0 end},
     {"X * 2.0 > 0.0", fun(X) -> X * 2.0 > 0.0 end}].

root(_, X, 0) -> X;
root(A, X, N) -> root(A, (X + A / X) / 2, N - 1).
