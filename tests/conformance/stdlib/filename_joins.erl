%% shows filename:join, split, flatten and extensions of strings, binaries and atoms
-module(filename_joins).
-include("../support/edge.hrl").

main() ->
    ?T(filename:join(["a", "/b", "c"])),
    ?T(filename:join("a/", "b//c/")),
    ?T(filename:join([])),
    ?T(filename:join([<<"a">>, "b"])),
    ?T(filename:join(a, 'b')),
    ?T(filename:join(["/", ""])),
    ?T(filename:split("/usr//local/bin/")),
    ?T(filename:split(<<"a/b">>)),
    ?T(filename:split("")),
    ?T(filename:basename("/a/b.erl", ".erl")),
    ?T(filename:basename("/a/b.erl/")),
    ?T(filename:basename(<<"x.y">>, <<".y">>)),
    ?T(filename:dirname("/a")),
    ?T(filename:dirname("a")),
    ?T(filename:dirname("")),
    ?T(filename:extension("a.b.c")),
    ?T(filename:extension(".profile")),
    ?T(filename:extension("a.b/c")),
    ?T(filename:rootname("a.b/c")),
    ?T(filename:rootname("x.beam.old", ".old")),
    ?T(filename:pathtype("/a")),
    ?T(filename:pathtype("a")),
    ?T(filename:absname("x", "/d")),
    ?T(filename:absname("/x", "/d")),
    ?T(filename:flatten(["a", [$b, c]])),
    ?T(filename:nativename("a/b")),
    ?T(filename:safe_relative_path("../x", "/")),
    ?T(filename:join(1, 2)),
    ok.
