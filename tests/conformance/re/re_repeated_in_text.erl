%% shows that a repeated match of UTF-8 checks its subject once, also where there are empty matches, and still refuses what is no UTF-8
%% skip: gc subjects of megabytes, matched 50,000 times
%% skip: yield a time slice for each of hundreds of thousands of matches
-module(re_repeated_in_text).
-export([main/0]).

main() ->
    Text = binary:copy(<<"aöc\n"/utf8>>, 50000),
    io:format("~p~n", [[count(Text, Pattern, []) || Pattern <- ["a", "ö", "x*", "a|$", "(?m)$", "\\w+"]]]),
    io:format("~p~n", [count(binary:part(Text, 5, 100000), "c", [{capture, all, index}])]),
    io:format("~p~n", [length(re:split(Text, "ö", [unicode]))]),
    io:format("~p~n", [byte_size(re:replace(Text, "ö", "o", [global, unicode, {return, binary}]))]),
    %% several processes at the same time
    Parent = self(),
    Pids = [spawn_link(fun() -> Parent ! {self(), count(Text, "[ac]", [])} end) || _ <- lists:seq(1, 8)],
    io:format("~p~n", [[receive {Pid, Count} -> Count end || Pid <- Pids]]),
    Broken = <<Text/binary, 255>>,
    io:format("~p~n", [catch_badarg(fun() -> count(Broken, "a", []) end)]),
    io:format("~p~n", [catch_badarg(fun() -> count(<<255, Text/binary>>, "a", []) end)]),
    io:format("~p~n", [catch_badarg(fun() -> re:run(Text, "a", [unicode, {offset, 2}]) end)]),
    io:format("~p~n", [count(<<Text/binary, "ö"/utf8>>, "ö", [])]).

count(Text, Pattern, Options) ->
    case re:run(Text, unicode:characters_to_binary(Pattern), [global, unicode | Options]) of
        {match, Matches} -> length(Matches);
        nomatch -> 0
    end.

catch_badarg(Fun) ->
    try Fun()
    catch error:badarg -> badarg
    end.
