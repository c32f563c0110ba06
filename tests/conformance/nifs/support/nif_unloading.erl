%% The Erlang side of nif_unloading.c.
-module(nif_unloading).
-export([use/0, computes/0, waits/0]).
-nifs([computes/0, waits/0]).

use() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).
computes() -> erlang:nif_error(not_loaded).
waits() -> erlang:nif_error(not_loaded).
