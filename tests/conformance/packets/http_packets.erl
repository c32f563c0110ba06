%% shows erlang:decode_packet/3 for HTTP: requests, responses, headers, what is no HTTP
-module(http_packets).
-export([main/0]).

main() ->
    [show(http, Line) || Line <- [
        "GET / HTTP/1.1\r\nrest", "GET /a?b=c HTTP/1.0\n", "FOO * HTTP/1.1\r\n", "OPTIONS * HTTP/1.1\r\n", "POST http://host/path HTTP/1.1\r\n",
        "GET http://host HTTP/1.1\r\n", "GET HTTPS://host:8080/x HTTP/1.1\r\n", "GET http://host:x/ HTTP/1.1\r\n", "GET http://[::1]:4000/p HTTP/1.1\r\n",
        "GET http://[::1]/p HTTP/1.1\r\n", "CONNECT host:443 HTTP/1.1\r\n", "GET foo HTTP/1.1\r\n", "GET /old\r\n", "GET x HTP/1.1\r\n", "GET\r\n", "(GET / HTTP/1.1\r\n",
        "GET / HTTP/1\r\n", "GET / HTTP/11.22\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 404\r\n", "HTTP/1.0 200 Many words here\n", "HTTP/1.x 200\r\n", "HTTP/1.1 200x\r\n",
        "HTTP/1.1\r\n", "\r\n", "\n", "nothing", "", "GET /very/long/path HTTP/1.1\r\n"]],
    [show(httph, Line) || Line <- [
        "Host: me\r\n\r\n", "host:me\r\nx", "HOST:   me too \r\nx", "x-my-own-HEADER: 1\r\nx", "content-md5: a\r\nx", "te: a\r\nx", "Etag: a\r\n b\r\n\tc\r\nx", "Etag: a\r\n",
        "no header\r\nx", ": x\r\nx", "a b: c\r\nx", "Name:\r\nx", "\r\nbody", "\nbody", "X-Name-That-Is-Longer-Than-Fifty-CHARACTERS-Altogether-Yes: v\r\nx"]],
    [io:format("~p~n", [erlang:decode_packet(Kind, Line, [])]) || {Kind, Line} <- [
        {http_bin, <<"GET /x HTTP/1.1\r\n">>}, {http_bin, <<"FOO a:b HTTP/1.1\r\n">>}, {http_bin, <<"bad\r\n">>}, {httph_bin, <<"Accept: a\r\nx">>},
        {httph_bin, <<"Own: a\r\nx">>}]],
    Line = <<"GET /0123456789 HTTP/1.1\r\n">>,
    [io:format("~p ~p~n", [Options, erlang:decode_packet(http, Line, Options)]) || Options <- [[{packet_size, 10}], [{line_length, 10}], [{packet_size, 26}]]].

show(Kind, Text) ->
    io:format("~p ~p -> ~p~n", [Kind, Text, erlang:decode_packet(Kind, list_to_binary(Text), [])]).
