%% shows uri_string: parse, recompose, normalise and resolve of usual and broken addresses
-module(uri_parts).
-include("../support/edge.hrl").

main() ->
    ?T(parts("http://user@host:8080/p/a?q=1#f")),
    ?T(parts("urn:isbn:123")),
    ?T(parts("//h")),
    ?T(parts("http://[::1]/")),
    ?T(parts("http://h:port/")),
    ?T(parts("a b")),
    ?T(parts(<<"mailto:x@y">>)),
    ?T(parts("")),
    ?T(uri_string:recompose(#{scheme => "http", host => "h", path => "/x y"})),
    ?T(uri_string:recompose(#{path => "//x"})),
    ?T(uri_string:recompose(#{scheme => 1})),
    ?T(uri_string:normalize("HTTP://Host:80/a/../b/./c%7e")),
    ?T(uri_string:resolve("../x", "http://h/a/b/c")),
    ?T(uri_string:resolve("?q", "http://h/a/b")),
    ?T(uri_string:percent_decode("%41%zz")),
    ?T(uri_string:percent_decode(<<"a%20b">>)),
    ?T(uri_string:quote("a b/å")),
    ?T(uri_string:unquote("a%20b%2F")),
    ?T(uri_string:compose_query([{"a", "1 2"}, {"b", true}])),
    ?T(uri_string:dissect_query("a=1&b&c=%26")),
    ?T(uri_string:dissect_query("a=%x")),
    ?T(uri_string:transcode(<<"%e5">>, [{in_encoding, latin1}, {out_encoding, utf8}])),
    ok.

parts(U) -> case uri_string:parse(U) of M when is_map(M) -> lists:sort(maps:to_list(M)); E -> E end.
