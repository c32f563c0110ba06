%% shows epp: macros, conditions, inclusion and errors
-module(lib_epp).
-include("../support/edge.hrl").

main() ->
    ?T(parse("-module(m).\n-define(X, 1).\nf() -> ?X.\n")),
    ?T(parse("-define(ADD(A, B), A + B).\nf() -> ?ADD(1, 2).\n")),
    ?T(parse("-define(S(A), ??A).\nf() -> ?S(x + y).\n")),
    ?T(parse("-ifdef(NO).\nf() -> 1.\n-else.\nf() -> 2.\n-endif.\n")),
    ?T(parse("-ifndef(NO).\nf() -> 1.\n-endif.\n")),
    ?T(parse("f() -> ?UNDEFINED.\n")),
    ?T(parse("-define(X).\n")),
    ?T(parse("-include(\"no_such.hrl\").\n")),
    ?T(parse("-undef(X).\nf() -> ?LINE.\n")),
    ?T(parse("-endif.\n")),
    ?T(parse("-if(true).\nf() -> a.\n-endif.\n")),
    ?T(parse("-error(\"stop\").\n")),
    ?T(parse("-define(M, [1,).\nf() -> 1.\n")),
    ok.

parse(Text) ->
    File = "/tmp/sonde_lib_epp_" ++ os:getpid() ++ ".erl",
    ok = file:write_file(File, Text),
    {ok, Forms} = epp:parse_file(File, []),
    file:delete(File),
    [case F of {function, _, N, A, C} -> {N, A, [B || {clause, _, _, _, B} <- C]}; {error, {_, M, D}} -> {M, D}; {eof,
        _} -> eof; _ -> attribute end || F <- tl(Forms)].
