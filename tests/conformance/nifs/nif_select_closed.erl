%% shows that the end of the other side is an event
-module(nif_select_closed).
-export([main/0]).

-define(READ, 1).
-define(WRITE, 2).
-define(STOP, 4).
-define(CANCEL, 8).

main() ->
    Pipe = nif_selecting:open(),
    nif_selecting:select(Pipe, 0, ?READ, undefined, undefined),
    io:format("~p~n", [nif_selecting:close_writer(Pipe)]),
    {select, Pipe, undefined, Event} = next(),
    io:format("~p ~p~n", [Event, nif_selecting:take(Pipe)]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).

next() -> receive M -> M after 5000 -> nothing end.
