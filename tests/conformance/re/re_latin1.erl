%% shows that bytes beyond ASCII are what they are in Latin-1, with and without the option unicode
-module(re_latin1).
-export([main/0]).

main() ->
    Classes = ["\\w", "\\W", "\\s", "\\d", "\\h", "\\b.", "[[:alpha:]]", "[[:upper:]]", "[[:lower:]]", "[[:alnum:]]", "[[:graph:]]",
               "[[:print:]]", "[[:punct:]]", "[[:cntrl:]]", "[[:space:]]", "[[:blank:]]", "[[:word:]]", "[^[:alpha:]]"],
    [io:format("~s ~w~n", [Class, [C || C <- lists:seq(128, 255), re:run([C], Class) =/= nomatch]]) || Class <- Classes],
    [io:format("unicode ~s ~w~n", [Class, [C || C <- [$a, 170, 215, 223, 229, 1024], re:run([C], Class, [unicode]) =/= nomatch]])
     || Class <- Classes],
    io:format("~w~n", [[{A, B} || A <- lists:seq(128, 255), B <- lists:seq(0, 255), A =/= B,
                                  re:run(<<B>>, <<"^\\", A, "$">>, [caseless]) =/= nomatch]]),
    io:format("~w~n", [[C || C <- [229, 1024], re:run([C], "\\w", [unicode, ucp]) =/= nomatch]]).
