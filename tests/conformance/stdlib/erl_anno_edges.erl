%% shows erl_anno: lines, columns, files, texts and generated marks, set, asked, mapped and refused
-module(erl_anno_edges).
-include("../support/edge.hrl").

main() ->
    ?T([erl_anno:new(L) || L <- [0, 7, {7, 1}]]),
    ?T(erl_anno:new(-1)),
    ?T(erl_anno:new({1, 0})),
    ?T(erl_anno:new(a)),
    ?T([{erl_anno:line(A), erl_anno:column(A), erl_anno:location(A)} || A <- [3, {3, 4}, [{location, 5}], [{location, {5, 6}}, {generated, true}]]]),
    ?T(erl_anno:set_file("f.erl", 3)),
    ?T(erl_anno:file(erl_anno:set_file("f.erl", {3, 1}))),
    ?T(erl_anno:set_generated(true, 3)),
    ?T(erl_anno:set_generated(false, erl_anno:set_generated(true, 3))),
    ?T(erl_anno:set_line(9, {3, 4})),
    ?T(erl_anno:set_location({1, 2}, [{location, 3}, {file, "x"}])),
    ?T(erl_anno:set_text("a b", {1, 1})),
    ?T(erl_anno:end_location(erl_anno:set_text("ab\ncd", {1, 5}))),
    ?T(erl_anno:end_location(4)),
    ?T(erl_anno:text(4)),
    ?T([erl_anno:is_anno(A) || A <- [1, {1, 1}, [], [{location, 1}], [{location, x}], a, -1, [{file, "f"}]]]),
    ?T(erl_anno:from_term([{location, 2}, {file, "f"}])),
    ?T(erl_anno:to_term({1, 2})),
    ?T(erl_anno:set_generated(maybe_so, 1)),
    ?T(erl_parse:map_anno(fun(A) -> erl_anno:line(A) + 100 end, {op, 1, '+', {integer, 2, 5}, {var, {3, 4}, 'X'}})),
    ?T(erl_parse:fold_anno(fun(A, Sum) -> erl_anno:line(A) + Sum end, 0, {op, 1, '+', {integer, 2, 5}, {var, {3, 4}, 'X'}})),
    ?T(erl_parse:mapfold_anno(fun(A, N) -> {{erl_anno:line(A), N}, N + 1} end, 1, {cons, 7, {nil, 8}, {nil, 9}})),
    ok.
