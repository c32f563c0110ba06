%% shows erl_scan: numbers, characters, strings and dots, and what it cannot read
-module(erl_scan_tokens).
-include("../support/edge.hrl").

main() ->
    ?T(scan("16#ff 2#101 1_000 1.5e-3.")),
    ?T(scan("$a $\\n $\\x{20ac} $ ")),
    ?T(scan("\"a\\tb\" 'at om' <<\"x\">>.")),
    ?T(scan("% comment\nok.")),
    ?T(scan("A _b @x")),
    ?T(scan("1.e")),
    ?T(scan("37#1.")),
    ?T(scan("1.0e400")),
    ?T(scan("\\")),
    ?T(scan("a.b c. d.")),
    ?T(scan("fun erlang:'+'/2.")),
    ?T(scan("=:= =/= :: ... .. -> <- <= ++ -- || !")),
    ?T(scan([16#20ac])),
    ?T(scan("\"\\x{110000}\"")),
    ?T(erl_scan:reserved_word('when')),
    ?T(erl_scan:reserved_word(x)),
    ?T(erl_scan:format_error({illegal, float})),
    ?T(erl_scan:tokens([], "a. b", 1)),
    ?T(erl_scan:string("a", {1, 5})),
    ?T(erl_scan:string("a", 1, [bad])),
    ok.

scan(S) -> case erl_scan:string(S) of {ok, T, _} -> [case X of {C, _} -> C; {C, _, V} -> {C, V} end || X <- T]; {error, E,
        _} -> {error, E} end.
