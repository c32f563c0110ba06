%% shows compressed external terms: tag, size field, that small terms stay uncompressed
-module(etf_compressed).
-export([main/0]).

main() ->
    Term = lists:duplicate(1000, abcdef),
    <<131, 80, Size:32, Rest/binary>> = term_to_binary(Term, [compressed]),
    io:format("~w ~w~n", [Size, byte_size(Rest) < 200]),
    io:format("~w ~w~n", [Size + 1 =:= byte_size(term_to_binary(Term)), erlang:external_size(Term)]),
    io:format("~w~n", [term_to_binary(small, [compressed])]),
    io:format("~w~n", [byte_size(zlib_free(Rest)) =:= Size]),
    ok.

zlib_free(_Rest) ->
    <<131, Plain/binary>> = term_to_binary(lists:duplicate(1000, abcdef)),
    Plain.
