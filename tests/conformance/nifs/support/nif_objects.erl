%% The Erlang side of nif_objects.c.
-module(nif_objects).
-on_load(load/0).
-export([make/1, make_plain/1, make_bytes/1, value/1, again/1, keep/1, kept/0, drop/0, watch/2, unwatch/1,
         watch_term/1, watch_plain/2, call/4, open_late/0]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

make(_) -> erlang:nif_error(not_loaded).
make_plain(_) -> erlang:nif_error(not_loaded).
make_bytes(_) -> erlang:nif_error(not_loaded).
value(_) -> erlang:nif_error(not_loaded).
again(_) -> erlang:nif_error(not_loaded).
keep(_) -> erlang:nif_error(not_loaded).
kept() -> erlang:nif_error(not_loaded).
drop() -> erlang:nif_error(not_loaded).
watch(_, _) -> erlang:nif_error(not_loaded).
unwatch(_) -> erlang:nif_error(not_loaded).
watch_term(_) -> erlang:nif_error(not_loaded).
watch_plain(_, _) -> erlang:nif_error(not_loaded).
call(_, _, _, _) -> erlang:nif_error(not_loaded).
open_late() -> erlang:nif_error(not_loaded).
