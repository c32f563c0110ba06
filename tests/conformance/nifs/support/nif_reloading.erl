%% What the programs that load nif_versions several times share.
-module(nif_reloading).
-export([new_version/0, next/0]).

%% A new version of the module, the same code.
new_version() ->
    {_, Code, _} = code:get_object_code(nif_versions),
    {module, nif_versions} = erlang:load_module(nif_versions, Code).

%% The next call of a library's functions that nif_versions.c reports.
next() -> receive {What, N} when is_integer(N) -> {What, N} after 5000 -> nothing end.
