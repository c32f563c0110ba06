%% shows is_* functions called with all kinds of terms
-module(type_test_bifs).
-include("../support/edge.hrl").

main() ->
    ?T([is_atom(X) || X <- terms()]),
    ?T([is_binary(X) || X <- terms()]),
    ?T([is_bitstring(X) || X <- terms()]),
    ?T([is_boolean(X) || X <- [true, false, maybe_so, 1]]),
    ?T([is_float(X) || X <- terms()]),
    ?T([is_function(X) || X <- terms()]),
    ?T([is_integer(X) || X <- terms()]),
    ?T([is_list(X) || X <- terms()]),
    ?T([is_map(X) || X <- terms()]),
    ?T([is_number(X) || X <- terms()]),
    ?T([is_pid(X) || X <- terms()]),
    ?T([is_port(X) || X <- terms()]),
    ?T([is_reference(X) || X <- terms()]),
    ?T([is_tuple(X) || X <- terms()]),
    ?T(is_function(fun lists:map/2, 2)),
    ?T(is_function(fun lists:map/2, 3)),
    ?T(is_function(fun(_) -> a end, 1)),
    ?T(is_function(a, 1)),
    ?T(is_function(fun() -> a end, -1)),
    ?T(is_function(a, -1)),
    ?T(is_function(fun() -> a end, a)),
    ?T(is_function(fun() -> a end, 1 bsl 70)),
    ?T(is_record({r, 1}, id(r))),
    ?T(is_record({r, 1}, r, 2)),
    ?T(is_record({r, 1}, r, 3)),
    ?T(is_record({r}, id(1))),
    ?T(is_record({r}, r, a)),
    ?T(is_record(x, r, -1)),
    ok.

id(X) -> X.
terms() -> [a, 1, 1 bsl 80, 1.5, <<"b">>, <<1:1>>, [], [x | y], {}, {t}, #{}, self(), make_ref(), fun() -> x end].
