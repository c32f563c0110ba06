%% shows a small binary protocol: packing and parsing frames with lengths, flags and checksums, cut anywhere
-module(protocol).
-export([main/0]).

main() ->
    Frames = [{ping, 7}, {text, <<"hello λ"/utf8>>}, {list, [1, 2, 300]}, {text, <<>>}],
    Stream = iolist_to_binary([pack(F) || F <- Frames]),
    io:format("~w~n", [Stream]),
    io:format("~p~n", [parse(Stream, [])]),
    io:format("~p~n", [lists:all(fun(N) ->
        <<A:N/binary, B/binary>> = Stream,
        {Done, Left} = parse(A, []),
        {Rest, <<>>} = parse(<<Left/binary, B/binary>>, []),
        Done ++ Rest =:= Frames
    end, lists:seq(0, byte_size(Stream)))]),
    ok.

pack({ping, N}) -> frame(1, <<N>>);
pack({text, T}) -> frame(2, T);
pack({list, L}) -> frame(3, << <<X:16/little>> || X <- L >>).

frame(Type, Body) -> <<16#A:4, Type:4, (byte_size(Body)):16, Body/binary, (erlang:crc32(Body)):32>>.

parse(<<16#A:4, Type:4, Len:16, Body:Len/binary, Crc:32, Rest/binary>>, Acc) ->
    Crc = erlang:crc32(Body),
    parse(Rest, [body(Type, Body) | Acc]);
parse(Rest, Acc) -> {lists:reverse(Acc), Rest}.

body(1, <<N>>) -> {ping, N};
body(2, T) -> {text, T};
body(3, L) -> {list, [X || <<X:16/little>> <= L]}.
