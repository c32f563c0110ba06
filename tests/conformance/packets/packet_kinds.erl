%% shows erlang:decode_packet/3 for every kind of packet but HTTP: whole, cut off, invalid, with limits
-module(packet_kinds).
-export([main/0]).

main() ->
    Cases = [
        {raw, <<"abc">>, []}, {0, <<>>, []}, {1, <<3, "abcd">>, []}, {1, <<3, "ab">>, []}, {1, <<>>, []},
        {2, <<0, 2, "abc">>, []}, {2, <<0>>, []}, {4, <<0, 0, 0, 1, "xy">>, []}, {4, <<255, 255, 255, 255>>, []},
        {4, <<0, 0, 0, 9, "x">>, [{packet_size, 8}]}, {4, <<0, 0, 0, 8, "x">>, [{packet_size, 8}]},
        {sunrm, <<128, 0, 0, 2, "abc">>, []}, {asn1, <<48, 3, 1, 2, 3, 4>>, []}, {asn1, <<48, 129, 1, 9, 9>>, []},
        {asn1, <<31, 129, 1, 2, 7, 8, 9>>, []}, {asn1, <<48, 133, 1, 2, 3, 4, 5>>, []}, {asn1, <<48>>, []}, {asn1, <<48, 130, 1>>, []},
        {cdr, <<"GIOP", 1, 0, 0, 0, 0, 0, 0, 1, "ab">>, []}, {cdr, <<"GIOP", 1, 0, 1, 0, 1, 0, 0, 0, "ab">>, []}, {cdr, <<"GIOQ", 0:64>>, []},
        {fcgi, <<1, 0, 0, 0, 0, 1, 1, 0, "abc">>, []}, {fcgi, <<2, 0:56>>, []}, {tpkt, <<3, 0, 0, 6, "abc">>, []}, {tpkt, <<4, 0, 0, 6>>, []},
        {line, <<"one\ntwo">>, []}, {line, <<"one">>, []}, {line, <<"one\ntwo">>, [{line_length, 2}]}, {line, <<"one">>, [{line_length, 3}]},
        {line, <<"one\n">>, [{packet_size, 3}]}, {line, <<"one\n">>, [{packet_size, 4}]}, {line, <<"a;b;c">>, [{line_delimiter, $;}]},
        {line, <<>>, []}, {ssl_tls, <<22, 3, 1, 0, 2, "abc">>, []}, {ssl_tls, <<128, 7, 1, 3, 2, "abcdef">>, []}, {ssl_tls, <<22, 3>>, []}
    ],
    [show(Kind, Bytes, Options) || {Kind, Bytes, Options} <- Cases],
    [io:format("~p~n", [catch_error(Arguments)]) || Arguments <- [[foo, <<>>, []], [3, <<>>, []], [raw, abc, []], [raw, <<1:3>>, []], [raw, <<>>, [x]],
        [raw, <<>>, [{packet_size, -1}]], [raw, <<>>, [{packet_size, a}]], [line, <<>>, [{line_delimiter, 256}]], [raw, <<>>, [{packet_size, 1} | a]]]].

show(Kind, Bytes, Options) ->
    io:format("~p ~w ~p -> ~w~n", [Kind, Bytes, Options, erlang:decode_packet(Kind, Bytes, Options)]).

catch_error(Arguments) ->
    try apply(erlang, decode_packet, Arguments) catch error:Reason -> {Arguments, Reason} end.
