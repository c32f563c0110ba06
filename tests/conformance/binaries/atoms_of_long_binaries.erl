%% shows binary_to_atom of text that is too long before it is bad, and header fields with two hyphens
-module(atoms_of_long_binaries).
-include("../support/edge.hrl").

main() ->
    ?T(catch_reason(fun() -> binary_to_atom(<<0:(512 * 8), 255>>, utf8) end)),
    ?T(catch_reason(fun() -> binary_to_atom(<<0:(255 * 8), 255>>, utf8) end)),
    ?T(catch_reason(fun() -> binary_to_atom(<<0:(256 * 8)>>, utf8) end)),
    ?T(catch_reason(fun() -> binary_to_existing_atom(<<0:(512 * 8), 255>>, utf8) end)),
    [?T(erlang:decode_packet(httph_bin, Line, [])) || Line <- [<<"Content--Type: x\r\n\r\n">>, <<"a---b: x\r\n\r\n">>, <<"-a-b: x\r\n\r\n">>]].

catch_reason(Fun) -> try Fun() catch error:Reason -> Reason end.
