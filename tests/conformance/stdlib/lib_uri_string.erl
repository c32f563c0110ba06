%% shows uri_string: parsing, recomposing, normalising, resolving and quoting
-module(lib_uri_string).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sort(maps:to_list(uri_string:parse("http://user@h.org:80/p/a?q=1#f")))),
    ?T(lists:sort(maps:to_list(uri_string:parse("urn:example:x")))),
    ?T(lists:sort(maps:to_list(uri_string:parse(<<"/only/path">>)))),
    ?T(uri_string:parse("http://[bad")),
    ?T(uri_string:parse("http://h:x/")),
    ?T(uri_string:parse("a b")),
    ?T(uri_string:recompose(#{scheme => "http", host => "h", path => "/a", query => "x=1"})),
    ?T(uri_string:recompose(#{path => "//x"})),
    ?T(uri_string:recompose(#{scheme => "foo", path => "bar"})),
    ?T(uri_string:normalize("HTTP://Ex.ORG:80/a/./b/../c%7e")),
    ?T(uri_string:normalize("/a/../../b")),
    ?T(uri_string:resolve("../x", "http://h/a/b/c")),
    ?T(uri_string:resolve("?y", "http://h/a/b?z")),
    ?T(uri_string:resolve("//g", "http://h/a")),
    ?T(uri_string:quote("a b/ä")),
    ?T(uri_string:quote("a b/c", "/")),
    ?T(uri_string:unquote("a%20b%C3%A4")),
    ?T(uri_string:percent_decode("%41%zz")),
    ?T(uri_string:percent_decode(<<"%e4">>)),
    ?T(uri_string:compose_query([{"a", "1 2"}, {"b", true}])),
    ?T(uri_string:compose_query([{"ä", "ö"}])),
    ?T(uri_string:dissect_query("a=1+2&b&c=%C3%B6")),
    ?T(uri_string:dissect_query("a=%zz")),
    ?T(uri_string:transcode("x%20%e4", [{in_encoding, latin1}, {out_encoding, utf8}])),
    ?T(uri_string:is_host("a.b")),
    ?T(uri_string:is_path("a b")),
    ?T(uri_string:allowed_characters() =/= []),
    ok.
