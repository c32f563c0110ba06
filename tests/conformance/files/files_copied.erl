%% shows file:copy between names, devices and modes, with limits, and what cannot be copied
-module(files_copied).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ok = file:write_file("a", "0123456789"),
    ?T({file:copy("a", "b"), file:read_file("b")}),
    ?T({file:copy("a", "b", 4), file:read_file("b")}),
    ?T({file:copy("a", "b", 0), file:read_file("b")}),
    ?T(file:copy("a", "b", -1)),
    ?T(file:copy("a", "b", x)),
    ?T(file:copy("none", "b")),
    ?T(file:copy("a", "none/b")),
    ?T(file:copy(".", "b")),
    ?T({file:copy("a", {"b", [append]}), file:read_file("b")}),
    ?T({file:copy("a", {"c", [compressed]}), element(2, file:read_file("c")) =/= <<"0123456789">>, file:copy({"c", [compressed]}, "d"), file:read_file("d")}),
    ?T(begin {ok, D} = file:open("a", [read]), file:read(D, 7), R = file:copy(D, "e"), file:close(D), {R, file:read_file("e")} end),
    ?T(begin {ok, D} = file:open("e", [write, raw]), R = [file:copy("a", D, 3), file:copy("a", D, 2)], file:close(D), {R, file:read_file("e")} end),
    ?T({file:rename("e", "f"), file:rename("e", "g"), file:read_file("f")}),
    ?T({file:make_dir("dir"), file:rename("f", "dir"), file:rename("dir", "f"), file:rename("f", "dir/f"), file:list_dir("dir")}),
    ?T(file:del_dir("dir")),
    ?T({file:del_dir_r("dir"), file:list_dir("dir"), file:del_dir_r("dir")}),
    ?T(lists:sort(element(2, file:list_dir(".")))),
    ok.
