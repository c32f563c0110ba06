%% shows the code path: folders added in front, at the end, replaced and removed, and which of two equal modules is found
-module(code_paths).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun show/1).

show(Folder) ->
    [ok = filelib:ensure_path(D) || D <- ["a", "b", "lib/tool-1.2/ebin", "lib/other/ebin"]],
    put_module("a", twice_there, loaded_later),
    put_module("b", twice_there, purge_version_1),
    put_module("lib/tool-1.2/ebin", tool_module, purge_version_2),
    In = fun(D) -> filename:join(Folder, D) end,
    ?T(code:add_patha(In("a"))),
    ?T(code:add_pathz(In("b"))),
    ?T(code:add_patha(In("none"))),
    ?T(code:add_pathz("")),
    ?T(relative(Folder, code:where_is_file("twice_there.beam"))),
    ?T(relative(Folder, code:which(twice_there))),
    ?T(code:load_file(twice_there)),
    ?T(function_exported(twice_there)),
    ?T(relative(Folder, code:which(twice_there))),
    ?T(code:del_path(In("a"))),
    ?T(code:del_path(In("a"))),
    ?T(begin code:purge(twice_there), code:load_file(twice_there) end),
    ?T(function_exported(twice_there)),
    ?T(function_exported(twice_there)),
    ?T(code:load_abs(In("a/nothing"))),
    ?T(code:load_file(no_such_module_at_all)),
    ?T(code:ensure_loaded(tool_module)),
    ?T(code:add_pathsz([In("lib/tool-1.2/ebin"), In("none")])),
    ?T(code:ensure_loaded(tool_module)),
    ?T(tool_module:version()),
    ?T(relative(Folder, code:lib_dir(tool))),
    ?T({code:set_path(bad), code:del_path(bad_name)}),
    ?T(code:which(erlang)),
    ?T(code:is_loaded(tool_module) =/= false),
    ?T(code:get_object_code(no_such_module_at_all)),
    ok.

put_module(D, Name, Template) -> file:write_file(filename:join(D, atom_to_list(Name) ++ ".beam"), made_code:renamed(Name, Template)).
relative(Folder, Name) when is_list(Name) -> string:replace(Name, Folder, "FOLDER");
relative(_, Other) -> Other.
function_exported(M) -> {erlang:function_exported(M, hello, 1), erlang:function_exported(M, wait, 0)}.
