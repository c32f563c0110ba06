%% shows that old encodings are still read: float text, latin-1 atoms, small atoms, integer lists, short big numbers
-module(etf_old_tags).
-export([main/0]).

main() ->
    Float = list_to_binary(io_lib:format("~.20e", [1.5])),
    Pad = binary:copy(<<0>>, 31 - byte_size(Float)),
    Old = [<<131, 99, Float/binary, Pad/binary>>, <<131, 100, 0, 3, "abc">>, <<131, 115, 2, "ab">>, <<131, 118, 0, 2, "xy">>,
           <<131, 100, 0, 1, 233>>, <<131, 107, 0, 3, 1, 2, 3>>, <<131, 110, 1, 0, 5>>, <<131, 110, 2, 1, 0, 1>>,
           <<131, 105, 0, 0, 0, 1, 97, 7>>, <<131, 111, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1>>,
           <<131, 98, 255, 255, 255, 255>>, <<131, 108, 0, 0, 0, 1, 97, 1, 97, 2>>],
    [io:format("~tp~n", [binary_to_term(B)]) || B <- Old],
    ok.
