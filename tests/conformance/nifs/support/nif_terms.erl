%% The Erlang side of nif_terms.c.
-module(nif_terms).
-on_load(load/0).
-export([types/1, numbers/1, text/2, lists/1, tuples/1, order/2, hash/1, existing/1, long_atom/1, raise/1, infinity/0,
         pending/1]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

types(_) -> erlang:nif_error(not_loaded).
numbers(_) -> erlang:nif_error(not_loaded).
text(_, _) -> erlang:nif_error(not_loaded).
lists(_) -> erlang:nif_error(not_loaded).
tuples(_) -> erlang:nif_error(not_loaded).
order(_, _) -> erlang:nif_error(not_loaded).
hash(_) -> erlang:nif_error(not_loaded).
existing(_) -> erlang:nif_error(not_loaded).
long_atom(_) -> erlang:nif_error(not_loaded).
raise(_) -> erlang:nif_error(not_loaded).
infinity() -> erlang:nif_error(not_loaded).
pending(_) -> erlang:nif_error(not_loaded).
