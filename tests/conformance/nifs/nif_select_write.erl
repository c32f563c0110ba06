%% shows the message when a descriptor can be written
-module(nif_select_write).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    io:format("~p~n", [nif_selecting:select(Pipe, 1, ?WRITE, undefined, undefined)]),
    {select, Pipe, undefined, Event} = next(),
    io:format("~p~n", [Event]),
    io:format("~p~n", [nif_selecting:fill(Pipe)]),
    io:format("~p~n", [nif_selecting:select(Pipe, 1, ?WRITE, undefined, undefined)]),
    io:format("~p~n", [receive Early -> Early after 20 -> nothing end]),
    drain(Pipe),
    {select, Pipe, undefined, Event2} = next(),
    io:format("~p~n", [Event2]),
    nif_selecting:select(Pipe, 1, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).

drain(Pipe) ->
    case nif_selecting:take(Pipe) of
        again -> ok;
        _ -> drain(Pipe)
    end.
