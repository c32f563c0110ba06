%% shows a module compiled from forms at run time, loaded, called, replaced by a new version, deleted and purged
-module(make_and_load).
-export([main/0]).

main() ->
    M = made_module,
    load(M, 1),
    io:format("~w~n", [M:version()]),
    F = fun M:version/0,
    Old = M:closure(),
    load(M, 2),
    io:format("~w ~w ~w ~w~n", [M:version(), F(), Old(), erlang:check_old_code(M)]),
    io:format("~w ~w~n", [code:soft_purge(M), erlang:check_old_code(M)]),
    io:format("~w~n", [code:delete(M)]),
    io:format("~w~n", [try M:version() catch error:R -> R end]),
    ok.

load(M, Version) ->
    Forms = [{attribute, 1, module, M}, {attribute, 1, export, [{version, 0}, {closure, 0}]},
             {function, 2, version, 0, [{clause, 2, [], [], [{integer, 2, Version}]}]},
             {function, 3, closure, 0, [{clause, 3, [], [], [{'fun', 3, {clauses, [{clause, 3, [], [], [{integer, 3, Version}]}]}}]}]}],
    {ok, M, Binary} = compile:forms(Forms),
    {module, M} = code:load_binary(M, "made_module.beam", Binary),
    ok.
