%% shows hyphens that are no ranges, patterns of many parentheses, and errors behind them
-module(re_hyphens).
-include("../support/edge.hrl").

main() ->
    [?T({Pattern, re:run(Subject, Pattern)})
     || Pattern <- ["[\\d-z]+", "[\\w-x-z]+", "[z\\d-a]+", "[\\s-\\d-a]+", "[-\\d-z-]+", "[[:digit:]-z]+", "[a-\\d]+"],
        Subject <- ["12-34z", "a-5"]],
    ?T(re:run("x-y", "[\\w-z]+(", [report_errors])),
    ?T(re:run("x-1", "([\\d-x])-[\\d-z]", [{capture, all, list}])),
    ?T(re:compile(nested(300)) =/= error),
    ?T(re:compile(nested(819))),
    ?T(re:run("a", [lists:duplicate(300, $(), $a, lists:duplicate(300, $))], [{capture, [300], list}])),
    ok.

nested(Depth) -> [lists:duplicate(Depth, $(), lists:duplicate(Depth, $))].
