%% Loads versions of the module `reloaded` whose on_load functions wait to be asked (waiting_functions.hrl).
-module(waiting_loads).
-export([watch/0, load/1, begins/1, later/1, inside/0, ask/2, ends/2, died/1]).

%% The caller hears of on_load functions that run.
watch() -> register(watch, self()).

load(Version) -> (code_of(Version))().

code_of(Version) ->
    Template = list_to_atom("waiting_version_" ++ integer_to_list(Version)),
    Code = made_code:renamed(reloaded, Template),
    fun() -> code:load_binary(reloaded, atom_to_list(Template), Code) end.

%% Another process loads; the result of the load is the value of the fun.
begins(Version) -> later(code_of(Version)).

%% Returns when the other process waits for an answer, or has ended.
later(Body) ->
    {Pid, Watch} = spawn_monitor(fun() -> exit({is, Body()}) end),
    waits(Pid),
    fun() -> receive {'DOWN', Watch, process, _, {is, Value}} -> Value after 50000 -> none end end.

waits(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        undefined -> ok;
        _ -> erlang:yield(), waits(Pid)
    end.

%% The process that runs the next on_load function.
inside() -> receive {inside, Pid} -> Pid after 50000 -> none end.

ask(Process, What) ->
    Process ! {self(), What},
    receive {Process, Answer} -> Answer after 50000 -> none end.

%% The on_load function returns `Result`. Returns what the process that loads it gets.
ends({Process, Loading}, Result) ->
    Process ! {go, Result},
    Loading().

%% Why a process that is watched has ended.
died(Watch) -> receive {'DOWN', Watch, process, _, Why} -> Why after 50000 -> none end.
