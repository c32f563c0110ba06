%% The Erlang side of nif_data.c.
-module(nif_data).
-on_load(load/0).
-export([bytes/1, grown/2, fresh/1, part/3, external/1, decode/2, queue/3, map_ops/3, walk/1, from_arrays/2,
         format/1, vector/2]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

bytes(_) -> erlang:nif_error(not_loaded).
grown(_, _) -> erlang:nif_error(not_loaded).
fresh(_) -> erlang:nif_error(not_loaded).
part(_, _, _) -> erlang:nif_error(not_loaded).
external(_) -> erlang:nif_error(not_loaded).
decode(_, _) -> erlang:nif_error(not_loaded).
queue(_, _, _) -> erlang:nif_error(not_loaded).
map_ops(_, _, _) -> erlang:nif_error(not_loaded).
walk(_) -> erlang:nif_error(not_loaded).
from_arrays(_, _) -> erlang:nif_error(not_loaded).
format(_) -> erlang:nif_error(not_loaded).
vector(_, _) -> erlang:nif_error(not_loaded).
