%% shows the names of files in stack traces, with characters that are not in Latin-1
-module(names_of_files).
-export([main/0]).

-file("src/smörgås/☠ä.erl", 10).
main() ->
    try fails(id([1])) catch error:Reason:Stack -> show(Reason, Stack) end,
    try also(id([1])) catch error:Why:Trace -> show(Why, Trace) end,
    {current_stacktrace, Here} = process_info(self(), current_stacktrace),
    show(here, Here).

fails(List) -> [error({oops, X}) || X <- List].

-file("latin/é.erl", 20).
also(List) -> [hd(X) || X <- List].

id(X) -> X.

show(Reason, Stack) ->
    io:format("~p~n", [Reason]),
    [io:format("~p ~w ~p~n", [F, proplists:get_value(file, Where), proplists:get_value(line, Where)])
     || {?MODULE, F, _, Where} <- Stack].
