%% shows that the end of the other side is an event
-module(nif_select_closed).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    nif_selecting:select(Pipe, 0, ?READ, undefined, undefined),
    io:format("~p~n", [nif_selecting:close_writer(Pipe)]),
    {select, Pipe, undefined, Event} = next(),
    io:format("~p ~p~n", [Event, nif_selecting:take(Pipe)]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).
