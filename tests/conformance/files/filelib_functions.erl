%% shows filelib: wildcards, folding over files, ensure_dir, and names that match
-module(filelib_functions).
-include("../support/edge.hrl").

main() ->
    ?T(in(fun() -> filelib:wildcard("*") end)),
    ?T(in(fun() -> filelib:wildcard("*.erl") end)),
    ?T(in(fun() -> filelib:wildcard("{a,b}.{erl,hrl}") end)),
    ?T(in(fun() -> filelib:wildcard("**/*.txt") end)),
    ?T(in(fun() -> filelib:wildcard("?.erl") end)),
    ?T(in(fun() -> filelib:wildcard("[ac].erl") end)),
    ?T(in(fun() -> filelib:wildcard("sub/*") end)),
    ?T(in(fun() -> filelib:wildcard("*", "sub") end)),
    ?T(in(fun() -> lists:sort(filelib:fold_files(".", "\\.erl$", true, fun(F, A) -> [F | A] end, [])) end)),
    ?T(in(fun() -> filelib:fold_files(".", "txt", false, fun(F, A) -> [F | A] end, []) end)),
    ?T(in(fun() -> {filelib:ensure_dir("new/deep/x"), filelib:is_dir("new/deep")} end)),
    ?T(in(fun() -> {filelib:ensure_path("n2/deep"), filelib:is_dir("n2/deep")} end)),
    ?T(in(fun() -> {filelib:is_regular("a.erl"), filelib:is_dir("sub"), filelib:is_file("sub"), filelib:file_size("a.erl")} end)),
    ?T(in(fun() -> filelib:find_file("a.erl", ".") end)),
    ?T(in(fun() -> filelib:find_source("a.beam", ".") end)),
    ?T(in(fun() -> filelib:safe_relative_path("sub/../a.erl", "") end)),
    ?T(in(fun() -> filelib:wildcard(x) end)),
    ?T(in(fun() -> filelib:wildcard("{a") end)),
    ?T(in(fun() -> {file:get_cwd() =/= {ok, "/"}, filename:basename(filename:absname("a.erl"))} end)),
    ok.

in(Fun) ->
    {ok, Before} = file:get_cwd(),
    Folder = "/tmp/sonde_filelib_" ++ os:getpid(),
    ok = file:make_dir(Folder),
    ok = file:set_cwd(Folder),
    ok = file:make_dir("sub"),
    [ok = file:write_file(F, "12") || F <- ["a.erl", "b.hrl", "c.erl", "sub/d.txt", "sub/e.erl"]],
    try Fun() after file:set_cwd(Before), file:del_dir_r(Folder) end.
