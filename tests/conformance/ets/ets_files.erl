%% shows tables written to files and read again: sorts of tables, options, information about the file, damage
%% reports: ignored
-module(ets_files).
-include("../support/edge.hrl").

main() -> scratch_folder:with(fun(Folder) -> show(filename:join(Folder, "table")) end).

show(File) ->
    ?T([there_and_back(File, Kind, []) || Kind <- [set, ordered_set, bag, duplicate_bag]]),
    ?T(there_and_back(File, set, [{extended_info, [object_count]}])),
    ?T(there_and_back(File, bag, [{extended_info, [md5sum, object_count]}, {sync, true}])),
    ?T(write(File, set, [{extended_info, [md5sum]}])),
    ?T(begin {ok, Info} = ets:tabfile_info(File), lists:keydelete(version, 1, lists:sort(Info)) end),
    ?T(element(1, ets:file2tab(File, [{verify, true}]))),
    ?T(ets:file2tab(File, [bad])),
    ?T(begin {ok, B} = file:read_file(File), file:write_file(File, binary:part(B, 0, byte_size(B) - 9)) end),
    ?T(element(1, ets:file2tab(File))),
    ?T(element(1, ets:file2tab(File, [{verify, true}]))),
    ?T(begin file:write_file(File, "no table"), element(1, ets:file2tab(File)) end),
    ?T(element(1, ets:tabfile_info(File))),
    ?T(file:delete(File)),
    ?T(element(1, ets:file2tab(File))),
    ?T(ets:tab2file(no_table, File)),
    ?T(ets:tab2file(ets:new(t, []), "/no/such/folder/file")),
    ?T(ets:tab2file(ets:new(t, []), File, [bad])),
    ?T(filelib:is_file(File)),
    ok.

write(File, Kind, Options) ->
    T = ets:new(kept, [Kind, {keypos, 2}, public]),
    ets:insert(T, [{a, 1}, {b, 1.0}, {c, <<"bits", 3:3>>}, {d, #{k => [1 | 2]}}, {e, 1 bsl 80}, {e, 1 bsl 80}]),
    {ets:tab2file(T, File, Options), lists:sort(ets:tab2list(T))}.

there_and_back(File, Kind, Options) ->
    {ok, Wrote} = write(File, Kind, Options),
    {ok, T} = ets:file2tab(File),
    {[ets:info(T, I) || I <- [name, type, keypos, protection, size]], lists:sort(ets:tab2list(T)) =:= Wrote}.
