%% shows which damaged `.beam` files are refused as a whole, by the lookup of a chunk and by loading
%% reports: ignored
-module(beam_container).
-include("../support/edge.hrl").

main() ->
    Good = [{"AtU8", <<"atoms">>}, {"Code", <<"code">>}, {"AtU8", <<"again">>}],
    ?T(chunks(file(body(Good)))),
    ?T(chunks(<<(file(body(Good)))/binary, "a signature">>)),
    ?T(chunks(file(body([{"AtU8", <<>>}, {"Code", <<"code">>}])))),
    ?T(chunks(file(<<"AtU8", 1:32, "a", "xyz", "Code", 4:32, "code">>))),
    ?T(chunks(file(<<"Code", 4:32, "code", "AtU8", 1:32, "a">>))),
    ?T(chunks(file(<<"Code", 4:32, "code", "AtU8", 1:32, "a", 0, 0>>))),
    ?T(chunks(file(<<"Code", 4:32, "code", "At">>))),
    ?T(chunks(file(<<"Code", 4:32, "code", "AtU8", 40:32, "atom">>))),
    ?T(chunks(file(<<"Code", 16#ffffffff:32, "code">>))),
    ?T([{Size, chunks(sized(Size, body(Good)))} || Size <- [0, 3, 4, 16, 20, byte_size(body(Good)) + 5]]),
    ?T(chunks(<<"FOR1", 16:32, "BEAX", "Code", 4:32, "code">>)),
    ?T(chunks(<<"FOR1">>)),
    ?T(chunks(<<>>)),
    Chunks = [{"Extr", <<1>>} | module_chunks()],
    ?T(load(file(body(Chunks)))),
    ?T(load(file(body([{"Code", <<"junk">>} | Chunks])))),
    ?T(load(file(body(Chunks ++ [{"Code", <<"junk">>}])))),
    ?T(load(file(<<(body(Chunks))/binary, "Extr", 1:32, 1>>))),
    ?T(load(file(<<(body(Chunks))/binary, "Extr">>))),
    ?T(load(<<(file(body(Chunks)))/binary, "a signature">>)),
    ok.

chunks(File) -> [chunk(File, Name) || Name <- ["AtU8", "Code", "Nope"]].

chunk(File, Name) -> erts_internal:beamfile_chunk(File, Name).

load(File) ->
    case erts_internal:prepare_loading(made, File) of
        {error, Reason} -> Reason;
        Prepared when is_reference(Prepared) -> prepared
    end.

file(Body) -> sized(byte_size(Body) + 4, Body).

sized(Size, Body) -> <<"FOR1", Size:32, "BEAM", Body/binary>>.

body(Chunks) -> << <<(padded(Name, Contents))/binary>> || {Name, Contents} <- Chunks >>.

padded(Name, Contents) ->
    Padding = (4 - byte_size(Contents) rem 4) rem 4 * 8,
    <<(list_to_binary(Name))/binary, (byte_size(Contents)):32, Contents/binary, 0:Padding>>.

module_chunks() ->
    Forms = [{attribute, 1, module, made}, {attribute, 1, export, [{f, 0}]},
             {function, 2, f, 0, [{clause, 2, [], [], [{atom, 2, ok}]}]}],
    {ok, made, Beam} = compile:forms(Forms, []),
    {ok, made, Chunks} = beam_lib:all_chunks(Beam),
    Chunks.
