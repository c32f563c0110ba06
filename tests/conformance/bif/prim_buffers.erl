%% shows prim_buffer, what OTP's raw files keep read data in: reading, skipping, searching, locks and wrong arguments
-module(prim_buffers).
-include("../support/edge.hrl").

main() ->
    B = prim_buffer:new(),
    ?T(is_reference(B)),
    ?T(prim_buffer:size(B)),
    ?T(prim_buffer:write(B, [<<"one">>, <<>>, <<" two">>])),
    ?T(prim_buffer:size(B)),
    ?T(prim_buffer:find_byte_index(B, $t)),
    ?T(prim_buffer:find_byte_index(B, $z)),
    ?T(prim_buffer:read(B, 2)),
    ?T(prim_buffer:read_iovec(B, 3)),
    ?T(prim_buffer:skip(B, 1)),
    ?T(prim_buffer:size(B)),
    ?T(prim_buffer:read(B, 9)),
    ?T(prim_buffer:skip(B, 9)),
    ?T(prim_buffer:write(B, not_a_list)),
    ?T(prim_buffer:write(B, ["string"])),
    ?T(prim_buffer:write(B, [binary:copy(<<"x">>, 100000)])),
    ?T(byte_size(prim_buffer:read(B, 70000))),
    ?T(prim_buffer:wipe(B)),
    ?T(prim_buffer:size(B)),
    ?T(prim_buffer:try_lock(B)),
    ?T(prim_buffer:try_lock(B)),
    ?T(in_other(fun() -> prim_buffer:try_lock(B) end)),
    ?T(prim_buffer:unlock(B)),
    ?T(in_other(fun() -> prim_buffer:try_lock(B) end)),
    ?T(prim_buffer:size(make_ref())),
    ?T(prim_buffer:find_byte_index(B, 256)),
    ok.

in_other(F) -> {_, R} = spawn_monitor(fun() -> exit(F()) end), receive {'DOWN', R, _, _, X} -> X end.
