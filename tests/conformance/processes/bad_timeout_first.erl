%% shows that a receive with a bad timeout leaves the messages it has looked at to the next one
-module(bad_timeout_first).
-export([main/0]).

main() ->
    self() ! first,
    io:format("~p~n", [try receive other -> ok after id(never) -> ok end catch error:R -> R end]),
    receive first -> io:format("first~n") after 1000 -> io:format("lost~n") end,
    self() ! second,
    io:format("~p~n", [try receive other -> ok after id(-1) -> ok end catch error:R2 -> R2 end]),
    Ref = make_ref(),
    self() ! Ref,
    receive second -> io:format("second~n") after 1000 -> io:format("lost~n") end,
    receive Ref -> io:format("reference~n") after 1000 -> io:format("lost~n") end.

id(X) -> X.
