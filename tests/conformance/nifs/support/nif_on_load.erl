%% Loads nif_on_load.c with what the program has put under the key nif_on_load.
-module(nif_on_load).
-export([data/0]).
-on_load(load/0).

load() ->
    {Library, Info} = persistent_term:get(?MODULE),
    erlang:load_nif(Library, Info).

data() -> not_loaded.
