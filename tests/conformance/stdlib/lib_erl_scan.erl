%% shows erl_scan: tokens, texts, columns, errors and continuations
-module(lib_erl_scan).
-include("../support/edge.hrl").

main() ->
    ?T(erl_scan:string("foo(X) -> X + 1.")),
    ?T(erl_scan:string("1.5e3 16#ff $a $\\n 2#101 1_000")),
    ?T(erl_scan:string("\"str\\x{41}\\t\" 'quoted atom'")),
    ?T(erl_scan:string("<<\"a\">> #{a := 1} => <- || <=")),
    ?T(erl_scan:string("% comment\nx")),
    ?T(erl_scan:string("% comment\nx", 1, [return])),
    ?T(erl_scan:string("x", {1, 1})),
    ?T(erl_scan:string("a\n  b", {3, 5}, [text])),
    ?T(erl_scan:string("1.0e999")),
    ?T(erl_scan:string("37#z")),
    ?T(erl_scan:string("16#")),
    ?T(erl_scan:string("\"\\x{110000}\"")),
    ?T(erl_scan:string([$a, 16#1F600])),
    ?T(erl_scan:string("when andalso Maybe _x _")),
    ?T(erl_scan:tokens([], "foo. ba", 1)),
    ?T(erl_scan:tokens(element(2, erl_scan:tokens([], "foo", 1)), ". rest", 1)),
    ?T(erl_scan:tokens([], eof, 1)),
    ?T(erl_scan:reserved_word('end')),
    ?T(erl_scan:reserved_word(foo)),
    ?T(lists:flatten(erl_scan:format_error({illegal, character}))),
    ?T(erl_scan:string(abc)),
    ?T(erl_scan:string("a", x)),
    ok.
