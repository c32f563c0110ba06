%% shows erlang:decode_packet for every kind, with whole, partial and bad input
-module(packet_all_kinds).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:decode_packet(raw, <<"abc">>, [])),
    ?T(erlang:decode_packet(1, <<3, "abcd">>, [])),
    ?T(erlang:decode_packet(2, <<0, 3, "ab">>, [])),
    ?T(erlang:decode_packet(4, <<0, 0, 0, 1, 7>>, [])),
    ?T(erlang:decode_packet(4, <<255, 0, 0, 0>>, [{packet_size, 100}])),
    ?T(erlang:decode_packet(line, <<"ab\ncd">>, [])),
    ?T(erlang:decode_packet(line, <<"abcd">>, [])),
    ?T(erlang:decode_packet(line, <<"abcdef\n">>, [{line_length, 3}])),
    ?T(erlang:decode_packet(line, <<"ab;c">>, [{line_delimiter, $;}])),
    ?T(erlang:decode_packet(http, <<"GET / HTTP/1.1\r\n">>, [])),
    ?T(erlang:decode_packet(http_bin, <<"HTTP/1.0 404 Not Found\r\n">>, [])),
    ?T(erlang:decode_packet(httph, <<"Host: x\r\n\r\n">>, [])),
    ?T(erlang:decode_packet(httph, <<"X-Custom: y\r\n\r\n">>, [])),
    ?T(erlang:decode_packet(httph, <<"\r\n">>, [])),
    ?T(erlang:decode_packet(http, <<"BAD\r\n">>, [])),
    ?T(erlang:decode_packet(fcgi, <<1, 2, 3>>, [])),
    ?T(erlang:decode_packet(asn1, <<48, 3, 1, 2, 3, 9>>, [])),
    ?T(erlang:decode_packet(tpkt, <<3, 0, 0, 5, 9>>, [])),
    ?T(erlang:decode_packet(cdr, <<"GIOP">>, [])),
    ?T(erlang:decode_packet(bad, <<>>, [])),
    ?T(erlang:decode_packet(raw, "abc", [])),
    ?T(erlang:decode_packet(raw, <<>>, [bad])),
    ok.
