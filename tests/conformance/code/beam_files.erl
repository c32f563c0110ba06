%% shows beam_lib: chunks of a file, its information, comparing and stripping
%% timeout: 300
-module(beam_files).
-include("../support/edge.hrl").

main() ->
    ?T(beam_lib:info(<<"not a beam">>)),
    ?T(beam_lib:chunks(<<"not a beam">>, [exports])),
    ?T(element(1, beam_lib:chunks(beam(), [exports]))),
    ?T(lists:sort(proplists:get_value(exports, element(2, element(2, beam_lib:chunks(beam(), [exports])))))),
    ?T(beam_lib:chunks(beam(), ["ZZZZ"], [allow_missing_chunks])),
    ?T(element(1, element(2, beam_lib:chunks(beam(), [attributes])))),
    ?T(proplists:get_value(labeled_exports, element(2, element(2, beam_lib:chunks(beam(), [labeled_exports])))) =/= undefined),
    ?T(proplists:get_value(imports, element(2, element(2, beam_lib:chunks(beam(), [imports]))))),
    ?T(byte_size(element(2, element(2, beam_lib:md5(beam()))))),
    ?T(element(1, beam_lib:version(beam()))),
    ?T(beam_lib:cmp(beam(), beam())),
    ?T(element(1, beam_lib:strip(beam()))),
    ?T(beam_lib:cmp(beam(), element(2, element(2, beam_lib:strip(beam()))))),
    ?T(beam_lib:chunks("/no/such/file", [exports])),
    ?T(lists:flatten(beam_lib:format_error({error, beam_lib, {not_a_beam_file, "x"}}))),
    ?T(beam_lib:all_chunks(<<1>>)),
    ?T(beam_lib:build_module([{"Atom", <<1>>}])),
    ?T(is_binary(element(2, beam_lib:build_module(element(3, beam_lib:all_chunks(beam())))))),
    ?T(erts_internal:beamfile_chunk(<<1>>, "Atom")),
    ok.

beam() ->
    Forms = [{attribute, 1, module, made}, {attribute, 1, export, [{f, 1}]}, {attribute, 1, vsn, [1]},
             {function, 2, f, 1, [{clause, 2, [{var, 2, 'X'}], [], [{call, 2, {remote, 2, {atom, 2, lists}, {atom, 2, reverse}},
              [{var, 2, 'X'}]}]}]}],
    {ok, made, Beam} = compile:forms(Forms, [debug_info]),
    Beam.
