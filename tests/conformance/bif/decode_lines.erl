%% shows erlang:decode_packet of lines, with limits, delimiters and truncation
-module(decode_lines).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:decode_packet(line, <<"a\nb\n">>, [])),
    ?T(erlang:decode_packet(line, <<"\n">>, [])),
    ?T(erlang:decode_packet(line, <<>>, [])),
    ?T(erlang:decode_packet(line, <<"no end">>, [])),
    ?T(erlang:decode_packet(line, <<"a\r\nb">>, [])),
    ?T(erlang:decode_packet(line, <<"abcdef\n">>, [{line_length, 4}])),
    ?T(erlang:decode_packet(line, <<"abcdef">>, [{line_length, 4}])),
    ?T(erlang:decode_packet(line, <<"ab\n">>, [{packet_size, 2}])),
    ?T(erlang:decode_packet(line, <<"a|b">>, [{line_delimiter, $|}])),
    ?T(erlang:decode_packet(line, <<"a|b">>, [{line_delimiter, 300}])),
    ?T(erlang:decode_packet(0, <<"all of it">>, [])),
    ?T(erlang:decode_packet(raw, <<>>, [])),
    ?T(erlang:decode_packet(1, <<0, 1>>, [])),
    ?T(erlang:decode_packet(2, <<0>>, [])),
    ?T(erlang:decode_packet(4, <<0, 0, 0, 2, "ab", "c">>, [{packet_size, 1}])),
    ?T(erlang:decode_packet(8, <<0>>, [])),
    ?T(erlang:decode_packet(sunrm, <<128, 0, 0, 1, "x">>, [])),
    ok.
