%% shows what loading says of files cut short, of another name, or without a chunk
-module(code_damaged).
-include("../support/edge.hrl").

main() ->
    logger:set_primary_config(level, none),
    Good = made_code:renamed(damaged, purge_version_1),
    ?T(load(Good)),
    ?T(damaged:version()),
    ?T(lists:usort([load(binary:part(Good, 0, N)) || N <- lists:seq(0, byte_size(Good) - 1, 7)])),
    ?T(load(<<"FOR2", (binary:part(Good, 4, byte_size(Good) - 4))/binary>>)),
    ?T(load(<<Good/binary, "more">>)),
    ?T(load(made_code:renamed(other_name, purge_version_1))),
    ?T([{C, load(without(C, Good))} || C <- ["Code", "AtU8", "ExpT", "ImpT", "LitT", "FunT", "Line", "LocT", "Attr", "CInf", "Meta"]]),
    ?T(code:load_binary("name", "f", Good)),
    ?T(code:load_binary(damaged, "f", no_binary)),
    ?T(code:load_binary(damaged, 17, Good)),
    ?T({damaged:version(), erlang:check_old_code(damaged)}),
    ok.

load(Binary) -> R = code:load_binary(damaged, "made.beam", Binary), code:purge(damaged), R.
without(Name, Binary) -> {ok, _, Chunks} = beam_lib:all_chunks(Binary), build(lists:keydelete(Name, 1, Chunks)).
build(Chunks) -> {ok, Binary} = beam_lib:build_module(Chunks), Binary.
