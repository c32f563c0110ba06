%% shows escript: scripts made of sources, modules and archives, taken apart again, and what cannot be made
-module(escripts_made).
-include("../support/edge.hrl").

main() ->
    Source = <<"%% a comment\nmain(_) -> ok.\n">>,
    ?T(escript:create(binary, [shebang, comment, {emu_args, "+S 2"}, {source, Source}])),
    ?T(escript:create(binary, [{shebang, "/opt/escript"}, {comment, "mine"}, {source, Source}])),
    ?T(escript:create(binary, [{shebang, default}, {comment, undefined}, {emu_args, undefined}, {source, Source}])),
    ?T(escript:create(binary, [{source, Source}])),
    ?T(escript:create(binary, [])),
    ?T(escript:create(binary, [{source, "/no/such/file"}])),
    ?T(escript:create(binary, [bad])),
    ?T(escript:create("/no/such/folder/x", [{source, Source}])),
    ?T(scratch_folder:with(fun(Folder) -> apart(filename:join(Folder, "s"), [shebang, {comment, "c"}, {emu_args, "-x"}, {source, Source}]) end)),
    ?T(scratch_folder:with(fun(Folder) -> apart(filename:join(Folder, "s"), [shebang, {source, Source}]) end)),
    ?T(scratch_folder:with(fun(Folder) ->
        {_, Beam, _} = code:get_object_code(edge),
        [S, _, _, {beam, Again}] = apart(filename:join(Folder, "s"), [shebang, {beam, Beam}]),
        {S, Again =:= Beam} end)),
    ?T(escript:extract("/no/such/file", [])),
    ?T(scratch_folder:with(fun(Folder) -> F = filename:join(Folder, "s"), file:write_file(F, "#!/x\nno script"), escript:extract(F, []) end)),
    ok.

apart(File, Sections) -> ok = escript:create(File, Sections), {ok, Found} = escript:extract(File, []), Found.
