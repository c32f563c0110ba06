%% The Erlang side of nif_selecting.c.
-module(nif_selecting).
-on_load(load/0).
-export([open/0, select/5, custom/5, put/2, take/1, fill/1, close_writer/1, next/0]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

open() -> erlang:nif_error(not_loaded).
select(_, _, _, _, _) -> erlang:nif_error(not_loaded).
custom(_, _, _, _, _) -> erlang:nif_error(not_loaded).
put(_, _) -> erlang:nif_error(not_loaded).
take(_) -> erlang:nif_error(not_loaded).
fill(_) -> erlang:nif_error(not_loaded).
close_writer(_) -> erlang:nif_error(not_loaded).

next() -> receive Message -> Message after 5000 -> nothing end.
