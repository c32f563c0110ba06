%% shows re:split and re:replace with groups, limits, references and empty matches
-module(re_splitting).
-include("../support/edge.hrl").

main() ->
    ?T(re:split("abc", "b")),
    ?T(re:split("a1b22c", "\\d+", [{return, list}])),
    ?T(re:split("a1b", "(\\d)", [{return, list}])),
    ?T(re:split("", "x", [{return, list}])),
    ?T(re:split("axbxc", "x", [{return, list}, {parts, 2}])),
    ?T(re:split("axbxx", "x", [{return, list}, trim])),
    ?T(re:split("axbxx", "x", [{return, list}, {parts, infinity}])),
    ?T(re:split("abc", "", [{return, list}])),
    ?T(re:split("a-b", "-", [{return, bad}])),
    ?T(re:replace("abc", "b", "<&>", [{return, list}])),
    ?T(re:replace("abc", "b", "<\\&>", [{return, list}])),
    ?T(re:replace("abc", "(b)", "<\\1\\g1\\g{1}>", [{return, list}])),
    ?T(re:replace("abc", "(x)?b", "<\\1>", [{return, list}])),
    ?T(re:replace("aaa", "a", "b", [global, {return, binary}])),
    ?T(re:replace("aaa", "", "-", [global, {return, list}])),
    ?T(re:replace("abc", "z", "-", [{return, list}])),
    ?T(re:replace("abc", "b", "-", [{return, iodata}])),
    ?T(re:replace("abc", "b", "\\9", [{return, list}])),
    ?T(re:replace(a, "b", "c")),
    ?T(re:replace("abc", "(", "c")),
    ok.
