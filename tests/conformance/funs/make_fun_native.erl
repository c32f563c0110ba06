%% shows erlang:make_fun and fun M:F/A of things that are or are not there
-module(make_fun_native).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:make_fun(lists, seq, 2)),
    ?T(erlang:make_fun(no_such, f, 0)),
    ?T(erlang:make_fun(1, f, 0)),
    ?T(erlang:make_fun(m, "f", 0)),
    ?T(erlang:make_fun(m, f, -1)),
    ?T(erlang:make_fun(m, f, 256)),
    ?T(erlang:make_fun(m, f, a)),
    ?T(erlang:make_fun(m, f, 255)),
    ?T((erlang:make_fun(lists, seq, 2))(1, 3)),
    ?T((erlang:make_fun(lists, seq, 2))(1)),
    ?T((erlang:make_fun(lists, no_such, 2))(1, 2)),
    ?T((erlang:make_fun(erlang, '+', 2))(1, 2)),
    ?T(erlang:make_fun(a, b, 1) =:= erlang:make_fun(a, b, 1)),
    ?T(erlang:make_fun(a, b, 1) =:= erlang:make_fun(a, b, 2)),
    ?T(erlang:is_function(erlang:make_fun(a, b, 1), 1)),
    ?T(erlang:is_function(erlang:make_fun(a, b, 1), 2)),
    ?T(is_function(fun() -> ok end, -1)),
    ?T(is_function(a, 1)),
    ?T(is_function(a, -1)),
    ?T(is_function(fun() -> ok end, 1 bsl 64)),
    ?T(is_function(fun() -> ok end, a)),
    ?T(erlang:fun_info(fun lists:seq/2, arity)),
    ?T(erlang:fun_info(fun lists:seq/2, type)),
    ?T(erlang:fun_info(fun lists:seq/2, env)),
    ?T(erlang:fun_info(fun lists:seq/2, bad)),
    ?T(erlang:fun_info(a)),
    ?T(lists:sort(erlang:fun_info(erlang:make_fun(x, y, 3)))),
    ?T(erlang:fun_info_mfa(fun() -> ok end) =/= ok),
    ok.
