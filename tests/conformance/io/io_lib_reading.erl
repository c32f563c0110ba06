%% shows io_lib:fread: fields, widths, literal text and what does not fit
-module(io_lib_reading).
-include("../support/edge.hrl").

main() ->
    ?T(io_lib:fread("~d ~d", "1 -2 rest")),
    ?T(io_lib:fread("~d", "x")),
    ?T(io_lib:fread("~d", "")),
    ?T(io_lib:fread("~f", "1.5e3")),
    ?T(io_lib:fread("~f", "1")),
    ?T(io_lib:fread("~s~s", "ab cd")),
    ?T(io_lib:fread("~a", "atom")),
    ?T(io_lib:fread("~c~2c", "abc")),
    ?T(io_lib:fread("~2d~3d", "12345")),
    ?T(io_lib:fread("~16u", "ff")),
    ?T(io_lib:fread("~u", "-1")),
    ?T(io_lib:fread("~#", "16#ff")),
    ?T(io_lib:fread("~l", "abc")),
    ?T(io_lib:fread("~d,~d", "1,2")),
    ?T(io_lib:fread("~d,~d", "1;2")),
    ?T(io_lib:fread("~*d~d", "1 2")),
    ?T(io_lib:fread("~~~d", "~7")),
    ?T(io_lib:fread("~q", "x")),
    ?T(io_lib:fread([], "12", "~d")),
    ok.
