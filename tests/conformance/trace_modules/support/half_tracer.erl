%% The Erlang side of half_tracer.c.
-module(half_tracer).
-on_load(load/0).
-export([enabled/3]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

enabled(_, _, _) -> erlang:nif_error(not_loaded).
