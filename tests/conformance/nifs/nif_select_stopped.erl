%% shows what a stop returns: which requests it has taken back
-module(nif_select_stopped).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    [begin
         Pipe = nif_selecting:open(),
         Before(Pipe),
         io:format("~p: ~p", [Name, nif_selecting:select(Pipe, End, ?STOP, undefined, undefined)]),
         io:format(" ~p~n", [next()])
     end || {Name, End, Before} <- [{never_selected, 0, fun(_) -> ok end},
                                    {selected, 0, fun(Pipe) -> nif_selecting:select(Pipe, 0, ?READ, undefined, undefined) end},
                                    {cancelled, 0, fun(Pipe) ->
                                                           nif_selecting:select(Pipe, 0, ?READ, undefined, undefined),
                                                           nif_selecting:select(Pipe, 0, ?READ bor ?CANCEL, undefined, undefined)
                                                   end},
                                    {ready, 1, fun(Pipe) ->
                                                       nif_selecting:select(Pipe, 1, ?WRITE, undefined, undefined),
                                                       {select, Pipe, undefined, ready_output} = next()
                                               end}]].
