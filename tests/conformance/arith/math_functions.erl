%% shows functions of math, rounded, with domain errors
-module(math_functions).
-export([main/0]).

main() ->
    R = fun(X) -> round(X * 1000000) / 1000000 end,
    io:format("~w~n", [[R(F) || F <- [math:pi(), math:sqrt(2), math:exp(1), math:log(10), math:log2(10), math:log10(1000),
        math:sin(1), math:cos(1), math:tan(1), math:asin(0.5), math:acos(0.5), math:atan(1), math:atan2(1, -1), math:sinh(1),
        math:cosh(1), math:tanh(1), math:pow(2, 0.5), math:erf(0.5), math:fmod(7.5, 2)]]]),
    io:format("~w~n", [[math:pow(2, 10), math:ceil(1.2), math:floor(-1.2), math:log2(1 bsl 80), math:sqrt(16)]]),
    Bad = [fun() -> math:sqrt(-1) end, fun() -> math:log(0) end, fun() -> math:acos(2) end, fun() -> math:pow(0, -1) end,
           fun() -> math:sin(a) end, fun() -> math:exp(1000) end, fun() -> math:fmod(1, 0) end],
    io:format("~w~n", [[try F() catch error:E -> E end || F <- Bad]]),
    ok.
