%% The Erlang side of nif_running.c.
-module(nif_running).
-on_load(load/0).
-export([where/0, where_cpu/0, where_io/0, hops/2, count/2, numbers/2, later/2, raise_cpu/1, raise_io/1, echo_cpu/1, echo_io/1,
         pair_cpu/1, pid_cpu/0, tell_cpu/2, until_dead/1, gate/1, open_gate/0, slice/1, pid/0, tell/2]).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

where() -> erlang:nif_error(not_loaded).
where_cpu() -> erlang:nif_error(not_loaded).
where_io() -> erlang:nif_error(not_loaded).
hops(_, _) -> erlang:nif_error(not_loaded).
count(_, _) -> erlang:nif_error(not_loaded).
numbers(_, _) -> erlang:nif_error(not_loaded).
later(_, _) -> erlang:nif_error(not_loaded).
raise_cpu(_) -> erlang:nif_error(not_loaded).
raise_io(_) -> erlang:nif_error(not_loaded).
echo_cpu(_) -> erlang:nif_error(not_loaded).
echo_io(_) -> erlang:nif_error(not_loaded).
pair_cpu(_) -> erlang:nif_error(not_loaded).
pid_cpu() -> erlang:nif_error(not_loaded).
tell_cpu(_, _) -> erlang:nif_error(not_loaded).
until_dead(_) -> erlang:nif_error(not_loaded).
gate(_) -> erlang:nif_error(not_loaded).
open_gate() -> erlang:nif_error(not_loaded).
slice(_) -> erlang:nif_error(not_loaded).
pid() -> erlang:nif_error(not_loaded).
tell(_, _) -> erlang:nif_error(not_loaded).
