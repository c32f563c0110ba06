%% Loads drivers of this folder and talks with their ports.
-module(drv).
-export([folder/0, load/1, unload/1, open/1, open/2, flush/0, flush/1, next/0]).

folder() -> filename:dirname(code:which(?MODULE)).

load(Name) -> ok = erl_ddll:load_driver(folder(), Name).

unload(Name) ->
    {ok, _, Ref} = erl_ddll:try_unload(Name, [{monitor, pending_driver}]),
    receive {'DOWN', Ref, driver, _, unloaded} -> ok end.

open(Name) -> open(Name, []).
open(Name, Options) -> open_port({spawn_driver, Name}, Options).

%% All messages of a port so far, without the port.
flush() ->
    receive Message -> [hide(Message) | flush()] after 0 -> [] end.

%% As many messages as are asked for.
flush(0) -> [];
flush(N) -> [next() | flush(N - 1)].

next() -> receive Message -> hide(Message) after 5000 -> nothing end.

hide(Port) when is_port(Port) -> port;
hide(Pid) when Pid =:= self() -> self;
hide(Pid) when is_pid(Pid) -> pid;
hide(Ref) when is_reference(Ref) -> ref;
hide(Tuple) when is_tuple(Tuple) -> list_to_tuple(hide(tuple_to_list(Tuple)));
hide([Head | Tail]) -> [hide(Head) | hide(Tail)];
hide(Other) -> Other.
