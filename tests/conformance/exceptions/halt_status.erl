%% shows that halt/1 ends the program with its status, whatever else runs
%% exit: 7
-module(halt_status).
-export([main/0]).

main() ->
    spawn(fun() -> loop(0) end),
    io:format("bye~n"),
    halt(7).

loop(N) -> loop(N + 1).
