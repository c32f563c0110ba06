%% shows sinh, cosh, tanh and their inverses, erf and erfc: identities, limits, and what is outside of their domains
-module(hyperbolic_functions).
-include("../support/edge.hrl").

main() ->
    ?T([r(math:F(X)) || F <- [sinh, cosh, tanh, asinh, atan, erf, erfc], X <- [-1, 0, 0.5, 2]]),
    ?T([near(math:asinh(math:sinh(X)), X) || X <- [-3, -0.1, 0, 1.0e-5, 7]]),
    ?T([near(math:acosh(math:cosh(X)), X) || X <- [0.5, 1, 7]]),
    ?T([near(math:atanh(math:tanh(X)), X) || X <- [-1, 0, 0.7]]),
    ?T([near(math:erf(X) + math:erfc(X), 1) || X <- [-2, 0, 0.3, 5]]),
    ?T([near(math:pow(math:cosh(X), 2) - math:pow(math:sinh(X), 2), 1) || X <- [-1, 0, 2]]),
    ?T(math:asinh(0)),
    ?T(math:asinh(1 bsl 1023) < 720),
    ?T(math:asinh(1 bsl 1024)),
    ?T(math:asinh(a)),
    ?T(math:acosh(1)),
    ?T(math:acosh(0.999)),
    ?T(math:atanh(1)),
    ?T(math:atanh(-1.1)),
    ?T(math:sinh(711)),
    ?T(math:cosh(-711)),
    ?T(math:tanh(-1000)),
    ?T(math:erfc(100)),
    ?T(math:erf([])),
    ok.

r(F) -> round(F * 1.0e9).
near(A, B) -> abs(A - B) < 1.0e-9.
