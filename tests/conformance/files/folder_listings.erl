%% shows wildcards and folds over a tree of files with odd names, links and folders without permission to look
-module(folder_listings).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> make(), show() end).

make() ->
    [ok = filelib:ensure_path(D) || D <- ["a/b/c", "a/x.d", "ö"]],
    [ok = file:write_file(F, F) || F <- ["a/1.erl", "a/2.erl", "a/b/3.hrl", "a/b/c/4.erl", "a/x.d/5", ".hidden", "[odd]", "sp ace", "ö/å.erl"]],
    ok = file:make_symlink("a/b", "link"),
    ok = file:make_symlink("nowhere", "broken").

show() ->
    ?T(filelib:wildcard("*")),
    ?T(filelib:wildcard(".*")),
    ?T(filelib:wildcard("a/*.erl")),
    ?T(filelib:wildcard("a/{1,3}.erl")),
    ?T(filelib:wildcard("a/[1-9].erl")),
    ?T(filelib:wildcard("a/[^1].erl")),
    ?T(filelib:wildcard("**/*.erl")),
    ?T(filelib:wildcard("a/?")),
    ?T(filelib:wildcard("*/*/*.hrl")),
    ?T(filelib:wildcard("\\[odd\\]")),
    ?T(filelib:wildcard("*.erl", "a")),
    ?T(filelib:wildcard("a/../a/1*")),
    ?T(filelib:wildcard("{a,ö}/*.erl")),
    ?T(filelib:wildcard("[")),
    ?T(filelib:wildcard("{a")),
    ?T(lists:sort(filelib:fold_files("a", "\\.erl$", true, fun(F, L) -> [F | L] end, []))),
    ?T(lists:sort(filelib:fold_files("a", "\\.erl$", false, fun(F, L) -> [F | L] end, []))),
    ?T(lists:sort(element(2, file:list_dir_all("ö")))),
    ?T([{F, filelib:is_file(F), filelib:is_dir(F), filelib:is_regular(F)} || F <- ["a", "link", "broken", "sp ace", "ö"]]),
    ?T([filelib:file_size(F) || F <- ["sp ace", "broken", "ö/å.erl"]]),
    ?T(filelib:find_file("3.hrl", "a/b")),
    ?T(filelib:find_source("x.beam", "a")),
    ?T(filelib:safe_relative_path("a/../b", ".")),
    ?T(filelib:safe_relative_path("../b", ".")),
    ?T(filelib:ensure_dir("new/deep/file")),
    ?T(filelib:is_dir("new/deep")),
    ok.
