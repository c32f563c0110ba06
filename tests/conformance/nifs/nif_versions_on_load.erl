%% shows that a library loaded by an on_load function is upgraded from the current version, or from a deleted one
-module(nif_versions_on_load).
-export([main/0]).
-import(nif_reloading, [next/0]).

main() ->
    logger:set_primary_config(level, none),
    register(versions, self()),
    File = filename:rootname(code:which(nif_on_load)),
    {ok, Code} = file:read_file(File ++ ".beam"),
    Load = fun(Info) ->
        persistent_term:put(nif_on_load, {File, Info}),
        code:load_binary(nif_on_load, File, Code)
    end,
    Print = fun(What) -> io:format("~p ~p~n", [What, nif_on_load:data()]) end,
    Load({0, 1}), Print(next()),
    Load({0, 2}), Print(next()),
    code:purge(nif_on_load), Print(next()),
    code:delete(nif_on_load),
    Load({0, 3}), Print(next()),
    code:purge(nif_on_load), Print(next()),
    io:format("~p~n", [Load({7, 4})]), Print(next()),
    code:delete(nif_on_load),
    code:purge(nif_on_load),
    io:format("~p~n", [next()]).
