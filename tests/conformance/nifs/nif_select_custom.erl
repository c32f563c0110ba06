%% shows messages of the caller's own
-module(nif_select_custom).
-export([main/0]).
-include("support/nif_select.hrl").

main() ->
    Pipe = nif_selecting:open(),
    [begin
         io:format("~p~n", [nif_selecting:custom(Pipe, 0, read, Message, Env)]),
         nif_selecting:put(Pipe, <<"x">>),
         io:format("~p~n", [next()]),
         nif_selecting:take(Pipe)
     end || Message <- [ready, {my, "message", 1.5}, binary:copy(<<"long">>, 30), #{a => [b]}],
            Env <- [with_env, without]],
    io:format("~p~n", [nif_selecting:custom(Pipe, 1, write, {can, write}, with_env)]),
    io:format("~p~n", [next()]),
    nif_selecting:select(Pipe, 0, ?STOP, undefined, undefined),
    nif_selecting:select(Pipe, 1, ?STOP, undefined, undefined),
    io:format("~p~n", [lists:sort([next(), next()])]).
