%% shows that another process can get the message
-module(nif_select_other).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    Main = self(),
    Pid = spawn(fun() -> receive {select, P, R, E} -> Main ! {told, P =:= Pipe, R, E} end end),
    io:format("~p~n", [nif_selecting:select(Pipe, 0, ?READ, Pid, undefined)]),
    nif_selecting:put(Pipe, <<"x">>),
    io:format("~p~n", [next()]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).
