%% shows the message when a descriptor can be read, once for each request
-module(nif_select_read).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    Ref = make_ref(),
    io:format("~p~n", [nif_selecting:select(Pipe, 0, ?READ, undefined, Ref)]),
    io:format("~p~n", [receive Early -> Early after 20 -> nothing end]),
    io:format("~p~n", [nif_selecting:put(Pipe, <<"hello">>)]),
    {select, Pipe, Ref, Event} = next(),
    io:format("~p~n", [Event]),
    io:format("~p~n", [receive Again -> Again after 20 -> nothing end]),
    io:format("~p ~p~n", [nif_selecting:take(Pipe), nif_selecting:take(Pipe)]),
    io:format("~p~n", [nif_selecting:select(Pipe, 0, ?READ, undefined, undefined)]),
    nif_selecting:put(Pipe, <<"more">>),
    {select, Pipe, Second, Event2} = next(),
    io:format("~p ~p~n", [Second, Event2]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    io:format("~p~n", [next()]).
