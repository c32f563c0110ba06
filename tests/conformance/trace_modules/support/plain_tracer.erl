%% The Erlang side of plain_tracer.c.
-module(plain_tracer).
-on_load(load/0).
-export([enabled/3, trace/5, version/0]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

enabled(_, _, _) -> erlang:nif_error(not_loaded).
trace(_, _, _, _, _) -> erlang:nif_error(not_loaded).
version() -> 1.
