%% shows I/O vectors and queues: skipping into a part, dropping parts, what is left
-module(nif_io_queues).
-export([main/0]).

main() ->
    Parts = [<<"abc">>, <<"defg">>, binary:copy(<<"x">>, 100), <<"end">>],
    [io:format("~p ~p: ~0p~n", [Skip, Drop, nif_data:queue(Parts, Skip, Drop)])
     || Skip <- [0, 1, 3, 5, 110, 111], Drop <- [0, 2, 4, 50, 110]],
    io:format("~p~n", [nif_data:queue([], 0, 0)]),
    io:format("~p~n", [refused([a])]),
    io:format("~p~n", [refused([<<1:1>>])]).

refused(List) -> try nif_data:queue(List, 0, 0) catch error:Reason -> Reason end.
