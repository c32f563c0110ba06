%% shows random: the old generator with a seed
-module(lib_random_old).
-include("../support/edge.hrl").

main() ->
    ?T(random:seed(1, 2, 3)),
    ?T(random:uniform()),
    ?T(random:uniform(100)),
    ?T(element(1, random:uniform_s(10, {3, 2, 1}))),
    ?T(random:uniform(0)),
    ?T(random:seed0()),
    ok.
