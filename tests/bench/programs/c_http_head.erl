%% Heads of HTTP requests: lines by binary:split, names to lower case, a map.
-module(c_http_head).
-ifndef(SIZE).
-define(SIZE, 14000).
-endif.
-define(SMALL, 3).
-include("bench.hrl").

run(N) ->
    Head = <<"GET /index.html?q=erlang HTTP/1.1\r\nHost: example.org\r\nUser-Agent: test/1.0\r\n"
             "Accept: text/html, */*\r\nContent-Length: 42\r\nX-Custom-Header: some value\r\n\r\n">>,
    loop(N, Head, 0).

loop(0, _, Sum) -> Sum;
loop(N, Head, Sum) ->
    [Top, <<>>] = binary:split(Head, <<"\r\n\r\n">>),
    [Request | Lines] = binary:split(Top, <<"\r\n">>, [global]),
    [_, Path, _] = binary:split(Request, <<" ">>, [global]),
    Fields = lists:foldl(fun field/2, #{}, Lines),
    Size = binary_to_integer(maps:get(<<"content-length">>, Fields)),
    loop(N - 1, Head, (Sum + Size + byte_size(Path) + packets(Head, 0)) band 16#ffffff).

field(Line, Fields) ->
    [Name, Value] = binary:split(Line, <<": ">>),
    Fields#{<< <<(lower(C))>> || <<C>> <= Name >> => Value}.

lower(C) when C >= $A, C =< $Z -> C + 32;
lower(C) -> C.

packets(Data, Count) ->
    case erlang:decode_packet(if Count =:= 0 -> http_bin; true -> httph_bin end, Data, []) of
        {ok, http_eoh, _} -> Count;
        {ok, _, Rest} -> packets(Rest, Count + 1)
    end.
