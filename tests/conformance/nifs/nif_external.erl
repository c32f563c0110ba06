%% shows the external format from C code
-module(nif_external).
-export([main/0]).

main() ->
    Terms = [a, 1, 1 bsl 100, 1.5, "text", <<1, 2>>, {a, [b]}, #{k => v}, self(), fun lists:map/2],
    [case nif_data:external(T) of
         {T, all} -> ok;
         Other -> io:format("~p: ~p~n", [T, Other])
     end || T <- Terms],
    Bytes = term_to_binary({ok, 1}),
    io:format("~p~n", [[nif_data:decode(B, 0) || B <- [Bytes, <<Bytes/binary, 1, 2>>, binary:part(Bytes, 0, 5), <<>>]]]),
    io:format("~p~n", [nif_data:decode(term_to_binary(lists:seq(1, 1000), [compressed]), 0)]),
    New = <<131, 119, 12, "never so far">>,
    io:format("~p~n", [nif_data:decode(New, 1)]),
    io:format("~p~n", [nif_data:decode(New, 0)]),
    io:format("~p~n", [nif_data:decode(New, 1)]).
