%% Instructions that the fixtures lack; compiled by OTP 29.
-module(rare).
-export([choose/1, part/2, range/1]).

choose(alpha) -> 1;
choose(beta) -> 2;
choose(gamma) -> 3;
choose(delta) -> 4;
choose(epsilon) -> 5;
choose(zeta) -> 6;
choose(eta) -> 7;
choose(theta) -> 8;
choose(iota) -> 9;
choose(kappa) -> 10.

part(B, P) when binary_part(B, P) =:= <<"x">> -> yes;
part(_, _) -> no.

range({N, Low, High}) when is_integer(N, Low, High) -> yes;
range(_) -> no.
