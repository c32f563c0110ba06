%% The Erlang side of nif_threading.c.
-module(nif_threading).
-on_load(load/0).
-export([squares/0, mutexes/0, conditions/0, rwlocks/0, thread_data/0, identities/0, send_from_thread/2,
         time_on_thread/0, name_on_thread/1]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

squares() -> erlang:nif_error(not_loaded).
mutexes() -> erlang:nif_error(not_loaded).
conditions() -> erlang:nif_error(not_loaded).
rwlocks() -> erlang:nif_error(not_loaded).
thread_data() -> erlang:nif_error(not_loaded).
identities() -> erlang:nif_error(not_loaded).
send_from_thread(_, _) -> erlang:nif_error(not_loaded).
time_on_thread() -> erlang:nif_error(not_loaded).
name_on_thread(_) -> erlang:nif_error(not_loaded).
