%% shows where folders come into the code path: several at once, again, of another version of their library, by the library's
%% name; what is no folder is refused or left out
-module(code_path_folders).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun show/1).

show(Folder) ->
    [ok = filelib:ensure_path(filename:join(D, "ebin")) || D <- ["tool-1", "tool-2", "other", "third-1.2"]],
    In = fun(D) -> Folder ++ "/" ++ D end,
    Path = fun() -> [D || D <- [string:prefix(F, Folder ++ "/") || F <- code:get_path()], D =/= nomatch] end,
    Then = fun(Result) -> {Result, Path()} end,
    ?T(Then(code:add_pathsa([In("tool-1/ebin"), In("other/ebin"), In("none")]))),
    ?T(Then(code:add_pathsz([In("tool-2/ebin"), In("other/ebin"), In("none")]))),
    ?T(Then(code:add_patha(In("tool-2/ebin/")))),
    ?T(Then(code:add_pathz(In("tool-2/ebin")))),
    ?T(Then(code:add_pathz(In("none")))),
    ?T(Then(code:add_patha(""))),
    ?T(Then(code:replace_path(tool, In("tool-1/ebin")))),
    ?T(Then(code:replace_path("tool", In("tool-2/ebin")))),
    ?T(Then(code:replace_path(tool, In("none")))),
    ?T(Then(code:replace_path(third, In("third-1.2/ebin")))),
    ?T(Then(code:replace_path(other, In("third-1.2/ebin")))),
    ?T(relative(Folder, code:lib_dir(tool))),
    ?T(relative(Folder, code:lib_dir(third, priv))),
    ?T(code:lib_dir(none_of_these)),
    ?T(Then(code:del_path(tool))),
    ?T(Then(code:del_path("third"))),
    ?T(Then(code:del_path(In("other/ebin")))),
    ?T(Then(code:del_path(tool))),
    ?T(Then(code:del_path(tool))),
    ?T(Then(code:set_path([In("none") | code:get_path()]))),
    ?T(Then(code:set_path([In("other/ebin/") | code:get_path()]))),
    ?T([code:where_is_file(atom_to_list(M) ++ ".beam") =:= code:which(M) || M <- [lists, filename, os, code, unicode, ets]]),
    ?T([code:which(M) || M <- [erlang, init, erts_code_purger]]).

relative(Folder, Name) -> string:replace(Name, Folder, "FOLDER").
