%% shows rand: seeded algorithms give the same numbers, and what they refuse
-module(lib_rand).
-include("../support/edge.hrl").

main() ->
    ?T(numbers(exsss, 5)),
    ?T(numbers(exrop, 5)),
    ?T(numbers(exro928ss, 5)),
    ?T(numbers(exsp, 5)),
    ?T(numbers(exs1024s, 5)),
    ?T(numbers(no_such_algorithm, 1)),
    ?T(element(1, rand:uniform_s(rand:seed_s(exsss, 42)))),
    ?T(element(1, rand:uniform_real_s(rand:seed_s(exsss, 42)))),
    ?T(element(1, rand:normal_s(rand:seed_s(exsss, 42)))),
    ?T(element(1, rand:bytes_s(5, rand:seed_s(exsss, 42)))),
    ?T(element(1, rand:uniform_s(1000, rand:jump(rand:seed_s(exsss, 42))))),
    ?T(rand:uniform_s(0, rand:seed_s(exsss, 42))),
    ?T(rand:uniform_s(-1, rand:seed_s(exsss, 42))),
    ?T(element(1, rand:uniform_s(1 bsl 100, rand:seed_s(exsss, 42)))),
    ?T(rand:mwc59(1)),
    ?T(rand:mwc59_value(12345)),
    ?T(rand:exsp_next(1)),
    ok.

numbers(A, N) -> element(1, lists:mapfoldl(fun(_, S) -> rand:uniform_s(1000, S) end, rand:seed_s(A, {1, 2, 3}), lists:seq(1, N))).
