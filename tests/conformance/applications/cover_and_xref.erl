%% shows OTP's cover (lines run, counts of functions, the annotated source) and xref (unknown and unused functions) on a module
%% skip: jit takes seconds: each function of the libraries that is called often is compiled and waited for
-module(cover_and_xref).
-export([main/0]).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun show/1).

show(Folder) ->
    Source = "-module(looked_at).\n-export([f/1, g/0]).\nf(1) -> a;\nf(X) ->\n    case X of\n        2 -> b;\n        _ -> c\n"
        "    end.\ng() ->\n    missing:call(h()),\n    never.\nh() -> 1.\nunused() -> 2.\n",
    ok = file:write_file("looked_at.erl", Source),
    {ok, looked_at} = compile:file("looked_at", [debug_info]),
    true = code:add_patha(Folder),
    ?T(cover:compile_beam("looked_at")),
    ?T([looked_at:f(X) || X <- [1, 1, 3]]),
    ?T(cover:analyse(looked_at, coverage, module)),
    ?T(cover:analyse(looked_at, calls, function)),
    ?T(cover:analyse(looked_at, coverage, line)),
    ?T(element(1, cover:analyse_to_file(looked_at, "lines", []))),
    {ok, Lines} = file:read_file("lines"),
    [_, Counted] = binary:split(Lines, <<"-module">>),
    io:format("~ts~n", [Counted]),
    ?T(cover:stop()),
    {ok, _} = xref:start(server, [{xref_mode, functions}]),
    xref:set_default(server, [{warnings, false}, {verbose, false}]),
    ?T(xref:add_module(server, "looked_at")),
    ?T([xref:q(server, Query) || Query <- ["X", "XU", "L - LU", "E | looked_at", "no syntax("]]),
    ?T([xref:analyze(server, What) || What <- [locals_not_used, exports_not_used, {call, {looked_at, g, 0}}]]),
    ?T(xref:stop(server)).
