%% shows binary:copy and referenced_byte_size, with none, many and too many
-module(copies).
-include("../support/edge.hrl").

main() ->
    ?T(binary:copy(<<"ab">>)),
    ?T(binary:copy(<<"ab">>, 3)),
    ?T(binary:copy(<<"ab">>, 0)),
    ?T(binary:copy(<<>>, 1000)),
    ?T(binary:copy(<<"ab">>, -1)),
    ?T(binary:copy(<<"ab">>, a)),
    ?T(binary:copy(<<1:1>>, 2)),
    ?T(binary:copy(<<1:1>>)),
    ?T(binary:copy("ab")),
    ?T(byte_size(binary:copy(<<"abc">>, 100000))),
    ?T(binary:referenced_byte_size(<<1:1>>)),
    ?T(binary:referenced_byte_size(a)),
    ?T(binary:referenced_byte_size(binary:copy(binary:part(binary:copy(<<"x">>, 1000), 5, 100)))),
    ?T(binary:referenced_byte_size(binary:part(binary:copy(<<"x">>, 1000), 5, 100))),
    ?T(binary:part(binary:copy(<<"0123456789">>, 20), 95, 10)),
    ok.
