%% shows requests that are taken back
-module(nif_select_cancel).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    Cancelled = fun(End, Flags) -> nif_selecting:select(Pipe, End, Flags bor ?CANCEL, undefined, undefined) end,
    nif_selecting:select(Pipe, 0, ?READ, undefined, undefined),
    io:format("~p~n", [Cancelled(0, ?READ)]),
    io:format("~p~n", [Cancelled(0, ?READ)]),
    nif_selecting:put(Pipe, <<"x">>),
    io:format("~p~n", [receive Early -> Early after 20 -> nothing end]),
    nif_selecting:select(Pipe, 0, ?READ, undefined, undefined),
    {select, Pipe, undefined, ready_input} = next(),
    io:format("~p~n", [Cancelled(0, ?READ)]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).
