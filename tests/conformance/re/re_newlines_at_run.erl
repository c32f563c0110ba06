%% shows line ends given when a compiled pattern is run, and the arguments that an exception of a repeated run shows
-module(re_newlines_at_run).
-include("../support/edge.hrl").

main() ->
    {ok, Any} = re:compile("abcd.*D"),
    {ok, End} = re:compile("abcd$"),
    {ok, Cr} = re:compile("abcd.*D", [{newline, cr}]),
    {ok, Lines} = re:compile("^.", [multiline]),
    [?T({Name, [re:run(Subject, Pattern, Options) || Options <- [[], [{newline, cr}], [{newline, lf}], [{newline, crlf}], [{newline, any}]]]})
     || {Name, Pattern} <- [{any, Any}, {'end', End}, {cr, Cr}],
        Subject <- ["abcdABCabcABC\nD", "abcdABCabcABC\rD", "abcdABCabcd\r\n", "abcd\n"]],
    [?T(re:run("a\nb\rc\r\nd", Lines, [global, {capture, all, list} | Options]))
     || Options <- [[], [{newline, cr}], [{newline, lf}], [{newline, crlf}], [{newline, anycrlf}]]],
    ?T(arguments(fun() -> re:run("apa", "p", [{capture, [1, {a}]}, global]) end)),
    ?T(arguments(fun() -> re:run("apa", element(2, re:compile("(p)")), [global, unicode]) end)),
    ?T(arguments(fun() -> re:run("apa", {1, 2, 3, 4}, [global]) end)),
    ok.

arguments(Fun) ->
    try Fun()
    catch
        error:Reason:Stack ->
            case hd(Stack) of
                {re, run, [Subject, Pattern, Options], _} when tuple_size(Pattern) =:= 5 -> {Reason, Subject, compiled, Options};
                {re, run, Arguments, _} -> {Reason, Arguments}
            end
    end.
