%% shows I/O vectors that are variables of a library: one element at least, no empty parts, and they end before their environment
-module(nif_io_vectors).
-export([main/0]).

main() ->
    Large = binary:copy(<<"0123456789">>, 20),
    <<_:3, Shifted:800, _/bits>> = Large,
    Many = [integer_to_binary(N) || N <- lists:seq(1, 40)],
    Lists = [[], [<<>>], [<<>>, <<"a">>, <<>>], [<<"a">>, "b"], [<<"a">> | <<"b">>], [<<1:3>>], no_list,
             [Large, binary:part(Large, 3, 100), <<Shifted:800>>, <<"small">>], Many, [Large | Many]],
    [io:format("~p: ~0p~n", [Most, nif_data:vector(List, Most)]) || List <- Lists, Most <- [0, 1, 2, 17, 1 bsl 64 - 1]],
    erlang:garbage_collect(),
    io:format("~p~n", [Large =:= binary:copy(<<"0123456789">>, 20)]).
