%% Functions of a NIF library that write to ports.
-module(drv_from_nif).
-export([load/0, command/2, command_from/2, is_alive/1]).

load() -> erlang:load_nif(filename:join(drv:folder(), "drv_from_nif"), 0).

command(_Port, _Data) -> erlang:nif_error(not_loaded).
command_from(_Port, _Data) -> erlang:nif_error(not_loaded).
is_alive(_Port) -> erlang:nif_error(not_loaded).
