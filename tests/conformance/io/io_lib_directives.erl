%% shows io_lib:format field widths, precisions, padding and modifiers of each directive
-module(io_lib_directives).
-include("../support/edge.hrl").

main() ->
    ?T(f("~5w|~-5w|~5.3w|", [ab, ab, ab])),
    ?T(f("~.16b|~8.16.0b|~.36B|", [255, 255, 35])),
    ?T(f("~#|~.16#|~x|", [10, 255])),
    ?T(f("~.16#|~.2#|", [-255, 5])),
    ?T(f("~16.16x|", [255, "0x"])),
    ?T(f("~8.3f|~.0f|~-8.2f|", [3.14159, 2.5, 1.0])),
    ?T(f("~.3e|~12.4e|", [12345.678, 0.00012])),
    ?T(f("~g|~g|~g|", [1.0e10, 0.05, 1.0e-5])),
    ?T(f("~3c|~c|~tc|", [$a, $b, 16#e5])),
    ?T(f("~10s|~-10s|~.2s|~10.2s|", ["abc", "abc", "abc", "abc"])),
    ?T(f("~*.*f|", [10, 2, 3.14159])),
    ?T(f("~10.3.xs|", ["abcdef"])),
    ?T(f("~i~w~n", [skipped, kept])),
    ?T(f("~P|~W|", [[a, b, c, d, e], 3, {a, {b, {c}}}, 3])),
    ?T(f("~2p", [{abc, def}])),
    ?T(f("~lp~w", ["abc", x])),
    ?T(f("~5~|", [])),
    ?T(f("~s", [[1000]])),
    ?T(f("~ts", [[1000]])),
    ?T(f("~s", [a])),
    ?T(f("~q", [1])),
    ?T(f("~", [])),
    ?T(f("~w", [])),
    ?T(f("no", [extra])),
    ?T(f("~.1b", [3])),
    ok.

f(F, A) -> lists:flatten(io_lib:format(F, A)).
