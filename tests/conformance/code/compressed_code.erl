%% shows code that was compressed with gzip is loaded as it is, from binaries and from files
%% reports: ignored
-module(compressed_code).
-export([main/0]).

main() ->
    Code = zlib:gzip(made_code:renamed(compressed_code_made, purge_version_1)),
    io:format("~w~n", [code:load_binary(compressed_code_made, "made.beam", Code)]),
    io:format("~w~n", [compressed_code_made:version()]),
    Folder = "/tmp/compressed_code." ++ os:getpid(),
    ok = file:make_dir(Folder),
    Name = filename:join(Folder, "compressed_code_made"),
    ok = file:write_file(Name ++ ".beam", zlib:gzip(made_code:renamed(compressed_code_made, purge_version_2))),
    io:format("~w~n", [code:load_abs(Name)]),
    io:format("~w~n", [compressed_code_made:version()]),
    ok = file:write_file(Name ++ ".beam", binary:part(Code, 0, byte_size(Code) - 20)),
    code:purge(compressed_code_made),
    io:format("~w~n", [code:load_abs(Name)]),
    ok = file:delete(Name ++ ".beam"),
    ok = file:del_dir(Folder).
