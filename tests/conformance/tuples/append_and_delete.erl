%% shows erlang:append_element, insert_element, delete_element and make_tuple at their borders
-module(append_and_delete).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:append_element({}, a)),
    ?T(erlang:append_element({a, b}, {c})),
    ?T(erlang:append_element([a], b)),
    ?T(erlang:append_element(a, b)),
    ?T(erlang:insert_element(1, {}, x)),
    ?T(erlang:insert_element(3, {a, b}, x)),
    ?T(erlang:insert_element(4, {a, b}, x)),
    ?T(erlang:insert_element(0, {a, b}, x)),
    ?T(erlang:insert_element(1.0, {a, b}, x)),
    ?T(erlang:insert_element(1, a, x)),
    ?T(erlang:delete_element(1, {a})),
    ?T(erlang:delete_element(2, {a, b, c})),
    ?T(erlang:delete_element(3, {a, b})),
    ?T(erlang:delete_element(0, {a, b})),
    ?T(erlang:delete_element(1 bsl 64, {a, b})),
    ?T(erlang:delete_element(x, {a, b})),
    ?T(erlang:make_tuple(0, a)),
    ?T(erlang:make_tuple(3, [])),
    ?T(erlang:make_tuple(-1, a)),
    ?T(erlang:make_tuple(a, a)),
    ?T(erlang:make_tuple(1 bsl 30, a)),
    ?T(erlang:make_tuple(3, z, [{1, a}, {3, c}])),
    ?T(erlang:make_tuple(3, z, [{1, a}, {1, b}])),
    ?T(erlang:make_tuple(3, z, [{4, a}])),
    ?T(erlang:make_tuple(3, z, [{0, a}])),
    ?T(erlang:make_tuple(3, z, [a])),
    ?T(erlang:make_tuple(3, z, [{1, a} | b])),
    ?T(erlang:make_tuple(3, z, x)),
    ok.
