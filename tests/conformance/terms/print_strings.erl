%% shows ~s and ~ts with iolists, binaries, padding, precision and unicode
-module(print_strings).
-export([main/0]).

main() ->
    io:format("[~s] [~10s] [~-10s] [~.3s] [~10.3s] [~10.3.*s]~n", ["abcde", "abcde", "abcde", "abcde", "abcde", $*, "abcde"]),
    io:format("~s~n", [["a", <<"b">>, [$c, ["d"]], [] , <<"e">> | <<"f">>]]),
    io:format("~ts ~ts~n", [[955, 1080, 8364], <<"λи€"/utf8>>]),
    io:format("[~5ts] [~-5ts] [~.2ts]~n", [[955, 955], [955, 955], [955, 956, 957]]),
    io:format("~ts~n", [[128512, "abc"]]),
    io:format("~tp ~p~n", [[955, 956], [955, 956]]),
    io:format("~tp ~p~n", [<<"λ"/utf8>>, <<"λ"/utf8>>]),
    ok.
