%% The Erlang side of nif_rest.c.
-module(nif_rest).
-on_load(load/0).
-export([types/1, memory/0, existing_atom/1, part_of_string/0, tuple_of/1, unique/2, convert/3, now/0, whereis_port/1]).
-export([undefined_pid/0, print/1, variable/2, dynamic/0, machine/0]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

types(_) -> erlang:nif_error(not_loaded).
memory() -> erlang:nif_error(not_loaded).
existing_atom(_) -> erlang:nif_error(not_loaded).
part_of_string() -> erlang:nif_error(not_loaded).
tuple_of(_) -> erlang:nif_error(not_loaded).
unique(_, _) -> erlang:nif_error(not_loaded).
convert(_, _, _) -> erlang:nif_error(not_loaded).
now() -> erlang:nif_error(not_loaded).
whereis_port(_) -> erlang:nif_error(not_loaded).
undefined_pid() -> erlang:nif_error(not_loaded).
print(_) -> erlang:nif_error(not_loaded).
variable(_, _) -> erlang:nif_error(not_loaded).
dynamic() -> erlang:nif_error(not_loaded).
machine() -> erlang:nif_error(not_loaded).
