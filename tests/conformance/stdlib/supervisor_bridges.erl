%% shows supervisor_bridge: a process that is no supervisor in a tree: started, ignored, failing, dying, told to end
-module(supervisor_bridges).
-include("../support/edge.hrl").
-export([init/1, terminate/2]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    register(main, self()),
    ?T(supervisor_bridge:start_link(?MODULE, ignore)),
    ?T(supervisor_bridge:start_link(?MODULE, {error, no_reason})),
    ?T(begin {ok, B} = supervisor_bridge:start_link({local, bridge}, ?MODULE, named), {whereis(bridge) =:= B, supervisor_bridge:start_link({local, bridge}, ?MODULE, again) =:= {error, {already_started, B}}} end),
    ?T(ends(normal)),
    ?T(ends({shutdown, x})),
    ?T(ends(crash)),
    ?T(begin {ok, B} = supervisor_bridge:start_link(?MODULE, state), worker() ! {exit, kill}, ended(B) end),
    ?T(begin {ok, B} = supervisor_bridge:start_link(?MODULE, state), worker(), B ! unexpected, exit(B, stop_it), ended(B) end),
    ok.

ends(How) -> {ok, B} = supervisor_bridge:start_link(?MODULE, state), worker() ! {exit, How}, ended(B).
ended(B) -> receive {'EXIT', B, R} -> {said(), R} end.
worker() -> receive {worker, W} -> W end.
said() -> receive {terminated, R, S} -> {R, S} after 0 -> nothing end.
init(ignore) -> ignore;
init({error, E}) -> {error, E};
init(again) -> ignore;
init(State) ->
    W = spawn_link(fun() -> receive {exit, kill} -> exit(self(), kill), receive never -> ok end; {exit, How} -> exit(How) end end),
    State =:= named orelse (main ! {worker, W}),
    {ok, W, State}.
terminate(Reason, State) -> main ! {terminated, Reason, State}.
