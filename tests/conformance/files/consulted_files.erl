%% shows file:consult, script, eval and path_* of good files, damaged ones, other encodings, and the places of errors
-module(consulted_files).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ?T(put_and("a. {b, [1, 2.5]}. \"s\". <<1, 2:3>>.\n#{k => v}.", fun file:consult/1)),
    ?T(put_and("", fun file:consult/1)),
    ?T(put_and("% nothing\n", fun file:consult/1)),
    ?T(put_and("a. b", fun file:consult/1)),
    ?T(put_and("a.\n{b, .\n", fun file:consult/1)),
    ?T(put_and("a.\n\n1 + 2.", fun file:consult/1)),
    ?T(put_and("X.", fun file:consult/1)),
    ?T(put_and(<<"%% coding: latin-1\n\"", 229, "\".">>, fun file:consult/1)),
    ?T(put_and(<<"\"å\"."/utf8>>, fun file:consult/1)),
    ?T(put_and(<<"\"", 229, "\".">>, fun file:consult/1)),
    ?T(put_and("X = 1. Y = X + 1. {X, Y}.", fun file:script/1)),
    ?T(put_and("A + 1.", fun(F) -> file:script(F, [{'A', 41}]) end)),
    ?T(put_and("ok. x:y(.", fun file:script/1)),
    ?T(put_and("throw(out).", fun(F) -> element(1, file:script(F)) end)),
    ?T(put_and("put(evaluated, yes).\nput(done, 1).", fun(F) -> {file:eval(F), get(evaluated), get(done)} end)),
    ?T(put_and("1 = 2.", fun(F) -> {error, {L, file, _}} = file:eval(F), L end)),
    ?T(put_and("found.", fun(F) -> {ok, T, Where} = file:path_consult(["/none", "."], F), {T, Where} end)),
    ?T(file:path_consult(["/none", "."], "absent")),
    ?T(put_and("7.", fun(F) -> file:path_script(["."], F) end)),
    ?T(put_and("x.", fun(F) -> {ok, D, _} = file:path_open(["/none", "."], F, [read]), file:read(D, 2) end)),
    ?T(file:format_error({3, erl_parse, ["syntax error before: ", "x"]})),
    ?T(file:format_error(enospc)),
    ok.

put_and(Text, Do) -> ok = file:write_file("text", Text), Do("text").
