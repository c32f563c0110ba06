%% Says hello and waits, so that its memory can be looked at.
-module(waits).
-export([main/0]).

main() ->
    io:format("hello~n"),
    receive never -> ok after 60000 -> ok end.
